import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { JsonObject } from '../../shared/base/json.ts';

/**
 * The objects of the published `data_info.json` where the environment says where the data sets are
 * (`CASEBOOK_DATA`, a folder that holds `caughtcheating/data_info.json`); null where they are absent.
 */
export function realItems(): readonly JsonObject[] | null {
  const folder = process.env['CASEBOOK_DATA'];
  if (folder === undefined || folder === '') return null;
  const file = join(folder, 'caughtcheating', 'data_info.json');
  return existsSync(file) ? z.array(JsonObject).parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { filesOfFormat } from '../../../formats/reading/filesOfFormat.ts';
import type { Format } from '../../../formats/format.ts';

/** How many files a message names. */
const NAMED = 4;

/**
 * The file with the ratings: the source itself, or in a folder the only file of the format. Throws `invalid_input` where a
 * folder has none, or several.
 */
export async function ratingsFile(
  source: string,
  format: Format,
  fileNames: readonly string[],
): Promise<string> {
  if (!(await stat(source)).isDirectory()) return source;
  const found = await filesOfFormat(source, format.recognition);
  const usual = found.filter((name) => fileNames.includes(name));
  const [only, another] = usual.length === 1 ? usual : found;
  if (only !== undefined && another === undefined) return join(source, only);
  const { title } = format.description;
  throw new CasebookError(
    'invalid_input',
    found.length === 0
      ? `The folder ${source} has no file of the format “${title}”.`
      : `The folder ${source} has several files of the format “${title}”: ${found.slice(0, NAMED).join(', ')}${found.length > NAMED ? ', …' : ''}.`,
    `Choose the file itself, such as ${found[0] ?? fileNames.join(' or ')} in it.`,
  );
}

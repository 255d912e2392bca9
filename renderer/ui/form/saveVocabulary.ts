import type { JsonObject } from '../../../shared/base/json.ts';
import { enterCasebook } from '../window/applicationState.ts';
import { client } from '../../client/index.ts';

/** Changes the casebook's own words and takes them up in this window. */
export async function saveVocabulary(vocabulary: JsonObject): Promise<void> {
  await enterCasebook(await client.casebooks.saveVocabulary({ vocabulary }));
}

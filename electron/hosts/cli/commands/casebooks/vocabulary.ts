import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import type { Services } from '../../../../core/app/services.ts';
import { asCasebookError } from '../../../../core/base/errors.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { WrongUsage } from '../../usage.ts';

export interface VocabularyOptions {
  readonly import?: string;
  readonly export?: string;
  readonly person?: string;
}

/** `casebook vocabulary`: the words of a casebook, such as its label set, as JSON; `--import` replaces them. */
export async function readOrReplaceVocabulary(
  invocation: Invocation,
  dir: string,
  options: VocabularyOptions,
): Promise<void> {
  const { import: source, export: target } = options;
  if (source !== undefined && target !== undefined)
    throw new WrongUsage('Choose either --import or --export.');
  if (source === undefined) {
    const vocabulary = await withCasebook(dir, 'read', ({ settings }) => settings.vocabulary());
    const text = JSON.stringify(vocabulary, null, 2);
    if (target !== undefined) await writeFileAtomic(resolve(target), `${text}\n`);
    invocation.output.result(
      vocabulary,
      target === undefined ? text.split('\n') : [`The vocabulary was written to ${resolve(target)}.`],
    );
    return;
  }
  const words = await read(resolve(source));
  const saved = await withCasebook(dir, 'once', (open) => {
    open.settings.saveVocabulary(words, curatorOf(open, options.person));
    return open.settings.vocabulary();
  });
  invocation.output.result(saved, ['The vocabulary was replaced.']);
}

async function read(file: string): Promise<JsonObject> {
  const refuse = (what: string): CasebookError =>
    new CasebookError(
      'invalid_input',
      `${file} ${what}`,
      'The vocabulary is as it was. “casebook vocabulary DIR” prints one to begin from.',
    );
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read: ${asCasebookError(error).message}`);
  }
  try {
    return JsonObject.parse(JSON.parse(text));
  } catch (error) {
    throw refuse(
      `is no JSON object: ${error instanceof SyntaxError ? error.message : 'it holds something else.'}`,
    );
  }
}

/** Who changes it: the curator named, else the first. */
function curatorOf({ people }: Services, handle: string | undefined): PersonId {
  const curators = people.list().filter(({ roles }) => roles.includes('curator'));
  const found = handle === undefined ? curators[0] : curators.find((person) => person.handle === handle);
  if (found === undefined)
    throw new WrongUsage(
      handle === undefined ? 'The casebook has no curator.' : `--person: there is no curator "${handle}".`,
    );
  return found.id;
}

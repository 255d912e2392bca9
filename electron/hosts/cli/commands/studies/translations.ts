import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { counted } from '../../../../../shared/base/counts.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { LANGUAGE_NAMES } from '../../../../../shared/domain/participantLanguage.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { asCasebookError } from '../../../../core/base/errors.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { doerOf } from '../../people.ts';
import { studyCalled } from './findStudy.ts';

/** `casebook study DIR translations TITLE FILE`: writes what participants read of a study's items, to be translated. */
export async function exportTranslations(
  { output }: Invocation,
  dir: string,
  title: string,
  file: string,
  { force }: { readonly force: boolean },
): Promise<void> {
  const { csv, status } = await withCasebook(dir, 'read', (open) => ({
    csv: open.studies.translationTable(studyCalled(open, title), everything),
    status: open.studies.translations(studyCalled(open, title), everything),
  }));
  if (!force && existsSync(file))
    throw new CasebookError(
      'exists',
      `${file} exists already.`,
      'Nothing was written. --force overwrites it.',
    );
  try {
    await writeFileAtomic(resolve(file), csv);
  } catch (error) {
    throw asCasebookError(error);
  }
  output.result({ ...status, file }, [
    `${counted(status.texts, 'text')} of ${counted(status.items, 'item')} written to ${file}; ${String(status.translated)} translated into ${LANGUAGE_NAMES[status.language]}, ${String(status.outdated)} outdated.`,
  ]);
}

/** `casebook study DIR translate TITLE FILE`: takes the table in again, filled in. */
export async function translate(
  invocation: Invocation,
  dir: string,
  title: string,
  file: string,
): Promise<void> {
  const csv = await readFile(file, 'utf8').catch((error: unknown) => {
    throw asCasebookError(error);
  });
  const outcome = await withCasebook(dir, 'once', (open) =>
    open.studies.translate(studyCalled(open, title), csv, doerOf(open), everything),
  );
  const { stored, empty, problems } = outcome;
  if (problems.length > 0) invocation.foundProblems();
  invocation.output.result(outcome, [
    problems.length === 0
      ? `${counted(stored, 'translation')} stored; ${counted(empty, 'line')} without a translation.`
      : `${counted(problems.length, 'line')} cannot be used. Nothing was imported.`,
    ...problems.map(({ line, reason }) => `line ${String(line)}: ${reason}`),
  ]);
}

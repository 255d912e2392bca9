import { writeFile } from 'node:fs/promises';
import type { StudyReport } from '../../../../../shared/contract/studies.ts';
import { createOutputFolder } from '../../../files/outputFolder.ts';
import type { Work } from '../../../base/work.ts';
import { drawFigures } from './figures.ts';
import { reportMarkdown } from './markdown.ts';
import type { StudyRecord } from './record.ts';
import { translationCsv } from '../translations.ts';
import { answerLines, participantLines, studyJson } from './tables.ts';

/** The files of a report: what a later one may replace. */
const OWN =
  /^(?:report\.md|study\.json|participants\.csv|answers\.csv|translations\.csv|figures\/[a-z]+\.svg)$/u;

/**
 * Writes a study's report into a new folder, whole or not at all: `report.md` with its figures, tables, settings and
 * plans. Throws `exists` where something is there and `force` is not set.
 */
export async function writeReport(
  record: StudyRecord,
  { target, force }: { readonly target: string; readonly force: boolean },
  { progress, signal }: Work,
): Promise<StudyReport> {
  const output = await createOutputFolder(target, { force, owns: (path) => OWN.test(path) });
  try {
    progress('Drawing figures', 0, null);
    const figures = await drawFigures(record);
    const files: readonly (readonly [string, string])[] = [
      ['report.md', reportMarkdown(record, figures)],
      ['study.json', studyJson(record)],
      ['participants.csv', [...participantLines(record)].join('')],
      ['answers.csv', [...answerLines(record)].join('')],
      ...(record.translations === null
        ? []
        : [['translations.csv', translationCsv(record.translations)] as const]),
      ...figures.map(({ file, svg }) => [file, svg] as const),
    ];
    for (const [index, [path, content]] of files.entries()) {
      progress('Writing the report', index, files.length);
      signal.throwIfAborted();
      await writeFile(await output.place(path), content);
    }
    const written = output.files();
    await output.finish();
    return {
      files: written,
      participants: record.participants.length,
      responses: record.answers.length,
    };
  } catch (error) {
    await output.abandon();
    throw error;
  }
}

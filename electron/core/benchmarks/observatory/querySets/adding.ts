import type { BuiltQuerySet } from '../../../../../shared/benchmarks/querySets.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { type JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { createWorkOutput } from '../../../files/outputFolder.ts';
import { withWorkFolder } from '../../../files/workFolder.ts';
import type { CasebookImages } from '../../../records/images/images.ts';
import { parsePayload } from '../../../records/items/itemRows.ts';
import type { Actor, Importer } from '../../../formats/reading/importer.ts';
import type { Work } from '../../../base/work.ts';
import type { Entities } from './entityImages.ts';
import { SETS } from './formerSets.ts';
import { nameImages } from './naming.ts';
import { placeShown, writeCollages, writeLines } from './writing.ts';

interface Parts {
  readonly casebook: Casebook;
  readonly images: CasebookImages;
  readonly importer: Importer;
}

/** How many questions a refusal names. */
const SHOWN = 5;

/**
 * Adds built sets to this casebook as items, with images and collages, all or nothing. Existing ones stay. Throws
 * `conflict` if an item of the same name asks something else: people may have answered it.
 */
export async function addSets(
  { casebook, images, importer }: Parts,
  sets: readonly BuiltQuerySet[],
  entities: Entities,
  person: Actor,
  work: Work,
): Promise<{ readonly added: number; readonly unchanged: number }> {
  const { querySets, id: format } = casebook.benchmark;
  if (querySets === undefined) throw new Error('There are sets of a benchmark that has none.');
  const collages = sets.flatMap(({ collage }) => (collage === null ? [] : [collage]));
  const { lines, images: shown } = nameImages(sets, {
    entities,
    taken: [SETS, ...collages.map(({ path }) => path)],
    extensionOf: (imageId) => images.original(imageId).extension,
    querySets,
  });
  const fresh = newAmong(casebook, lines);
  if (fresh.size === 0) return { added: 0, unchanged: sets.length };
  return withWorkFolder(casebook.folders.thumbnails, async (folder) => {
    const output = createWorkOutput(folder);
    await placeShown(images, shown, output, work);
    await writeCollages(images, collages, entities, output, work);
    await writeLines(output, SETS, lines);
    const report = await importer.import({ source: folder, format }, person, work);
    const [problem] = report.skipped;
    if (!report.applied || problem !== undefined) {
      throw new CasebookError(
        'internal',
        `The questions were built but could not be added: ${problem?.item ?? ''} ${problem?.reason ?? ''}`.trim(),
        'Nothing was changed.',
      );
    }
    return { added: report.added, unchanged: report.unchanged };
  });
}

/** Under which id the casebook would have a line. */
function idOf({ benchmark }: Casebook, line: JsonObject): string {
  const parsed = benchmark.parseItem(line);
  if (parsed.ok) return parsed.value.externalId;
  throw new Error('A question was built that its own benchmark does not read.');
}

/** The ids of those that the casebook does not have. */
function newAmong(casebook: Casebook, lines: readonly JsonObject[]): ReadonlySet<string> {
  const rows = casebook.records.itemRows;
  const fresh = new Set<string>();
  const others: string[] = [];
  for (const line of lines) {
    const id = idOf(casebook, line);
    const existing = rows.find(id);
    if (existing === undefined) fresh.add(id);
    else if (!sameJson(parsePayload(existing.imported ?? existing.payload), line)) others.push(id);
  }
  if (others.length === 0) return fresh;
  const named = others.slice(0, SHOWN).join(', ');
  const more = others.length > SHOWN ? ` and ${String(others.length - SHOWN)} more` : '';
  throw new CasebookError(
    'conflict',
    `The casebook has other questions with the names of ${String(others.length)} of these: ${named}${more}. They were built with the same seed from other items, or for another number of them.`,
    'Nothing was changed. Choose another seed.',
  );
}

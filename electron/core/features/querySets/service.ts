import { setImmediate } from 'node:timers/promises';
import type {
  BuiltQuerySets,
  Collage,
  QueryItem,
  QueryScores,
  QuerySets,
} from '../../../../shared/benchmarks/querySets.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../casebook.ts';
import { openDatabase } from '../../db/database.ts';
import { concurrently } from '../../files/concurrently.ts';
import { UnreadableImage } from '../../files/imageDecode.ts';
import type { Output } from '../../files/outputFolder.ts';
import { createOutputFolder } from '../../files/outputFolder.ts';
import type { ImagesService } from '../images/service.ts';
import type { GoldItem } from '../items/gold.ts';
import { createGoldReader } from '../items/gold.ts';
import { selectItems } from '../transfer/exportItems.ts';
import { assertOutside } from '../transfer/exportService.ts';
import type { Work } from '../transfer/work.ts';
import { readDistances, readValues } from './sourceLines.ts';

export interface BuildRequest {
  /** A folder that is not there yet, or is empty; with `force` one of former sets. */
  readonly target: string;
  readonly kind: string;
  /** How many entities of each domain are asked about. */
  readonly count: number;
  readonly seed: number;
  /** A file of distances between items, one object a line; null where neighbours follow from the images. */
  readonly distances: string | null;
  readonly force: boolean;
}

export interface BuildReport {
  readonly record: BuiltQuerySets['record'];
  readonly sets: number;
  readonly collages: number;
  readonly left_out: BuiltQuerySets['leftOut'];
  /** What was written, by path; nothing where no set could be built. */
  readonly files: readonly string[];
}

export interface QuerySetsService {
  /** The kinds of sets that the benchmark has. Throws `invalid_input` where it has none. */
  kinds(): QuerySets['kinds'];
  /**
   * Builds sets out of the items that are not rejected, and writes `query_sets.jsonl`, `record.json` and the collages; all
   * of it comes to its place whole or not at all. Throws `invalid_input` for a benchmark without query sets, a file of
   * distances that cannot be read, and a damaged picture; `exists` where something is in the way.
   */
  build(request: BuildRequest, work: Work): Promise<BuildReport>;
  /** The figures of the answers in a file to the sets in another. Throws `not_found` and `invalid_input` for the files. */
  score(files: { readonly sets: string; readonly answers: string }, work: Work): Promise<QueryScores>;
}

const SETS = 'query_sets.jsonl';
const RECORD = 'record.json';
const COLLAGE = /^collages\/[a-z]+(?:-\d+)+\.png$/u;
/** The side of a collage in pixels: that of every image of the data set. */
const SIDE = 1024;
const STATUSES = ['draft', 'in_review', 'accepted'] as const;
/** So many items are read before other work gets its turn. */
const AT_A_TIME = 200;

/** The query sets of an open casebook. */
export function createQuerySetsService(casebook: Casebook, images: ImagesService): QuerySetsService {
  const own = (): QuerySets => {
    const { querySets, title } = casebook.benchmark;
    if (querySets !== undefined) return querySets;
    throw new CasebookError('invalid_input', `${title} has no query sets.`, 'Nothing was written.');
  };

  return {
    kinds: () => own().kinds,
    async build({ target, kind, count, seed, distances, force }, work) {
      const querySets = own();
      if (querySets.kinds.every(({ id }) => id !== kind)) {
        const kinds = querySets.kinds.map(({ id }) => id).join(', ');
        throw new CasebookError('invalid_input', `There are no query sets "${kind}".`, `Choose ${kinds}.`);
      }
      assertOutside(casebook, target);
      const listed = distances === null ? null : await readDistances(distances, work);
      const sha256 = distances === null ? null : await images.pool.digest(distances, work.signal);
      const { items, imageIds } = await readItems(casebook, work);
      const built = querySets.build(items, { kind, count, seed, distances: listed });
      const record = { ...built.record, distances_sha256: sha256 };
      const collages = built.sets.flatMap(({ collage }) => (collage === null ? [] : [collage]));
      if (built.sets.length === 0)
        return { record, sets: 0, collages: 0, left_out: built.leftOut, files: [] };
      const output = await createOutputFolder(target, {
        force,
        owns: (path) => path === SETS || path === RECORD || COLLAGE.test(path),
      });
      try {
        await writeCollages(images, collages, imageIds, output, work);
        const lines = await output.text(SETS);
        for (const { line } of built.sets) await lines.write(`${JSON.stringify(line)}\n`);
        await lines.close();
        const said = await output.text(RECORD);
        await said.write(`${JSON.stringify({ ...record, left_out: built.leftOut }, null, 2)}\n`);
        await said.close();
        work.signal.throwIfAborted();
        const files = output.files();
        await output.finish();
        return {
          record,
          sets: built.sets.length,
          collages: collages.length,
          left_out: built.leftOut,
          files,
        };
      } catch (error) {
        await output.abandon();
        throw error;
      }
    },
    async score({ sets, answers }, work) {
      const querySets = own();
      const [asked, answered] = [await readValues(sets, work), await readValues(answers, work)];
      const { items } = await readItems(casebook, work);
      return querySets.score(items, asked, answered);
    },
  };
}

/** One state of the items, whatever is edited meanwhile, and the images by item and position. */
async function readItems(
  casebook: Casebook,
  { progress, signal }: Work,
): Promise<{ items: readonly QueryItem[]; imageIds: ReadonlyMap<string, string> }> {
  const snapshot = openDatabase(casebook.database.name, 'read');
  try {
    snapshot.exec('BEGIN');
    const frozen = { ...casebook, database: snapshot };
    const gold = createGoldReader(frozen);
    const ids = selectItems(frozen, { status: STATUSES, split: undefined });
    const items: QueryItem[] = [];
    const imageIds = new Map<string, string>();
    for (const [index, id] of ids.entries()) {
      if (index % AT_A_TIME === 0) {
        await setImmediate();
        signal.throwIfAborted();
        progress('Reading items', index, ids.length);
      }
      const item = gold.read(id);
      if (item === undefined) continue;
      items.push(lean(item));
      for (const { position, imageId } of item.images)
        if (imageId !== null) imageIds.set(placeOf(item.externalId, position), imageId);
    }
    return { items, imageIds };
  } finally {
    snapshot.close();
  }
}

const lean = ({ externalId, payload, images, regions }: GoldItem): QueryItem => ({
  externalId,
  payload,
  images: images.map(({ position, imageId, sha256, perceptualHash }) => ({
    position,
    imageId,
    sha256,
    perceptualHash,
  })),
  regions,
});

const placeOf = (item: string, position: number): string => JSON.stringify([item, position]);

async function writeCollages(
  images: ImagesService,
  collages: readonly Collage[],
  imageIds: ReadonlyMap<string, string>,
  output: Output,
  work: Work,
): Promise<void> {
  let done = 0;
  await concurrently(collages, images.pool.threads, work.signal, async ({ path, rows }) => {
    const files = rows.map((row) =>
      row.map(({ item, position }) => images.original(imageIds.get(placeOf(item, position)) ?? '').path),
    );
    try {
      await images.pool.collage({ rows: files, side: SIDE, target: await output.place(path) }, work.signal);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      const named = rows.flat().map(({ item }) => item);
      throw new CasebookError(
        'invalid_input',
        `A picture of ${[...new Set(named)].join(', ')} cannot be read: ${error.message}`,
        'Nothing was written. casebook check says which file it is.',
        { cause: error },
      );
    }
    done += 1;
    work.progress('Collages', done, collages.length);
  });
}

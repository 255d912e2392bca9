import type { BuiltQuerySets, QueryScores, QuerySets } from '../../../../../shared/benchmarks/querySets.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { assertWritable } from '../../../records/casebook.ts';
import { createOutputFolder, type OutputFolder } from '../../../files/outputFolder.ts';
import type { CasebookImages } from '../../../records/images/images.ts';
import { everything, type Viewpoint } from '../../../access/viewpoint.ts';
import { RunningWork } from '../../../base/runningWork.ts';
import { extensionOf } from '../../../formats/boxes/exportBoxes.ts';
import { assertOutside } from '../../../formats/writing/exportFormat.ts';
import type { Actor, Importer } from '../../../formats/reading/importer.ts';
import type { Work } from '../../../base/work.ts';
import { addSets } from './adding.ts';
import { type Entities, readEntities } from './entityImages.ts';
import { formerSets, RECORD, SETS } from './formerSets.ts';
import { nameImages } from './naming.ts';
import { readDistances, readValues } from './sourceLines.ts';
import { writeCollages, writeLines, writeShown } from './writing.ts';

/** What is to be built. */
export interface SetsRequest {
  readonly kind: string;
  /** How many entities of each domain are asked about. */
  readonly count: number;
  readonly seed: number;
  /** A file of distances between items, one object a line; null where neighbours follow from the images. */
  readonly distances: string | null;
}

export interface BuildRequest extends SetsRequest {
  /** A folder that is not there yet, or is empty; with `force` one of former sets. */
  readonly target: string;
  readonly force: boolean;
}

export interface BuildReport {
  readonly record: BuiltQuerySets['record'];
  readonly sets: number;
  readonly collages: number;
  /** How many pictures of items lie beside the sets. */
  readonly images: number;
  readonly left_out: BuiltQuerySets['leftOut'];
  /** What was written, by path; nothing where no set could be built, or where they went into the casebook. */
  readonly files: readonly string[];
}

export interface AddReport extends BuildReport {
  /** Questions that are new to the casebook, and that it had. */
  readonly added: number;
  readonly unchanged: number;
}

/** The query sets of an open casebook. */
export class QuerySetsService {
  readonly #casebook: Casebook;
  readonly #images: CasebookImages;
  readonly #importer: Importer;
  readonly #underWay;

  constructor(casebook: Casebook, images: CasebookImages, importer: Importer) {
    this.#casebook = casebook;
    this.#images = images;
    this.#importer = importer;
    this.#underWay = new RunningWork();
  }

  /** The kinds of sets that the benchmark has. Throws `invalid_input` where it has none. */
  kinds(): QuerySets['kinds'] {
    return this.#own().kinds;
  }

  /**
   * Builds sets from the items that are not rejected, and writes a data folder: `query_sets.jsonl`, `record.json`,
   * collages and images, whole or not at all. Throws `invalid_input` for a benchmark without query sets, an unreadable
   * file of distances or a damaged picture; `exists` if the target is taken.
   * @param viewpoint whose: what they have yet to answer themselves is not asked about
   */
  async build(request: BuildRequest, work: Work, viewpoint: Viewpoint): Promise<BuildReport> {
    const querySets = this.#own();
    assertOutside(this.#casebook, request.target);
    return this.#underWay.run(work, (watched) => this.#write(request, { querySets, viewpoint }, watched));
  }

  /**
   * Builds sets and takes them in as items of this casebook, all or nothing; the same again adds nothing. Throws as
   * {@link build} does, and `conflict` where the casebook has other questions under the same names.
   */
  async add(request: SetsRequest, person: Actor, work: Work, viewpoint: Viewpoint): Promise<AddReport> {
    assertWritable(this.#casebook);
    return this.#underWay.run(work, async (watched) => {
      const constructed = await this.#construct(request, viewpoint, watched);
      const { built, entities } = constructed;
      const outcome = await addSets(
        { casebook: this.#casebook, images: this.#images, importer: this.#importer },
        built.sets,
        entities,
        person,
        watched,
      );
      return { ...reportOf(constructed), ...outcome };
    });
  }

  /** The figures of the answers in a file to the sets in another. Throws `not_found` and `invalid_input` for the files. */
  async score(
    { sets, answers }: { readonly sets: string; readonly answers: string },
    work: Work,
  ): Promise<QueryScores> {
    const querySets = this.#own();
    return this.#underWay.run(work, async (watched) => {
      const [asked, answered] = [await readValues(sets, watched), await readValues(answers, watched)];
      const { items } = await readEntities(this.#casebook, everything, watched);
      return querySets.score(items, asked, answered);
    });
  }

  /** Cancels what is under way and waits for its end. */
  close(): Promise<void> {
    return this.#underWay.close();
  }

  #own(): QuerySets {
    const { querySets, title } = this.#casebook.benchmark;
    if (querySets !== undefined) return querySets;
    throw new CasebookError('invalid_input', `${title} has no query sets.`, 'Nothing was written.');
  }

  async #construct(
    { kind, count, seed, distances }: SetsRequest,
    viewpoint: Viewpoint,
    work: Work,
  ): Promise<Construction> {
    const querySets = this.#own();
    if (querySets.kinds.every(({ id }) => id !== kind)) {
      const kinds = querySets.kinds.map(({ id }) => id).join(', ');
      throw new CasebookError('invalid_input', `There are no query sets "${kind}".`, `Choose ${kinds}.`);
    }
    const listed = distances === null ? null : await readDistances(distances, work);
    const sha256 = distances === null ? null : await this.#images.pool.digest(distances, work.signal);
    const entities = await readEntities(this.#casebook, viewpoint, work);
    const found = querySets.build(entities.items, { kind, count, seed, distances: listed });
    const built = { ...found, leftOut: [...unanswered(entities.hidden), ...found.leftOut] };
    const record = { ...built.record, distances_sha256: sha256 };
    const collages = built.sets.flatMap(({ collage }) => (collage === null ? [] : [collage]));
    return { built, record, collages, entities };
  }

  async #write(
    { target, force, ...request }: BuildRequest,
    { querySets, viewpoint }: { readonly querySets: QuerySets; readonly viewpoint: Viewpoint },
    work: Work,
  ): Promise<BuildReport> {
    const { built, record, collages, entities } = await this.#construct(request, viewpoint, work);
    const nothing = reportOf({ built, record, collages: [], entities });
    if (built.sets.length === 0) return nothing;
    const { lines, images: shown } = nameImages(built.sets, {
      entities,
      taken: [SETS, RECORD, ...collages.map(({ path }) => path)],
      extensionOf: (imageId) => extensionOf(this.#images.original(imageId).format),
      querySets,
    });
    const former = await formerSets(target);
    if (force) former.assertFree(shown.map(({ path }) => path));
    const output = await createOutputFolder(target, { force, owns: (path) => former.owns(path) });
    try {
      await writeCollages(this.#images, collages, entities, output, work);
      await writeShown(this.#images, shown, output, work);
      await writeLines(output, SETS, lines);
      const paths = shown.map(({ path }) => path);
      await writeRecord(output, { ...record, left_out: built.leftOut, images: paths });
      work.signal.throwIfAborted();
      const files = output.files();
      await output.finish();
      return { ...reportOf({ built, record, collages, entities }), images: shown.length, files };
    } catch (error) {
      await output.abandon();
      throw error;
    }
  }
}

/** Why questions are fewer than items would allow. */
function unanswered(hidden: number): BuiltQuerySets['leftOut'] {
  if (hidden === 0) return [];
  const what = hidden === 1 ? '1 item is' : `${String(hidden)} items are`;
  return [
    { item: null, reason: `${what} waiting for your answer: questions would reveal the right answers.` },
  ];
}

interface Construction {
  readonly built: BuiltQuerySets;
  readonly record: BuiltQuerySets['record'];
  readonly collages: readonly NonNullable<BuiltQuerySets['sets'][number]['collage']>[];
  readonly entities: Entities;
}

const reportOf = ({ built, record, collages }: Construction): BuildReport => ({
  record,
  sets: built.sets.length,
  collages: collages.length,
  images: 0,
  left_out: built.leftOut,
  files: [],
});

async function writeRecord(output: Pick<OutputFolder, 'text'>, record: object): Promise<void> {
  const text = await output.text(RECORD);
  await text.write(`${JSON.stringify(record, null, 2)}\n`);
  await text.close();
}

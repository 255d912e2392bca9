import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type {
  MergeConflict,
  MergeReport,
  OwnConflict,
  PackageReport,
} from '../../../../shared/contract/merging.ts';
import { CasebookError, type ErrorCode } from '../../../../shared/base/errors.ts';
import type { ConflictId, PersonId } from '../../../../shared/base/ids.ts';
import { DATABASE } from '../../db/acquire.ts';
import { type Casebook, compose } from '../../derived/casebook.ts';
import { assertWritable } from '../../records/casebook.ts';
import { copyDatabase } from '../../db/backup.ts';
import { closeAfterWriting, openDatabase } from '../../db/database.ts';
import { asCasebookError } from '../../base/errors.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import type { Work } from '../../base/work.ts';
import { ConflictDescriber } from './conflictDescriber.ts';
import { mergeSource, type MergeTarget } from '../../merge/mergeSource.ts';
import { Sides } from '../../records/sharing/conflicts.ts';
import { openConflictsOf } from '../../records/sharing/openConflicts.ts';
import { packageOriginOf } from '../../merge/packageFormat.ts';
import { writePackage } from './packageWriter.ts';
import { resolveConflict } from './resolveConflict.ts';
import { openSource } from './source.ts';
import { lateSenderOf } from '../../merge/lateSource.ts';
import { createTally } from '../../merge/tally.ts';

/** What somebody agreed to for a merge. */
interface Consent {
  readonly includeLate: boolean;
  readonly agreed: boolean;
}

const UNKNOWN_ORIGIN =
  'Casebook cannot tell whose casebook this is. Merge it only if a curator of this team made it.';

type SourceReport = MergeReport['sources'][number];

/** What says something of a source; everything else (a full disk, a cancelled merge) ends the whole work. */
const OF_THE_SOURCE: ReadonlySet<ErrorCode> = new Set([
  'missing',
  'not_a_casebook',
  'newer_version',
  'older_version',
  'damaged',
  'not_readable',
  'invalid_input',
  'not_found',
  'read_only',
]);

/** Packages and merging of an open casebook. */
export class MergingService {
  readonly #casebook: Casebook;
  readonly #images: CasebookImages;
  readonly #personName;
  readonly #running = new Set<Promise<unknown>>();

  constructor(casebook: Casebook, images: CasebookImages) {
    this.#casebook = casebook;
    this.#images = images;
    const { database } = casebook;
    this.#personName = database.prepare<[string], string>('SELECT name FROM person WHERE id = ?').pluck();
  }

  /** Writes one person's assignments, or in a package their answers, as one file. */
  package(personId: PersonId, target: string, by: PersonId | null, work: Work): Promise<PackageReport> {
    return this.#track(writePackage(this.#casebook, personId, target, by, work));
  }

  /** Takes over packages and casebooks, one after the other, each wholly or not at all. */
  merge(
    sources: readonly string[],
    options: {
      readonly dryRun: boolean;
      readonly by: PersonId | null;
      readonly includeLate?: boolean;
      /** Whether somebody accepted the rows of casebooks without a known owner; else those are left out. */
      readonly agreed?: boolean;
    },
    work: Work,
  ): Promise<MergeReport> {
    return this.#track(this.#merge(sources, options, work));
  }

  /** Waits for what is under way. */
  async finish(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** What merging could not unite and nobody has resolved yet, oldest first. */
  conflicts(): MergeConflict[] {
    return openConflicts(this.#casebook);
  }

  /** Those between answers of one person; the caller names the items. */
  ownConflicts(person: PersonId): Omit<OwnConflict, 'item'>[] {
    return ownConflicts(this.#casebook, person);
  }

  /** Resolves one; gives what is left. */
  resolve(id: ConflictId, choice: 'ours' | 'theirs', by: PersonId): MergeConflict[] {
    resolveConflict(this.#casebook, id, choice, by);
    return openConflicts(this.#casebook);
  }

  /** Where the casebook is a package: for whom. */
  packageFor(): { readonly personId: PersonId; readonly name: string } | null {
    const origin = packageOriginOf(this.#casebook.database);
    if (origin === null) return null;
    return { personId: origin.personId, name: this.#personName.get(origin.personId) ?? '' };
  }

  async #merge(
    sources: readonly string[],
    options: {
      readonly dryRun: boolean;
      readonly by: PersonId | null;
      readonly includeLate?: boolean;
      /** Whether somebody accepted the rows of casebooks without a known owner; else those are left out. */
      readonly agreed?: boolean;
    },
    work: Work,
  ): Promise<MergeReport> {
    const { dryRun, by, includeLate = false, agreed = false } = options;
    if (packageOriginOf(this.#casebook.database) !== null) {
      throw new CasebookError(
        'forbidden',
        'This casebook is a package, so nothing can be merged into it.',
        'Nothing was changed. Merge it into the casebook that it came from.',
      );
    }
    if (!dryRun) {
      assertWritable(this.#casebook);
      const reports = await mergeAll(
        { into: this.#casebook, images: this.#images.store, by },
        { includeLate, agreed },
        sources,
        work,
      );
      const applied = reports.some(({ refused }) => refused === null);
      return { sources: reports, conflicts: openConflicts(this.#casebook), applied };
    }
    // Tried out for real, on a copy, so that what is reported is what would happen.
    return this.#withTrialCopy(this.#casebook, async (trial) => ({
      sources: await mergeAll(
        { into: trial, images: null, by },
        // What it would bring is listed, so that somebody can agree to it.
        { includeLate, agreed: true },
        sources,
        work,
      ),
      conflicts: openConflicts(trial),
      applied: false,
    }));
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  async #withTrialCopy<T>(original: Casebook, work: (trial: Casebook) => Promise<T>): Promise<T> {
    const folder = join(this.#casebook.ports.directories.staging, this.#casebook.ports.newId());
    await mkdir(folder, { recursive: true });
    try {
      await copyDatabase(original.database.name, join(folder, DATABASE));
      const copy = openDatabase(join(folder, DATABASE), 'once');
      try {
        return await work(compose({ ...original, database: copy, readOnly: null, refusal: null }));
      } finally {
        closeAfterWriting(copy);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function refusalOf(path: string, reason: string): SourceReport {
  const { taken, known } = createTally();
  return { source: path, refused: reason, person: null, taken, known, conflicts: 0, left: [] };
}

async function mergeOne(
  merging: MergeTarget,
  { includeLate, agreed }: Consent,
  path: string,
  work: Work,
): Promise<SourceReport> {
  try {
    const source = await openSource(path, merging.into, work);
    try {
      const late = includeLate ? null : lateSenderOf(source, merging.into);
      if (late !== null)
        return {
          ...refusalOf(path, `${late} is deactivated, and this came in afterwards: it is kept apart.`),
          late: true,
        };
      const { brings = [] } = source;
      if (brings.length > 0 && !agreed) return { ...refusalOf(path, UNKNOWN_ORIGIN), brings: [...brings] };
      const { tally, person } = await mergeSource(merging, source, work);
      const { taken, known, conflicts, left } = tally;
      return {
        source: path,
        refused: null,
        person,
        taken,
        known,
        conflicts,
        left,
        ...(brings.length > 0 && { brings: [...brings] }),
      };
    } finally {
      await source.close();
    }
  } catch (error) {
    const known = asCasebookError(error);
    if (work.signal.aborted || !OF_THE_SOURCE.has(known.code)) throw error;
    return refusalOf(path, known.message);
  }
}

async function mergeAll(
  merging: MergeTarget,
  consent: Consent,
  paths: readonly string[],
  work: Work,
): Promise<SourceReport[]> {
  const reports: SourceReport[] = [];
  for (const path of paths) {
    const place = paths.length === 1 ? '' : `${basename(path)}: `;
    try {
      reports.push(
        await mergeOne(merging, consent, path, {
          signal: work.signal,
          progress: (phase, done, total) => work.progress(`${place}${phase}`, done, total),
        }),
      );
    } catch (error) {
      throw merging.images === null ? error : soFar(error, reports);
    }
  }
  return reports;
}

function openConflicts(casebook: Casebook): MergeConflict[] {
  const describer = new ConflictDescriber(casebook);
  return openConflictsOf(casebook).map((conflict) => {
    const { id, kind, itemId, item, summary, source, foundAt } = conflict;
    const differences = describer.differences(conflict);
    const sides = describer.sides(conflict);
    return { id, kind, itemId, item, summary, differences, sides, source, foundAt };
  });
}

/** The open conflicts between answers of one person. */
function ownConflicts(casebook: Casebook, person: PersonId): Omit<OwnConflict, 'item'>[] {
  const open = openConflictsOf(casebook).filter(
    ({ kind, theirs }) =>
      kind === 'answer' && Sides.answer.parse(theirs).answers.at(-1)?.annotation.person_id === person,
  );
  if (open.length === 0) return [];
  const describer = new ConflictDescriber(casebook);
  return open.flatMap((conflict) =>
    conflict.itemId === null
      ? []
      : [{ id: conflict.id, itemId: conflict.itemId, ...describer.sides(conflict) }],
  );
}

/** An end before the last source says what became of those before it. */
function soFar(error: unknown, reports: readonly SourceReport[]): unknown {
  const taken = reports.filter(({ refused }) => refused === null);
  if (taken.length === 0) return error;
  const known = asCasebookError(error);
  return new CasebookError(
    known.code,
    known.code === 'cancelled' ? 'Cancelled.' : known.message,
    `Merged before that: ${taken.map(({ source }) => basename(source)).join(', ')}. The rest is unchanged.`,
    { cause: error },
  );
}

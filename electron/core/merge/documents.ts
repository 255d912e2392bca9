import { AnnotationId } from '../../../shared/base/ids.ts';
import type { Casebook } from '../derived/casebook.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import {
  type AnswerHistory,
  type AnswerRows,
  answersAfterFork,
  answersBesideOurs,
  comingOf,
  conflictOf,
  type DocumentConflict,
  isSameAnswer,
  linesOf,
  partingOf,
  type TimeOf,
} from '../records/sharing/forks.ts';
import { closeGaps } from './closeGaps.ts';
import { refuseMerge } from './mergeContext.ts';

/** What became of one document's answers. */
export interface MergedDocument {
  readonly taken: number;
  readonly known: number;
  /** Where both sides went on from the same answer in different ways. */
  readonly conflicts: readonly DocumentConflict[];
}

const DOCUMENT = 'WHERE (item_id, task, round, person_id) = (?, ?, ?, ?) ORDER BY version';

/** Reads a database's submitted answers, a document at a time; `imageId` says what an image is called elsewhere. */
export function* submittedDocuments(
  database: CasebookDatabase,
  imageId: (id: RowOf<'region'>['image_id']) => RowOf<'region'>['image_id'],
): Generator<AnswerHistory> {
  const annotations = rowReader(
    database,
    'annotation',
    "WHERE state = 'submitted' ORDER BY item_id, task, round, person_id, version",
  );
  const readRegions = regionReader(database);
  let document: AnswerRows[] = [];
  for (const annotation of annotations.all()) {
    const regions = readRegions(annotation.id).map((box) => ({ ...box, image_id: imageId(box.image_id) }));
    const [first] = document;
    if (first !== undefined && !sameDocument(first.annotation, annotation)) {
      yield document;
      document = [];
    }
    document.push({ annotation, regions });
  }
  if (document.length > 0) yield document;
}

function sameDocument(a: RowOf<'annotation'>, b: RowOf<'annotation'>): boolean {
  return a.item_id === b.item_id && a.task === b.task && a.round === b.round && a.person_id === b.person_id;
}

/** Reads the boxes of an answer in the order of their ids. */
function regionReader(database: CasebookDatabase): (annotationId: string) => RowOf<'region'>[] {
  const regions = rowReader(database, 'region', 'WHERE annotation_id = ? ORDER BY id');
  return (annotationId) => regions.list(annotationId);
}

/** What merging answers needs to know of where they come from. */
interface AnswersSource {
  /** When a package went out: a draft that was edited here since is kept. Null: it is no package. */
  readonly sentAt: number | null;
  /** Whether an answer is that of a decision. */
  readonly isDecision: (id: string) => boolean;
  readonly timeOf: TimeOf;
}

/**
 * Merges submitted answers, in the caller's transaction with foreign keys deferred. Known answers have to be the same,
 * boxes included. If both sides went on, the later answer counts, in either direction of the merge, and a person
 * resolves the difference. A draft here follows what came in. Two decisions of one adjudicator stay side by side.
 */
export class DocumentMerger {
  readonly #casebook;
  readonly #source;
  readonly #ofDocument;
  readonly #readRegions;
  readonly #write;
  readonly #exists;
  readonly #appender;

  constructor(casebook: Casebook, source: AnswersSource) {
    const { database } = casebook;
    this.#casebook = casebook;
    this.#source = source;
    this.#ofDocument = rowReader(database, 'annotation', DOCUMENT);
    this.#readRegions = regionReader(database);
    this.#write = answerWriter(database);
    this.#exists = database.prepare<[string], number>('SELECT 1 FROM annotation WHERE id = ?').pluck();
    this.#appender = new DocumentAppender(casebook);
  }

  /** Merges one document. Throws `invalid_input` where an answer that is here was changed there. */
  merge(came: AnswerHistory): MergedDocument {
    return linesOf(came).reduce((whole, line) => sumOf(whole, this.#mergeLine(line)), NOTHING);
  }

  #mergeLine(came: AnswerHistory): MergedDocument {
    const [first] = came;
    if (first === undefined) return NOTHING;
    const { item_id: item, task, round, person_id: person } = first.annotation;
    const ours = this.#ofDocument.list(item, task, round, person);
    const submitted = ours.filter(({ state }) => state === 'submitted');
    const document = closeGaps(came, ours);
    const since = answersAfterFork(came, submitted);
    const beside = answersBesideOurs(document, submitted, since, this.#source.isDecision);
    const plain = document.filter((answer) => !beside.includes(answer));
    return sumOf(this.#mergePlain(plain, ours, submitted, since), this.#appendNew(beside, ours));
  }

  /** Puts those that are not here behind ours. */
  #appendNew(theirs: AnswerHistory, ours: readonly RowOf<'annotation'>[]): MergedDocument {
    const news = this.#newAmong(theirs, ours);
    for (const answer of news) this.#appender.append(answer, answer.annotation.id);
    return { taken: news.length, known: theirs.length - news.length, conflicts: [] };
  }

  #mergePlain(
    theirs: AnswerHistory,
    ours: readonly RowOf<'annotation'>[],
    submitted: readonly RowOf<'annotation'>[],
    since: readonly RowOf<'annotation'>[] | null,
  ): MergedDocument {
    const { known, rest, parted } = partingOf(theirs, submitted, since);
    // What an answer follows here is another answer where it was appended.
    for (const answer of known) this.#requireSame(answer, submitted, ['previous_id']);
    const news = this.#newAmong(rest, submitted);
    if (parted.length > 0) return this.#mergeParted(parted, known, rest, news, since?.length === 0);
    const moved = rest.find((answer) => !news.includes(answer));
    if (moved !== undefined) refuseChanged(moved.annotation.id);
    const draft = ours.find(({ state }) => state === 'draft');
    this.#add(rest, draft === undefined ? undefined : this.#withRegions(draft));
    return { taken: rest.length, known: known.length, conflicts: [] };
  }

  /** Both sides went on: the later answers come in, and what differs is noted. */
  #mergeParted(
    parted: readonly RowOf<'annotation'>[],
    known: AnswerHistory,
    rest: AnswerHistory,
    news: AnswerHistory,
    goesOn: boolean,
  ): MergedDocument {
    const { timeOf } = this.#source;
    const own = parted.map((row) => this.#withRegions(row));
    const coming = goesOn ? news : comingOf(own, rest, news, timeOf);
    for (const answer of coming) this.#appender.append(answer, answer.annotation.id);
    const conflict = conflictOf(own, rest, news, timeOf);
    return {
      taken: coming.length,
      known: known.length + rest.length - news.length,
      conflicts: conflict === null ? [] : [{ ...conflict, goesOn: conflict.goesOn || goesOn }],
    };
  }

  /** Writes answers that follow ours, and puts a draft that is here behind them. */
  #add(rest: AnswerHistory, draft: AnswerRows | undefined): void {
    const last = rest.at(-1)?.annotation;
    if (last === undefined) return;
    const { annotations } = this.#casebook.records;
    const same = rest.find(({ annotation }) => annotation.id === draft?.annotation.id);
    if (draft !== undefined && same !== undefined) annotations.deleteDraft(draft.annotation.id);
    else if (draft !== undefined && draft.annotation.version <= last.version)
      annotations.moveDraft(draft.annotation.id, last.version + 1, last.id);
    for (const answer of rest) {
      const { id } = answer.annotation;
      if (this.#exists.get(id) !== undefined) refuseMerge(`The answer ${id} has the id of another answer.`);
      this.#write(answer);
    }
    if (draft === undefined || same === undefined) return;
    const since = this.#source.sentAt ?? same.annotation.submitted_at ?? 0;
    if (draft.annotation.updated_at <= since || isSameAnswer(draft, same)) return;
    // Somebody worked on it in both places: what was done here goes on as the next draft.
    const id = AnnotationId.parse(this.#casebook.ports.newId());
    this.#write({
      annotation: { ...draft.annotation, id, version: last.version + 1, previous_id: last.id },
      regions: draft.regions.map((box) => ({ ...box, annotation_id: id })),
    });
  }

  /** Those of their answers that are not here; those that are, under any number, have to be the same. */
  #newAmong(theirs: AnswerHistory, ours: readonly RowOf<'annotation'>[]): AnswerHistory {
    const here = new Set(ours.map(({ id }) => id));
    return theirs.filter((answer) => {
      const isHere = here.has(answer.annotation.id);
      if (isHere) this.#requireSame(answer, ours, ['version', 'previous_id']);
      return !isHere;
    });
  }

  #requireSame(answer: AnswerRows, ours: readonly RowOf<'annotation'>[], except: readonly string[]): void {
    const own = ours.find(({ id }) => id === answer.annotation.id);
    if (own !== undefined && !sameAnswer(this.#withRegions(own), answer, except)) refuseChanged(own.id);
  }

  #withRegions(annotation: RowOf<'annotation'>): AnswerRows {
    return { annotation, regions: this.#readRegions(annotation.id) };
  }
}

/** Puts answers behind those of their document that are here. */
export class DocumentAppender {
  readonly #casebook;
  readonly #ofDocument;
  readonly #write;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#ofDocument = rowReader(casebook.database, 'annotation', DOCUMENT);
    this.#write = answerWriter(casebook.database);
  }

  /** Makes an answer the next version of its document, under this id; a draft goes on behind it. In the caller's transaction. */
  append({ annotation, regions }: AnswerRows, id: AnnotationId): void {
    const { database, records } = this.#casebook;
    database.pragma('defer_foreign_keys = ON');
    const { item_id: item, task, round, person_id: person } = annotation;
    const ours = this.#ofDocument.list(item, task, round, person);
    const last = ours.findLast(({ state }) => state === 'submitted');
    const version = (last?.version ?? 0) + 1;
    const draft = ours.find(({ state }) => state === 'draft');
    if (draft !== undefined && draft.version <= version)
      records.annotations.moveDraft(draft.id, version + 1, id);
    this.#write({
      annotation: { ...annotation, id, version, previous_id: last?.id ?? null },
      regions: regions.map((box) => ({ ...box, annotation_id: id })),
    });
  }
}

/** Writes an answer; its boxes before it, as a submitted answer takes none. */
function answerWriter(database: CasebookDatabase): (answer: AnswerRows) => void {
  const insert = rowWriter(database, 'annotation');
  const insertRegion = rowWriter(database, 'region');
  return ({ annotation, regions }) => {
    for (const box of regions) insertRegion(box);
    insert(annotation);
  };
}

const NOTHING: MergedDocument = { taken: 0, known: 0, conflicts: [] };

const sumOf = (a: MergedDocument, b: MergedDocument): MergedDocument => ({
  taken: a.taken + b.taken,
  known: a.known + b.known,
  conflicts: [...a.conflicts, ...b.conflicts],
});

/**
 * Whether two rows are one answer, boxes included, `except` for these columns. Which images it signs off was worked out in
 * each casebook by itself where the answer is older than that being noted, and so was whether it came from a file.
 */
function sameAnswer(a: AnswerRows, b: AnswerRows, except: readonly string[]): boolean {
  return (
    sameRow(a.annotation, b.annotation, ['signed_off_images', 'origin', ...except]) &&
    sameBoxes(a.regions, b.regions)
  );
}

function sameBoxes(a: readonly RowOf<'region'>[], b: readonly RowOf<'region'>[]): boolean {
  if (a.length !== b.length) return false;
  const theirs = new Map(b.map((box) => [box.id, box]));
  return a.every((box) => {
    const other = theirs.get(box.id);
    return other !== undefined && sameRow(box, other);
  });
}

function refuseChanged(id: string): never {
  refuseMerge(`The answer ${id} was changed after it was submitted.`);
}

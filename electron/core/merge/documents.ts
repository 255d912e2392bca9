import { CasebookError } from '../../../shared/base/errors.ts';
import { AnnotationId } from '../../../shared/base/ids.ts';
import type { Casebook } from '../derived/casebook.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import type { Answer, Document, DocumentConflict, TimeOf } from '../records/sharing/forks.ts';
import { closeGaps } from './closeGaps.ts';
import { comingOf, conflictOf, linesOf, oursSince, saysSame } from '../records/sharing/forks.ts';

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
): Generator<Document> {
  const annotations = rowReader(
    database,
    'annotation',
    "WHERE state = 'submitted' ORDER BY item_id, task, round, person_id, version",
  );
  const readRegions = regionReader(database);
  let document: Answer[] = [];
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

/**
 * Takes over submitted answers, in the caller's transaction with foreign keys deferred. What is here already has to be
 * the same to the last box. Where both sides went on by themselves, the later answer counts, whichever casebook takes in the
 * other, and what differs is left to a person. A draft that is here goes on behind what came in. `sentAt`: when a package went out; a draft edited here since is kept. `isDecision`: the
 * answer of a decision, which is told apart by the decision on it: two of one adjudicator stand side by side.
 */
export function createDocumentMerger(
  casebook: Casebook,
  {
    sentAt,
    isDecision,
    timeOf,
  }: {
    readonly sentAt: number | null;
    readonly isDecision: (id: string) => boolean;
    readonly timeOf: TimeOf;
  },
): (theirs: Document) => MergedDocument {
  const { database, ports } = casebook;
  const ofDocument = rowReader(database, 'annotation', DOCUMENT);
  const readRegions = regionReader(database);
  const insert = rowWriter(database, 'annotation');
  const insertRegion = rowWriter(database, 'region');
  const exists = database.prepare<[string], number>('SELECT 1 FROM annotation WHERE id = ?').pluck();
  const removeRegions = database.prepare<[string]>('DELETE FROM region WHERE annotation_id = ?');
  const remove = database.prepare<[string]>("DELETE FROM annotation WHERE id = ? AND state = 'draft'");
  const moveDraft = database.prepare<[number, string, string]>(
    "UPDATE annotation SET version = ?, previous_id = ? WHERE id = ? AND state = 'draft'",
  );
  const withRegions = (annotation: RowOf<'annotation'>): Answer => ({
    annotation,
    regions: readRegions(annotation.id),
  });
  /** Boxes before their answer: a submitted one takes none. */
  const write = ({ annotation, regions }: Answer): void => {
    for (const box of regions) insertRegion(box);
    insert(annotation);
  };

  const add = (rest: readonly Answer[], draft: Answer | undefined): void => {
    const last = rest.at(-1)?.annotation;
    if (last === undefined) return;
    const same = rest.find(({ annotation }) => annotation.id === draft?.annotation.id);
    if (draft !== undefined && same !== undefined) {
      removeRegions.run(draft.annotation.id);
      remove.run(draft.annotation.id);
    } else if (draft !== undefined && draft.annotation.version <= last.version) {
      moveDraft.run(last.version + 1, last.id, draft.annotation.id);
    }
    for (const answer of rest) {
      const { id } = answer.annotation;
      if (exists.get(id) !== undefined) refuse(`The answer ${id} has the id of another answer.`);
      write(answer);
    }
    if (draft === undefined || same === undefined) return;
    const since = sentAt ?? same.annotation.submitted_at ?? 0;
    if (draft.annotation.updated_at <= since || saysSame(draft, same)) return;
    // It was worked on in both places: what was done here goes on as the next draft.
    const id = AnnotationId.parse(ports.newId());
    write({
      annotation: { ...draft.annotation, id, version: last.version + 1, previous_id: last.id },
      regions: draft.regions.map((box) => ({ ...box, annotation_id: id })),
    });
  };

  const append = createDocumentAppender(casebook);

  return (came) => {
    const whole = { taken: 0, known: 0, conflicts: new Array<DocumentConflict>() };
    for (const line of linesOf(came)) {
      const { taken, known, conflicts } = mergeLine(line);
      whole.taken += taken;
      whole.known += known;
      whole.conflicts.push(...conflicts);
    }
    return whole;
  };

  function mergeLine(came: Document): MergedDocument {
    const [first] = came;
    if (first === undefined) return { taken: 0, known: 0, conflicts: [] };
    const { item_id: item, task, round, person_id: person } = first.annotation;
    const ours = ofDocument.list(item, task, round, person);
    const document = closeGaps(came, ours);
    const submitted = new Map(
      ours.filter(({ state }) => state === 'submitted').map((row) => [row.version, row]),
    );
    const since = oursSince(came, [...submitted.values()]);
    const isFork = since !== null && since.length > 0;
    const elsewhere = document.filter(({ annotation: { id, version } }) => {
      const own = submitted.get(version);
      return isDecision(id) && own?.id !== id && (own !== undefined || isFork);
    });
    if (elsewhere.length > 0) {
      const rest = mergePlain(
        document.filter((answer) => !elsewhere.includes(answer)),
        ours,
        submitted,
        since,
      );
      const byId = new Map(ours.map((row) => [row.id, row]));
      let appended = 0;
      for (const answer of elsewhere) {
        const own = byId.get(answer.annotation.id);
        if (own === undefined) {
          append(answer, answer.annotation.id);
          appended += 1;
        } else if (!sameAnswer(withRegions(own), answer, ['version', 'previous_id']))
          refuse(`The answer ${own.id} was changed after it was submitted.`);
      }
      return {
        taken: rest.taken + appended,
        known: rest.known + elsewhere.length - appended,
        conflicts: rest.conflicts,
      };
    }
    return mergePlain(document, ours, submitted, since);
  }

  function mergePlain(
    theirs: Document,
    ours: readonly RowOf<'annotation'>[],
    submitted: ReadonlyMap<number, RowOf<'annotation'>>,
    since: readonly RowOf<'annotation'>[] | null,
  ): MergedDocument {
    let known = 0;
    for (const answer of theirs) {
      const own = submitted.get(answer.annotation.version);
      if (own?.id !== answer.annotation.id) break;
      // What it follows here is another answer where it was appended.
      if (!sameAnswer(withRegions(own), answer, ['previous_id']))
        refuse(`The answer ${own.id} was changed after it was submitted.`);
      known += 1;
    }
    const rest = theirs.slice(known);
    const from = rest[0]?.annotation.version;
    if (from === undefined) return { taken: 0, known, conflicts: [] };
    const news = newAmong(rest, submitted);
    const goesOn = since?.length === 0;
    const parted = submitted.has(from)
      ? [...submitted.values()].filter(({ version }) => version >= from)
      : (since ?? []);
    if (parted.length > 0) {
      const own = parted.map(withRegions);
      const coming = goesOn ? news : comingOf(own, rest, news, timeOf);
      for (const answer of coming) append(answer, answer.annotation.id);
      const conflict = conflictOf(own, rest, news, timeOf);
      return {
        taken: coming.length,
        known: known + rest.length - news.length,
        conflicts: conflict === null ? [] : [{ ...conflict, goesOn: conflict.goesOn || goesOn }],
      };
    }
    const moved = rest.find((answer) => !news.includes(answer));
    if (moved !== undefined) refuse(`The answer ${moved.annotation.id} was changed after it was submitted.`);
    const draft = ours.find(({ state }) => state === 'draft');
    add(rest, draft === undefined ? undefined : withRegions(draft));
    return { taken: rest.length, known, conflicts: [] };
  }

  /** Those of their answers that are not here; those that are, in whatever place, have to be the same. */
  function newAmong(theirs: Document, submitted: ReadonlyMap<number, RowOf<'annotation'>>): Document {
    const byId = new Map([...submitted.values()].map((row) => [row.id, row]));
    return theirs.filter((answer) => {
      const own = byId.get(answer.annotation.id);
      if (own !== undefined && !sameAnswer(withRegions(own), answer, ['version', 'previous_id']))
        refuse(`The answer ${own.id} was changed after it was submitted.`);
      return own === undefined;
    });
  }
}

/**
 * Puts an answer behind those of its document that are here, as their next version under a new id, in the caller's
 * transaction; a draft goes on behind it.
 */
export function createDocumentAppender({ database }: Casebook): (answer: Answer, id: AnnotationId) => void {
  const ofDocument = rowReader(database, 'annotation', DOCUMENT);
  const insert = rowWriter(database, 'annotation');
  const insertRegion = rowWriter(database, 'region');
  const moveDraft = database.prepare<[number, string, string]>(
    "UPDATE annotation SET version = ?, previous_id = ? WHERE id = ? AND state = 'draft'",
  );
  return ({ annotation, regions }, id) => {
    database.pragma('defer_foreign_keys = ON');
    const { item_id: item, task, round, person_id: person } = annotation;
    const ours = ofDocument.list(item, task, round, person);
    const last = ours.findLast(({ state }) => state === 'submitted');
    const version = (last?.version ?? 0) + 1;
    const draft = ours.find(({ state }) => state === 'draft');
    if (draft !== undefined && draft.version <= version) moveDraft.run(version + 1, id, draft.id);
    for (const box of regions) insertRegion({ ...box, annotation_id: id });
    insert({ ...annotation, id, version, previous_id: last?.id ?? null });
  };
}

/**
 * Whether two rows are one answer, boxes included, `except` for these columns. Which images it signs off was worked out in
 * each casebook by itself where the answer is older than that being noted, and so was whether it came from a file.
 */
function sameAnswer(a: Answer, b: Answer, except: readonly string[] = []): boolean {
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

function refuse(what: string): never {
  throw new CasebookError('invalid_input', what, 'None of it was merged.');
}

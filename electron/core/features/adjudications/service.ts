import type {
  Case,
  FieldDecision,
  QueueEntry,
  QueueFilter,
} from '../../../../shared/contract/adjudications.ts';
import type { DeskDocument } from '../../../../shared/contract/annotations.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import type { Acceptance, BulkResult } from '../../../../shared/contract/items.ts';
import { isAnswered, withParts } from '../../../../shared/benchmarks/parts.ts';
import { isAskedToSignOff } from '../../../../shared/benchmarks/signOff.ts';
import { blankAnswer, boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import { makeDiff } from '../../../../shared/base/diff.ts';
import type { DocumentDiff, DocumentRecord } from '../../../../shared/domain/document.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { AnnotationId, RegionId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { DisagreementCause } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { submittedAnswer } from '../../derived/submitted.ts';
import type { Recomputed } from '../../derived/recompute.ts';
import type { AnnotationRow, DocumentKey } from '../../records/annotations.ts';
import { recordsOf } from '../../records/annotations.ts';
import { createCaseRows } from '../../access/blindRow.ts';
import { caseName } from '../../access/caseName.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { CaseFile } from './case.ts';
import { askedDifferences, createCases } from './case.ts';
import { startOfDecision } from './draft.ts';
import { createEarlierGold } from './earlierGold.ts';
import { neutralDocument, withoutPeople } from './neutralDocument.ts';
import { createRequireOthers } from './ownCases.ts';
import type { Counts } from './queue.ts';
import { createQueue } from './queue.ts';
import type { KeptField, NewAdjudication } from '../../access/adjudicationRows.ts';
import { createAdjudicationRows } from '../../access/adjudicationRows.ts';
import { timeOfWriting } from '../../records/hubClock.ts';

/** What somebody decides, beside the draft that they wrote. */
export interface DecisionInput {
  /** The draft's. */
  readonly revision: number;
  readonly fields: Readonly<Record<string, FieldDecision>>;
  readonly cause: DisagreementCause;
  readonly note: string;
}

/** Deciding between raters. Nothing here tells who a rater is before the case is decided. */
export interface AdjudicationsService {
  queue(
    filter: QueueFilter,
    offset: number,
    limit: number,
    by: Person,
    viewpoint: Viewpoint,
  ): { total: number; rows: QueueEntry[] };
  counts(task: string, by: Person): Counts;
  /** Which unanimous items that `by` may accept can be accepted now. */
  acceptance(task: string, by: Person): Promise<Acceptance>;
  /** Throws `not_found` where nobody rated the item, `forbidden` where `by` has yet to. */
  look(itemId: ItemId, task: string, by: Person): Case;
  /**
   * Claims the case and begins (or continues) `by`'s draft of the decision; gives its document. Throws `conflict` where
   * somebody else is deciding or there is nothing to decide yet, `forbidden` where `by` has yet to answer as a rater, or has rated the
   * item and the casebook does not let raters decide.
   */
  open(itemId: ItemId, task: string, by: Person): { readonly case: Case; readonly key: DocumentKey };
  /** The document of a case that was opened, with as little of the item in it as the case tells. */
  neutral(opened: Case, document: DeskDocument): DeskDocument;
  /** Gives the case back; the draft stays. */
  release(itemId: ItemId, task: string, by: Person): void;
  /**
   * Makes the draft the item's gold. Throws `conflict` where it was changed elsewhere or somebody else is deciding,
   * `invalid_input` where a field in which raters differ is not accounted for.
   */
  decide(
    itemId: ItemId,
    task: string,
    decision: DecisionInput,
    by: Person,
  ): { readonly case: Case; readonly next: ItemId | null };
  /** Takes the decision back. Throws `conflict` where there is none. */
  reopen(itemId: ItemId, task: string, note: string, by: Person): Case;
  /**
   * Accepts unanimous items that break no rule; null: all that nobody sent back and that have what the casebook asks
   * for.
   */
  acceptUnanimous(
    task: string,
    items: readonly ItemId[] | null,
    by: Person,
    viewpoint: Viewpoint,
  ): BulkResult;
}

/** Adjudication in an open casebook. */
export function createAdjudicationsService(casebook: Casebook): AdjudicationsService {
  const { database, benchmark, ports } = casebook;
  const rows = createAdjudicationRows(database, { ...ports, now: () => timeOfWriting(casebook) });
  const cases = createCases(casebook, rows);
  const queue = createQueue(casebook, rows, cases);
  const { annotations: store, askedItems: asked, isOfDecision, log, settings } = casebook.records;
  const { showsEarlierGold, signOffs } = casebook.records;
  const earlierGold = createEarlierGold(casebook);
  const { recompute: recomputing, items: writer, statusChange: statuses } = casebook.derived;
  const requireOthers = createRequireOthers(casebook, rows);
  const caseRow = createCaseRows(database);
  const seenBefore = database
    .prepare<[string, string, string, string], string | null>(
      `SELECT detail ->> 'ratings' FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND kind = 'begin'
         AND detail ->> 'decision' = ? ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  const shownBefore = database
    .prepare<[string, string, string, string], number>(
      `SELECT 1 FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND kind = 'begin'
         AND detail ->> 'decision' = ? AND detail ->> 'earlierGold' = 'shown' LIMIT 1`,
    )
    .pluck();
  const { gold } = casebook.derived;
  const inForce = (itemId: ItemId) => gold.read(itemId) ?? { answer: {}, regions: [] };
  const replaceDraft = database.prepare<[string, number, number, string | null, string]>(
    `UPDATE annotation SET independent = 0, payload = ?, revision = ?, updated_at = ?, asked = ?,
       edition_id = (SELECT edition_id FROM item WHERE id = item_id) WHERE id = ?`,
  );
  const clearBoxes = database.prepare<[string]>('DELETE FROM region WHERE annotation_id = ?');

  const fileFor = (itemId: ItemId, task: string, by: Person): CaseFile => {
    if (rows.isAwaited(itemId, by.id)) {
      throw new CasebookError(
        'forbidden',
        'You have not answered this item yet; others’ answers stay hidden until then.',
        'Answer it at the Desk first, or ask a curator to withdraw the assignment.',
      );
    }
    return cases.file(itemId, task);
  };

  /** What an item is called that is not to be accepted here: if it is undecided, as Adjudicate calls it. */
  const nameOf = (itemId: ItemId, task: string, viewpoint: Viewpoint): string => {
    const row = readRow(database, itemId, viewpoint);
    if (row === undefined) return 'An item';
    const isUndecided = !row.blind && row.ratings !== null && cases.isHidden(cases.file(itemId, task));
    return isUndecided ? caseName(itemId) : row.externalId;
  };

  const requireFree = (itemId: ItemId, task: string, by: Person): void => {
    const claim = cases.claim(itemId, task, by.id);
    if (claim === null || claim.you) return;
    throw new CasebookError(
      'conflict',
      `${claim.name} has been deciding on this item since ${clock(claim.claimedAt)}.`,
      'Nothing was changed. Choose another item; you can claim this one after half an hour without edits.',
    );
  };

  const keyOf = ({ key }: CaseFile, by: Person): DocumentKey => ({ ...key, personId: by.id });

  const ratingsIn = ({ columns }: CaseFile): string[] => columns.map(({ rating }) => rating.annotationId);

  /** Whether the ratings are those that the decision's draft was last opened on: a letter is another's otherwise. */
  const hasSeen = (file: CaseFile, { itemId, task, personId }: DocumentKey, draft: AnnotationId): boolean =>
    seenBefore.get(itemId, task, personId, draft) === JSON.stringify(ratingsIn(file));

  /**
   * Whether somebody could see the earlier gold before their decision: the casebook showed it while they had the draft
   * open, or the case was decided before, which showed it to everybody.
   */
  const wasShown = (file: CaseFile, { itemId, task, personId }: DocumentKey, draft: AnnotationId): boolean =>
    file.rows.length > 0 || shownBefore.get(itemId, task, personId, draft) !== undefined;

  /** Puts what nobody was asked for, as it is in force, into a draft that is about to be decided. */
  const complete = ({ task, asked: parts, vocabulary }: CaseFile, draft: AnnotationRow): void => {
    if (parts === null) return;
    const { answer, regions } = inForce(draft.itemId);
    store.updateDraft(draft.id, withParts(answer, draft.answer, parts), draft.revision, 0);
    const boxes = boxesPart(task, vocabulary);
    if (boxes === null || isAnswered(parts, boxes)) return;
    clearBoxes.run(draft.id);
    store.insertRegions(
      draft.id,
      regions.map((region) => ({ ...region, id: RegionId.parse(ports.newId()) })),
    );
  };

  /** Takes out of a draft that is about to be decided what is not asked, given the rest of it. */
  const dropUnasked = ({ task, vocabulary }: CaseFile, draft: AnnotationRow): void => {
    const answer = store.annotation(draft.id)?.answer ?? draft.answer;
    const submitted = submittedAnswer(task, { answer, regions: store.regions(draft.id) }, vocabulary);
    if (submitted === null) return;
    store.updateDraft(draft.id, submitted.answer, draft.revision, 0);
    clearBoxes.run(draft.id);
    store.insertRegions(draft.id, submitted.regions);
  };

  /** Sees to it that there is a draft of the decision to edit, and notes which ratings it is about. */
  const begin = (file: CaseFile, key: DocumentKey): void => {
    const latest = store.latest(key);
    const item = store.item(key.itemId);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    const isCurrent = latest?.editionId === item.editionId;
    const continues = latest !== undefined && isCurrent && isOfDecision(key, latest);
    const note = (decision: AnnotationId, diff?: DocumentDiff): void => {
      const { itemId, task, round, personId } = key;
      const detail = {
        decision,
        ratings: ratingsIn(file),
        ...(showsEarlierGold() && { earlierGold: 'shown' }),
      };
      log({ kind: 'begin', personId, itemId, task, round, detail, ...(diff !== undefined && { diff }) });
    };
    if (continues && latest.state === 'draft') {
      const isShownAnew = showsEarlierGold() && !wasShown(file, key, latest.id);
      if (isShownAnew || !hasSeen(file, key, latest.id)) note(latest.id);
      return;
    }
    const { answer: begun, regions } = continues
      ? { answer: latest.answer, regions: store.regions(latest.id) }
      : startOfDecision(file.task, file.shown, {
          blank: blankAnswer(benchmark, file.task, file.asked, item.payload, file.vocabulary),
          // What nobody was asked for comes with the decision.
          gold: cases.isHidden(file) ? { answer: {}, regions: [] } : inForce(key.itemId),
          vocabulary: file.vocabulary,
          newId: ports.newId,
          sameBox: settings.current().sameBox,
        });
    // It signs off what all of those that it rests on did, as far as they were asked.
    const restsOn: readonly Pick<AnnotationRow, 'asked' | 'signedOffImages'>[] = continues
      ? [latest]
      : file.columns.map(({ rating }) => ({
          asked: rating.asked,
          signedOffImages: signOffs.givenBy(rating.annotationId),
        }));
    const answer = restsOn.reduce(
      (held: JsonObject, { asked: parts, signedOffImages }) =>
        isAskedToSignOff(file.task, parts)
          ? signOffs.answerInForce(file.task, held, signedOffImages, signOffs.imagesOf(key.itemId))
          : held,
      begun,
    );
    // One more than another window of theirs may still know.
    const revision = latest === undefined ? item.editionNumber - 1 : latest.revision + 1;
    const asked = file.asked === null ? null : JSON.stringify(file.asked);
    const id = latest?.state === 'draft' ? latest.id : AnnotationId.parse(ports.newId());
    // What they had begun as a rater goes into the log.
    const displaced = latest?.state === 'draft' ? recordsOf(latest.answer, store.regions(id), []) : null;
    if (latest?.state === 'draft') {
      clearBoxes.run(id);
      replaceDraft.run(JSON.stringify(answer), revision, timeOfWriting(casebook), asked, id);
    } else {
      store.insertDraft({
        id,
        key,
        itemRevision: item.revision,
        version: (latest?.version ?? 0) + 1,
        previousId: latest?.id ?? null,
        answer,
        revision,
        independent: false,
        asked: file.asked,
      });
    }
    store.insertRegions(id, regions);
    signOffs.tie(id, file.task, answer, key.itemId);
    writer.reindex(key.itemId);
    if (displaced === null) note(id);
    else note(id, makeDiff<DocumentRecord>(displaced, recordsOf(answer, regions, [])));
  };

  const keep = (
    file: CaseFile,
    fields: DecisionInput['fields'],
    answer: JsonObject,
  ): Record<string, KeptField> => {
    const isAsked = (field: string): boolean => file.task.isAsked?.(answer, field, file.vocabulary) !== false;
    const known = new Map(file.columns.map(({ letter, rating }) => [letter, rating.annotationId]));
    const differences = askedDifferences(file, settings.current().sameBox);
    const open = differences.filter(
      ({ field, disagreement }) =>
        disagreement !== null && disagreement > 0 && isAsked(field) && !Object.hasOwn(fields, field),
    );
    if (open.length > 0) {
      refuse(
        `The decision is missing for ${open.map(({ title }) => `"${title}"`).join(', ')}, where raters differ.`,
      );
    }
    return Object.fromEntries(
      Object.entries(fields).map(([field, { how, columns }]) => {
        if (!differences.some((each) => each.field === field)) refuse(`There is no field "${field}".`);
        const annotations = columns.map(
          (letter) => known.get(letter) ?? refuse(`There is no column "${letter}".`),
        );
        if (annotations.length === 0 && (how === 'accepted' || how === 'mean')) {
          refuse(`The decision does not say whose answer "${field}" is.`);
        }
        return [field, { how, annotations }];
      }),
    );
  };

  /**
   * Writes a row in the place of the current one. A row replaces one other: where two decisions conflict,
   * all but the last are taken back first.
   */
  const replace = (file: CaseFile, row: Omit<NewAdjudication, 'replaces'>, by: Person): void => {
    const heads = file.rows.filter(({ isCurrent }) => isCurrent);
    const decisions = heads.filter(({ kind }) => kind === 'decision');
    const [last, ...others] = decisions.length > 0 ? decisions : heads;
    for (const { id } of decisions.length > 0 ? others : []) {
      const reopening = { kind: 'reopening', annotationId: null, fields: {}, cause: null } as const;
      rows.insert(file.key, { ...reopening, replaces: id, note: row.note }, by.id);
    }
    rows.insert(file.key, { ...row, replaces: last?.id ?? null }, by.id);
  };

  const logChange = (
    kind: 'decide' | 'reopen',
    { key }: CaseFile,
    change: { readonly before: Recomputed; readonly after: Recomputed },
    about: { readonly note: string; readonly cause?: DisagreementCause; readonly fields?: string[] },
    by: Person,
  ): void => {
    const { before, after } = change;
    log({
      kind,
      personId: by.id,
      ...key,
      diff: {
        added: {},
        updated: { raters: [before.state, after.state], gold: [before.gold, after.gold] },
        removed: {},
      },
      detail: { ...about },
    });
  };

  return {
    queue: (filter, offset, limit, by, viewpoint) => queue.page(filter, offset, limit, by.id, viewpoint),
    counts: (task, by) => queue.counts(task, by.id),
    acceptance: async (task, by) => casebook.derived.acceptability.sort(queue.acceptable(task, by.id)),
    look: (itemId, task, by) => cases.show(fileFor(itemId, task, by), by.id),
    open: (itemId, task, by) =>
      database.transaction(() => {
        const file = fileFor(itemId, task, by);
        requireDecidable(file);
        requireOthers(itemId, task, by);
        requireFree(itemId, task, by);
        if (rows.claim(itemId, task)?.personId !== by.id) rows.setClaim(itemId, task, by.id);
        const key = keyOf(file, by);
        begin(file, key);
        return { case: cases.show(file, by.id), key };
      })(),
    neutral(opened, document) {
      if (opened.decision !== null) return document;
      const nameless = withoutPeople(document);
      return opened.hidden === null ? nameless : neutralDocument(nameless, caseRow(document.item));
    },
    release: (itemId, task, by) =>
      database.transaction(() => {
        if (rows.claim(itemId, task)?.personId === by.id) rows.dropClaim(itemId, task);
      })(),
    decide: (itemId, task, { revision, fields, cause, note }, by) =>
      database.transaction(() => {
        const file = fileFor(itemId, task, by);
        requireDecidable(file);
        requireOthers(itemId, task, by);
        requireFree(itemId, task, by);
        const key = keyOf(file, by);
        const draft = store.latest(key);
        if (draft === undefined || draft.state !== 'draft' || !isOfDecision(key, draft)) {
          throw new CasebookError(
            'conflict',
            'There is no draft of a decision on this item.',
            'Nothing was changed. Open the item in Adjudicate and decide on it there.',
          );
        }
        if (draft.revision !== revision) {
          throw new CasebookError(
            'conflict',
            'Another window changed this decision.',
            'Nothing was decided; reload the item to see the current draft.',
          );
        }
        if (!hasSeen(file, key, draft.id)) {
          throw new CasebookError(
            'conflict',
            'An answer to this item arrived or changed after you opened it.',
            'Nothing was decided; the draft is unchanged. Reopen the item to see all answers.',
          );
        }
        complete(file, draft);
        dropUnasked(file, draft);
        const answer = store.annotation(draft.id)?.answer ?? draft.answer;
        const parsed = file.task.parseAnswer(answer, file.vocabulary);
        if (!parsed.ok) refuse(parsed.problems.map(({ message }) => message).join(' '));
        const kept = keep(file, fields, answer);
        const decided = { answer, regions: store.regions(draft.id) };
        const isShown = showsEarlierGold() || wasShown(file, key, draft.id);
        const against = { ...earlierGold(file, decided), shown: isShown };
        store.submit(draft.id);
        const made = { kind: 'decision', annotationId: draft.id, fields: kept, cause, note } as const;
        replace(file, { ...made, earlierGold: against }, by);
        const change = asked.withSameImage(itemId, () => recomputing.bring(itemId, task, by.id));
        rows.dropClaim(itemId, task);
        logChange('decide', file, change, { note, cause, fields: Object.keys(kept) }, by);
        return { case: cases.show(cases.file(itemId, task), by.id), next: queue.next(task, itemId, by.id) };
      })(),
    reopen: (itemId, task, note, by) =>
      database.transaction(() => {
        const file = fileFor(itemId, task, by);
        requireFree(itemId, task, by);
        const decisions = file.rows.filter(({ kind, isCurrent }) => kind === 'decision' && isCurrent);
        if (decisions.length === 0) {
          throw new CasebookError('conflict', 'There is no decision to reopen.', 'Nothing was changed.');
        }
        requireOthers(itemId, task, by, decisions);
        for (const { id } of decisions) {
          const reopening = { kind: 'reopening', annotationId: null, fields: {}, cause: null } as const;
          rows.insert(file.key, { ...reopening, replaces: id, note }, by.id);
        }
        const change = asked.withSameImage(itemId, () => recomputing.bring(itemId, task, by.id));
        logChange('reopen', file, change, { note }, by);
        return cases.show(cases.file(itemId, task), by.id);
      })(),
    acceptUnanimous: (task, named, by, viewpoint) =>
      database.transaction(() => {
        const known = new Set<ItemId>(queue.unanimous(task, by.id));
        const ids = named === null ? queue.acceptable(task, by.id) : named.filter((id) => known.has(id));
        const refused = (named ?? [])
          .filter((id) => !known.has(id))
          .map((id) => ({
            item: nameOf(id, task, viewpoint),
            reason: queue.isBarred(task, id, by.id)
              ? 'You rated it yourself, so another adjudicator has to accept it.'
              : 'Its raters are not unanimous, or its status is accepted or rejected already.',
          }));
        const result = statuses.change(ids, 'accepted', by.id, viewpoint);
        return { changed: result.changed, refused: [...refused, ...result.refused] };
      })(),
  };
}

function requireDecidable({ state }: CaseFile): void {
  if (state === 'waiting') {
    throw new CasebookError(
      'conflict',
      'Not everybody assigned to this item has answered yet.',
      'Nothing was changed. Wait for the answers, or withdraw the open assignments on the Team screen.',
    );
  }
  if (state === 'single') {
    throw new CasebookError(
      'conflict',
      'Only one person has answered this item: there is nothing to decide between.',
      'Nothing was changed. Correct the answer at the Desk.',
    );
  }
}

function refuse(what: string): never {
  throw new CasebookError('invalid_input', `Nothing was decided. ${what}`, 'The draft is unchanged.');
}

/** A time of day, as it is told to somebody in the same place. */
const clock = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at);

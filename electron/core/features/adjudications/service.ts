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
import type { AnnotationRow, DocumentKey } from '../../records/answers/annotations.ts';
import { recordsOf } from '../../records/answers/annotations.ts';
import { createCaseRows } from '../../access/blindRow.ts';
import { caseName } from '../../access/caseName.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { type CaseFile, askedDifferences, Cases } from './case.ts';
import { startOfDecision } from './draft.ts';
import { createEarlierGold } from './earlierGold.ts';
import { neutralDocument, withoutPeople } from './neutralDocument.ts';
import { createRequireOthers } from './ownCases.ts';
import { type Counts, Queue } from './queue.ts';
import { type KeptField, type NewAdjudication, AdjudicationRows } from '../../access/adjudicationRows.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/** What somebody decides, beside the draft that they wrote. */
export interface DecisionInput {
  /** The draft's. */
  readonly revision: number;
  readonly fields: Readonly<Record<string, FieldDecision>>;
  readonly cause: DisagreementCause;
  readonly note: string;
}

/** Deciding between raters. Nothing here tells who a rater is before the case is decided. */
export class AdjudicationsService {
  readonly #casebook: Casebook;
  readonly #rows;
  readonly #cases;
  readonly #queue;
  readonly #earlierGold;
  readonly #requireOthers;
  readonly #caseRow;
  readonly #seenBefore;
  readonly #shownBefore;
  readonly #replaceDraft;
  readonly #clearBoxes;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database, ports } = casebook;
    this.#rows = new AdjudicationRows(database, { ...ports, now: () => timeOfWriting(casebook) });
    this.#cases = new Cases(casebook, this.#rows);
    this.#queue = new Queue(casebook, this.#rows, this.#cases);
    this.#earlierGold = createEarlierGold(casebook);
    this.#requireOthers = createRequireOthers(casebook, this.#rows);
    this.#caseRow = createCaseRows(database);
    this.#seenBefore = database
      .prepare<[string, string, string, string], string | null>(
        `SELECT detail ->> 'ratings' FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND kind = 'begin'
         AND detail ->> 'decision' = ? ORDER BY sequence DESC LIMIT 1`,
      )
      .pluck();
    this.#shownBefore = database
      .prepare<[string, string, string, string], number>(
        `SELECT 1 FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND kind = 'begin'
         AND detail ->> 'decision' = ? AND detail ->> 'earlierGold' = 'shown' LIMIT 1`,
      )
      .pluck();
    this.#replaceDraft = database.prepare<[string, number, number, string | null, string]>(
      `UPDATE annotation SET independent = 0, payload = ?, revision = ?, updated_at = ?, asked = ?,
       edition_id = (SELECT edition_id FROM item WHERE id = item_id) WHERE id = ?`,
    );
    this.#clearBoxes = database.prepare<[string]>('DELETE FROM region WHERE annotation_id = ?');
  }

  queue(
    filter: QueueFilter,
    offset: number,
    limit: number,
    by: Person,
    viewpoint: Viewpoint,
  ): { total: number; rows: QueueEntry[] } {
    return this.#queue.page(filter, offset, limit, by.id, viewpoint);
  }

  counts(task: string, by: Person): Counts {
    return this.#queue.counts(task, by.id);
  }

  /** Which unanimous items that `by` may accept can be accepted now. */
  async acceptance(task: string, by: Person): Promise<Acceptance> {
    return this.#casebook.derived.acceptability.sort(this.#queue.acceptable(task, by.id));
  }

  /** Throws `not_found` where nobody rated the item, `forbidden` where `by` has yet to. */
  look(itemId: ItemId, task: string, by: Person): Case {
    return this.#cases.show(this.#fileFor(itemId, task, by), by.id);
  }

  /**
   * Claims the case and begins (or continues) `by`'s draft of the decision; gives its document. Throws `conflict` where
   * somebody else is deciding or there is nothing to decide yet, `forbidden` where `by` has yet to answer as a rater, or has rated the
   * item and the casebook does not let raters decide.
   */
  open(itemId: ItemId, task: string, by: Person): { readonly case: Case; readonly key: DocumentKey } {
    return this.#casebook.database.transaction(() => {
      const file = this.#fileFor(itemId, task, by);
      requireDecidable(file);
      this.#requireOthers(itemId, task, by);
      this.#requireFree(itemId, task, by);
      if (this.#rows.claim(itemId, task)?.personId !== by.id) this.#rows.setClaim(itemId, task, by.id);
      const key = keyOf(file, by);
      this.#begin(file, key);
      return { case: this.#cases.show(file, by.id), key };
    })();
  }

  /** The document of a case that was opened, with as little of the item in it as the case tells. */
  neutral(opened: Case, document: DeskDocument): DeskDocument {
    if (opened.decision !== null) return document;
    const nameless = withoutPeople(document);
    return opened.hidden === null ? nameless : neutralDocument(nameless, this.#caseRow(document.item));
  }

  /** Gives the case back; the draft stays. */
  release(itemId: ItemId, task: string, by: Person): void {
    this.#casebook.database.transaction(() => {
      if (this.#rows.claim(itemId, task)?.personId === by.id) this.#rows.dropClaim(itemId, task);
    })();
  }

  /**
   * Makes the draft the item's gold. Throws `conflict` where it was changed elsewhere or somebody else is deciding,
   * `invalid_input` where a field in which raters differ is not accounted for.
   */
  decide(
    itemId: ItemId,
    task: string,
    { revision, fields, cause, note }: DecisionInput,
    by: Person,
  ): { readonly case: Case; readonly next: ItemId | null } {
    return this.#casebook.database.transaction(() => {
      const file = this.#fileFor(itemId, task, by);
      requireDecidable(file);
      this.#requireOthers(itemId, task, by);
      this.#requireFree(itemId, task, by);
      const key = keyOf(file, by);
      const draft = this.#casebook.records.annotations.latest(key);
      if (
        draft === undefined ||
        draft.state !== 'draft' ||
        !this.#casebook.records.isOfDecision(key, draft)
      ) {
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
      if (!this.#hasSeen(file, key, draft.id)) {
        throw new CasebookError(
          'conflict',
          'An answer to this item arrived or changed after you opened it.',
          'Nothing was decided; the draft is unchanged. Reopen the item to see all answers.',
        );
      }
      this.#complete(file, draft);
      this.#dropUnasked(file, draft);
      const answer = this.#casebook.records.annotations.annotation(draft.id)?.answer ?? draft.answer;
      const parsed = file.task.parseAnswer(answer, file.vocabulary);
      if (!parsed.ok) refuse(parsed.problems.map(({ message }) => message).join(' '));
      const kept = this.#keep(file, fields, answer);
      const decided = { answer, regions: this.#casebook.records.annotations.regions(draft.id) };
      const isShown = this.#casebook.records.showsEarlierGold() || this.#wasShown(file, key, draft.id);
      const against = { ...this.#earlierGold(file, decided), shown: isShown };
      this.#casebook.records.annotations.submit(draft.id);
      const made = { kind: 'decision', annotationId: draft.id, fields: kept, cause, note } as const;
      this.#replace(file, { ...made, earlierGold: against }, by);
      const change = this.#casebook.records.askedItems.withSameImage(itemId, () =>
        this.#casebook.derived.recompute.bring(itemId, task, by.id),
      );
      this.#rows.dropClaim(itemId, task);
      this.#logChange('decide', file, change, { note, cause, fields: Object.keys(kept) }, by);
      return {
        case: this.#cases.show(this.#cases.file(itemId, task), by.id),
        next: this.#queue.next(task, itemId, by.id),
      };
    })();
  }

  /** Takes the decision back. Throws `conflict` where there is none. */
  reopen(itemId: ItemId, task: string, note: string, by: Person): Case {
    return this.#casebook.database.transaction(() => {
      const file = this.#fileFor(itemId, task, by);
      this.#requireFree(itemId, task, by);
      const decisions = file.rows.filter(({ kind, isCurrent }) => kind === 'decision' && isCurrent);
      if (decisions.length === 0) {
        throw new CasebookError('conflict', 'There is no decision to reopen.', 'Nothing was changed.');
      }
      this.#requireOthers(itemId, task, by, decisions);
      for (const { id } of decisions) {
        const reopening = { kind: 'reopening', annotationId: null, fields: {}, cause: null } as const;
        this.#rows.insert(file.key, { ...reopening, replaces: id, note }, by.id);
      }
      const change = this.#casebook.records.askedItems.withSameImage(itemId, () =>
        this.#casebook.derived.recompute.bring(itemId, task, by.id),
      );
      this.#logChange('reopen', file, change, { note }, by);
      return this.#cases.show(this.#cases.file(itemId, task), by.id);
    })();
  }

  /**
   * Accepts unanimous items that break no rule; null: all that nobody sent back and that have what the casebook asks
   * for.
   */
  acceptUnanimous(
    task: string,
    named: readonly ItemId[] | null,
    by: Person,
    viewpoint: Viewpoint,
  ): BulkResult {
    return this.#casebook.database.transaction(() => {
      const known = new Set<ItemId>(this.#queue.unanimous(task, by.id));
      const ids = named === null ? this.#queue.acceptable(task, by.id) : named.filter((id) => known.has(id));
      const refused = (named ?? [])
        .filter((id) => !known.has(id))
        .map((id) => ({
          item: this.#nameOf(id, task, viewpoint),
          reason: this.#queue.isBarred(task, id, by.id)
            ? 'You rated it yourself, so another adjudicator has to accept it.'
            : 'Its raters are not unanimous, or its status is accepted or rejected already.',
        }));
      const result = this.#casebook.derived.statusChange.change(ids, 'accepted', by.id, viewpoint);
      return { changed: result.changed, refused: [...refused, ...result.refused] };
    })();
  }

  #inForce(itemId: ItemId) {
    return this.#casebook.derived.gold.read(itemId) ?? { answer: {}, regions: [] };
  }

  #fileFor(itemId: ItemId, task: string, by: Person): CaseFile {
    if (this.#rows.isAwaited(itemId, by.id)) {
      throw new CasebookError(
        'forbidden',
        'You have not answered this item yet; others’ answers stay hidden until then.',
        'Answer it at the Desk first, or ask a curator to withdraw the assignment.',
      );
    }
    return this.#cases.file(itemId, task);
  }

  /** What an item is called that is not to be accepted here: if it is undecided, as Adjudicate calls it. */
  #nameOf(itemId: ItemId, task: string, viewpoint: Viewpoint): string {
    const row = readRow(this.#casebook.database, itemId, viewpoint);
    if (row === undefined) return 'An item';
    const isUndecided =
      !row.blind && row.ratings !== null && this.#cases.isHidden(this.#cases.file(itemId, task));
    return isUndecided ? caseName(itemId) : row.externalId;
  }

  #requireFree(itemId: ItemId, task: string, by: Person): void {
    const claim = this.#cases.claim(itemId, task, by.id);
    if (claim === null || claim.you) return;
    throw new CasebookError(
      'conflict',
      `${claim.name} has been deciding on this item since ${clock(claim.claimedAt)}.`,
      'Nothing was changed. Choose another item; you can claim this one after half an hour without edits.',
    );
  }

  /** Whether the ratings are those that the decision's draft was last opened on: a letter is another's otherwise. */
  #hasSeen(file: CaseFile, { itemId, task, personId }: DocumentKey, draft: AnnotationId): boolean {
    return this.#seenBefore.get(itemId, task, personId, draft) === JSON.stringify(ratingsIn(file));
  }

  /**
   * Whether somebody could see the earlier gold before their decision: the casebook showed it while they had the draft
   * open, or the case was decided before, which showed it to everybody.
   */
  #wasShown(file: CaseFile, { itemId, task, personId }: DocumentKey, draft: AnnotationId): boolean {
    return file.rows.length > 0 || this.#shownBefore.get(itemId, task, personId, draft) !== undefined;
  }

  /** Puts what nobody was asked for, as it is in force, into a draft that is about to be decided. */
  #complete({ task, asked: parts, vocabulary }: CaseFile, draft: AnnotationRow): void {
    if (parts === null) return;
    const { answer, regions } = this.#inForce(draft.itemId);
    this.#casebook.records.annotations.updateDraft(
      draft.id,
      withParts(answer, draft.answer, parts),
      draft.revision,
      0,
    );
    const boxes = boxesPart(task, vocabulary);
    if (boxes === null || isAnswered(parts, boxes)) return;
    this.#clearBoxes.run(draft.id);
    this.#casebook.records.annotations.insertRegions(
      draft.id,
      regions.map((region) => ({ ...region, id: RegionId.parse(this.#casebook.ports.newId()) })),
    );
  }

  /** Takes out of a draft that is about to be decided what is not asked, given the rest of it. */
  #dropUnasked({ task, vocabulary }: CaseFile, draft: AnnotationRow): void {
    const answer = this.#casebook.records.annotations.annotation(draft.id)?.answer ?? draft.answer;
    const submitted = submittedAnswer(
      task,
      { answer, regions: this.#casebook.records.annotations.regions(draft.id) },
      vocabulary,
    );
    if (submitted === null) return;
    this.#casebook.records.annotations.updateDraft(draft.id, submitted.answer, draft.revision, 0);
    this.#clearBoxes.run(draft.id);
    this.#casebook.records.annotations.insertRegions(draft.id, submitted.regions);
  }

  /** Sees to it that there is a draft of the decision to edit, and notes which ratings it is about. */
  #begin(file: CaseFile, key: DocumentKey): void {
    const latest = this.#casebook.records.annotations.latest(key);
    const item = this.#casebook.records.annotations.item(key.itemId);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    const isCurrent = latest?.editionId === item.editionId;
    const continues = latest !== undefined && isCurrent && this.#casebook.records.isOfDecision(key, latest);
    const note = (decision: AnnotationId, diff?: DocumentDiff): void => {
      const { itemId, task, round, personId } = key;
      const detail = {
        decision,
        ratings: ratingsIn(file),
        ...(this.#casebook.records.showsEarlierGold() && { earlierGold: 'shown' }),
      };
      this.#casebook.records.log({
        kind: 'begin',
        personId,
        itemId,
        task,
        round,
        detail,
        ...(diff !== undefined && { diff }),
      });
    };
    if (continues && latest.state === 'draft') {
      const isShownAnew = this.#casebook.records.showsEarlierGold() && !this.#wasShown(file, key, latest.id);
      if (isShownAnew || !this.#hasSeen(file, key, latest.id)) note(latest.id);
      return;
    }
    const { answer: begun, regions } = continues
      ? { answer: latest.answer, regions: this.#casebook.records.annotations.regions(latest.id) }
      : startOfDecision(file.task, file.shown, {
          blank: blankAnswer(this.#casebook.benchmark, file.task, file.asked, item.payload, file.vocabulary),
          // What nobody was asked for comes with the decision.
          gold: this.#cases.isHidden(file) ? { answer: {}, regions: [] } : this.#inForce(key.itemId),
          vocabulary: file.vocabulary,
          newId: this.#casebook.ports.newId,
          sameBox: this.#casebook.records.settings.current().sameBox,
        });
    // It signs off what all of those that it rests on did, as far as they were asked.
    const restsOn: readonly Pick<AnnotationRow, 'asked' | 'signedOffImages'>[] = continues
      ? [latest]
      : file.columns.map(({ rating }) => ({
          asked: rating.asked,
          signedOffImages: this.#casebook.records.signOffs.givenBy(rating.annotationId),
        }));
    const answer = restsOn.reduce(
      (held: JsonObject, { asked: parts, signedOffImages }) =>
        isAskedToSignOff(file.task, parts)
          ? this.#casebook.records.signOffs.answerInForce(
              file.task,
              held,
              signedOffImages,
              this.#casebook.records.signOffs.imagesOf(key.itemId),
            )
          : held,
      begun,
    );
    // One more than another window of theirs may still know.
    const revision = latest === undefined ? item.editionNumber - 1 : latest.revision + 1;
    const asked = file.asked === null ? null : JSON.stringify(file.asked);
    const id = latest?.state === 'draft' ? latest.id : AnnotationId.parse(this.#casebook.ports.newId());
    // What they had begun as a rater goes into the log.
    const displaced =
      latest?.state === 'draft'
        ? recordsOf(latest.answer, this.#casebook.records.annotations.regions(id), [])
        : null;
    if (latest?.state === 'draft') {
      this.#clearBoxes.run(id);
      this.#replaceDraft.run(JSON.stringify(answer), revision, timeOfWriting(this.#casebook), asked, id);
    } else {
      this.#casebook.records.annotations.insertDraft({
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
    this.#casebook.records.annotations.insertRegions(id, regions);
    this.#casebook.records.signOffs.tie(id, file.task, answer, key.itemId);
    this.#casebook.derived.items.reindex(key.itemId);
    if (displaced === null) note(id);
    else note(id, makeDiff<DocumentRecord>(displaced, recordsOf(answer, regions, [])));
  }

  #keep(file: CaseFile, fields: DecisionInput['fields'], answer: JsonObject): Record<string, KeptField> {
    const isAsked = (field: string): boolean =>
      file.task.conditions?.isAsked(answer, field, file.vocabulary) !== false;
    const known = new Map(file.columns.map(({ letter, rating }) => [letter, rating.annotationId]));
    const differences = askedDifferences(file, this.#casebook.records.settings.current().sameBox);
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
  }

  /**
   * Writes a row in the place of the current one. A row replaces one other: where two decisions conflict,
   * all but the last are taken back first.
   */
  #replace(file: CaseFile, row: Omit<NewAdjudication, 'replaces'>, by: Person): void {
    const heads = file.rows.filter(({ isCurrent }) => isCurrent);
    const decisions = heads.filter(({ kind }) => kind === 'decision');
    const [last, ...others] = decisions.length > 0 ? decisions : heads;
    for (const { id } of decisions.length > 0 ? others : []) {
      const reopening = { kind: 'reopening', annotationId: null, fields: {}, cause: null } as const;
      this.#rows.insert(file.key, { ...reopening, replaces: id, note: row.note }, by.id);
    }
    this.#rows.insert(file.key, { ...row, replaces: last?.id ?? null }, by.id);
  }

  #logChange(
    kind: 'decide' | 'reopen',
    { key }: CaseFile,
    change: { readonly before: Recomputed; readonly after: Recomputed },
    about: { readonly note: string; readonly cause?: DisagreementCause; readonly fields?: string[] },
    by: Person,
  ): void {
    const { before, after } = change;
    this.#casebook.records.log({
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
  }
}

function keyOf({ key }: CaseFile, by: Person): DocumentKey {
  return { ...key, personId: by.id };
}

function ratingsIn({ columns }: CaseFile): string[] {
  return columns.map(({ rating }) => rating.annotationId);
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

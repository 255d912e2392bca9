import type {
  Case,
  FieldDecision,
  QueueEntry,
  QueueFilter,
} from '../../../../shared/contract/adjudications.ts';
import type { DeskDocument } from '../../../../shared/contract/annotations.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import type { AcceptancePreview, BulkResult } from '../../../../shared/contract/items.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { DisagreementCause } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { RecomputedStatus } from '../../derived/recompute.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import { createCaseRows } from '../../access/blindRow.ts';
import { caseName } from '../../access/caseName.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { type CaseFile, Cases } from './case.ts';
import { keptFields, refuseDecision, replacedRows, requireDecidable } from './decision.ts';
import { DecisionDrafts } from './decisionDrafts.ts';
import { createEarlierGold } from './earlierGold.ts';
import { neutralDocument, withoutPeople } from './neutralDocument.ts';
import { createRequireOthers } from './ownCases.ts';
import { AdjudicationQueue, type QueueCounts } from './queue.ts';
import { AdjudicationRows, type NewAdjudication } from '../../access/adjudicationRows.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/** What somebody decides, beside the draft that they wrote. */
export interface AdjudicationInput {
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
  readonly #drafting;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database, ports } = casebook;
    this.#rows = new AdjudicationRows(database, { ...ports, now: () => timeOfWriting(casebook) });
    this.#cases = new Cases(casebook, this.#rows);
    this.#queue = new AdjudicationQueue(casebook, this.#rows, this.#cases);
    this.#earlierGold = createEarlierGold(casebook);
    this.#requireOthers = createRequireOthers(casebook, this.#rows);
    this.#caseRow = createCaseRows(database);
    this.#drafting = new DecisionDrafts(casebook, this.#cases);
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

  counts(task: string, by: Person): QueueCounts {
    return this.#queue.counts(task, by.id);
  }

  /** Which unanimous items that `by` may accept can be accepted now. */
  async acceptance(task: string, by: Person): Promise<AcceptancePreview> {
    return this.#casebook.derived.acceptability.sort(this.#queue.acceptable(task, by.id));
  }

  /** Throws `not_found` where nobody rated the item, `forbidden` where `by` has yet to. */
  look(itemId: ItemId, task: string, by: Person): Case {
    return this.#cases.show(this.#fileFor(itemId, task, by), by.id);
  }

  /**
   * Claims the case and begins (or continues) `by`'s draft of the decision; returns its document. Throws `conflict` if
   * somebody else is deciding or there is nothing to decide, `forbidden` if `by` has yet to answer as a rater, or rated
   * the item and the casebook does not let raters decide.
   */
  open(itemId: ItemId, task: string, by: Person): { readonly case: Case; readonly key: DocumentKey } {
    return this.#casebook.database.transaction(() => {
      const file = this.#fileFor(itemId, task, by);
      requireDecidable(file);
      this.#requireOthers(itemId, task, by);
      this.#requireFree(itemId, task, by);
      if (this.#rows.claim(itemId, task)?.personId !== by.id) this.#rows.setClaim(itemId, task, by.id);
      const key = keyOf(file, by);
      this.#drafting.begin(file, key);
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
    { revision, fields, cause, note }: AdjudicationInput,
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
      if (!this.#drafting.hasSeen(file, key, draft.id)) {
        throw new CasebookError(
          'conflict',
          'An answer to this item arrived or changed after you opened it.',
          'Nothing was decided; the draft is unchanged. Reopen the item to see all answers.',
        );
      }
      const { answer, regions } = this.#drafting.complete(file, draft);
      const parsed = file.task.parseAnswer(answer, file.vocabulary);
      if (!parsed.ok) refuseDecision(parsed.problems.map(({ message }) => message).join(' '));
      const kept = keptFields(file, fields, answer, this.#casebook.records.settings.current().sameBox);
      const isShown =
        this.#casebook.records.showsEarlierGold() || this.#drafting.wasShown(file, key, draft.id);
      const against = { ...this.#earlierGold(file, { answer, regions }), shown: isShown };
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

  /**
   * Writes a row in the place of the current one. A row replaces one other: where two decisions conflict,
   * all but the last are taken back first.
   */
  #replace(file: CaseFile, row: Omit<NewAdjudication, 'replaces'>, by: Person): void {
    const { replaced, takenBack } = replacedRows(file.rows);
    for (const { id } of takenBack) {
      const reopening = { kind: 'reopening', annotationId: null, fields: {}, cause: null } as const;
      this.#rows.insert(file.key, { ...reopening, replaces: id, note: row.note }, by.id);
    }
    this.#rows.insert(file.key, { ...row, replaces: replaced?.id ?? null }, by.id);
  }

  #logChange(
    kind: 'decide' | 'reopen',
    { key }: CaseFile,
    change: { readonly before: RecomputedStatus; readonly after: RecomputedStatus },
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

/** A time of day, as people in the same place read it. */
const clock = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at);

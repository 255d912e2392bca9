import type { FixCase } from '../../../../shared/contract/validation.ts';
import {
  type EditableText,
  fixableTexts,
  type Validation,
} from '../../../../shared/benchmarks/validation.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { type AnnotationId, EditionId, type ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ItemState } from '../../records/answers/annotations.ts';
import { mainTask } from '../../derived/gold.ts';
import { requireNotBlind } from '../../access/blindness.ts';
import { dropClaims } from '../../access/adjudicationRows.ts';
import { requireItem, type Viewpoint } from '../../access/viewpoint.ts';
import { CurrentAnswers, proposalOf } from './currentAnswers.ts';
import { changedTexts, FIXES } from './editions.ts';
import { validationOf } from './validated.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/** What somebody makes of an item. */
export interface Fix {
  readonly itemId: ItemId;
  /** The edition they saw; null: as it came. */
  readonly edition: EditionId | null;
  /** By field, only what changes. */
  readonly texts: Readonly<Record<string, string>>;
  readonly reason: string;
  /** The answer that proposed it. */
  readonly annotationId: AnnotationId | null;
}

export interface FixResult {
  readonly edition: EditionId;
  readonly number: number;
  /** Assignments whose holders are asked again. */
  readonly reopened: number;
}

interface ItemTask {
  readonly item: string;
  readonly task: string;
}

/** Fixing items in an open casebook: each fix one transaction, logged with what it changed. */
export class ItemFixer {
  readonly #casebook: Casebook;
  readonly #store;
  readonly #answers;
  readonly #externalId;
  readonly #asked;
  readonly #insert;
  readonly #done;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#store = casebook.records.annotations;
    this.#answers = new CurrentAnswers(casebook);
    this.#externalId = database
      .prepare<[string], string>('SELECT external_id FROM item WHERE id = ?')
      .pluck();
    this.#asked = casebook.records.askedItems;
    this.#insert = database.prepare(
      `INSERT INTO edition (id, item_id, replaces, number, before, payload, reason, annotation_id, person_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const doneInLatestRound = `item_id = @item AND task = @task AND state <> 'open'
    AND round = (SELECT max(round) FROM assignment WHERE item_id = @item AND task = @task)`;
    this.#done = database
      .prepare<[ItemTask], number>(`SELECT count(*) FROM assignment WHERE ${doneInLatestRound}`)
      .pluck();
  }

  case(itemId: ItemId, viewpoint: Viewpoint): FixCase {
    const validation = validationOf(this.#casebook);
    const item = this.#itemFor(itemId, viewpoint);
    return {
      id: itemId,
      externalId: this.#externalId.get(itemId) ?? '',
      edition: item.editionId,
      number: item.editionNumber,
      texts: validation.texts(item.payload).map(asText),
      details: (validation.details?.(item.payload) ?? []).map(asText),
      proposals: this.#answers.ofItem(itemId).flatMap((answer) => {
        const proposal = proposalOf(validation, item.payload, answer);
        return proposal === null ? [] : [{ annotationId: answer.annotationId, ...proposal }];
      }),
      reopens: this.#casebook.benchmark.tasks.reduce(
        (sum, { id }) => sum + (this.#done.get({ item: itemId, task: id }) ?? 0),
        0,
      ),
      refusal: this.#refusalOf(itemId),
    };
  }

  fix(fix: Fix, viewpoint: Viewpoint): FixResult {
    return this.#casebook.database.transaction((): FixResult => {
      const validation = validationOf(this.#casebook);
      const item = this.#itemFor(fix.itemId, viewpoint);
      const by = viewpoint.person?.id;
      if (by === undefined) {
        throw new CasebookError('forbidden', 'A fix needs a person.', 'Say who fixes it.');
      }
      if (item.editionId !== fix.edition) {
        throw new CasebookError(
          'conflict',
          `Somebody else fixed this item: it is now edition ${String(item.editionNumber)}.`,
          'Nothing was changed. Reopen the item to see it.',
        );
      }
      const refusal = this.#refusalOf(item.id);
      if (refusal !== null) {
        throw new CasebookError('conflict', refusal, 'Nothing was changed. Close the study first.');
      }
      this.#requireAnswer(item, fix.annotationId);
      const before = this.#casebook.derived.recompute.unanswered(item.id);
      const payload = fixedPayload(validation, item, before, fix.texts);
      const edition = EditionId.parse(this.#casebook.ports.newId());
      const number = item.editionNumber + 1;
      this.#insert.run(
        edition,
        item.id,
        item.editionId,
        number,
        JSON.stringify(before),
        JSON.stringify(payload),
        fix.reason,
        fix.annotationId,
        by,
        timeOfWriting(this.#casebook),
      );
      this.#keepImported(item);
      this.#casebook.derived.items.setEdition(item.id, edition);
      this.#casebook.derived.items.setGold(item.id, null, null);
      this.#casebook.derived.items.setPayload(item.id, payload);
      this.#putInReview(item, by);
      dropClaims(this.#casebook.database, item.id);
      const reopened = this.#casebook.benchmark.tasks.reduce(
        (sum, { id }) => sum + this.#casebook.records.assignmentTable.reopenLatestRound(item.id, id),
        0,
      );
      const changes = changedTexts(fixableTexts(validation, item.payload), fixableTexts(validation, payload));
      this.#casebook.records.log({
        kind: 'fix',
        personId: by,
        itemId: item.id,
        task: mainTask(this.#casebook).id,
        diff: {
          added: {},
          updated: Object.fromEntries(changes.map(({ title, from, to }) => [title, [from, to]])),
          removed: {},
        },
        detail: { edition, number, reason: fix.reason, reopened },
      });
      for (const { id } of this.#casebook.benchmark.tasks)
        this.#casebook.derived.recompute.bring(item.id, id, by);
      return { edition, number, reopened };
    })();
  }

  #itemFor(itemId: ItemId, viewpoint: Viewpoint): ItemState {
    requireItem(viewpoint, itemId);
    const item = this.#store.item(itemId);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    requireNotBlind(viewpoint, itemId, FIXES);
    return item;
  }

  /** Why an item cannot be fixed now, null where it can. */
  #refusalOf(itemId: ItemId): string | null {
    const study = this.#asked.studyOf(itemId);
    return study === null
      ? null
      : `The study “${study}” is open and asks about this item: its participants would answer two versions.`;
  }

  #requireAnswer(item: ItemState, annotationId: AnnotationId | null): void {
    if (annotationId === null) return;
    const row = this.#store.annotation(annotationId);
    const isOfItem = row?.itemId === item.id && row.editionId === item.editionId && row.state === 'submitted';
    if (isOfItem) return;
    throw new CasebookError(
      'invalid_input',
      'The proposal is not about the current item.',
      'Nothing was changed. Reopen the item.',
    );
  }

  /** What was imported has to be known for as long as the source can come again. */
  #keepImported(item: ItemState): void {
    if (item.importedPayload !== null) return;
    const isAsImported = item.goldSource === 'imported' || (item.goldSource === null && item.revision === 1);
    this.#casebook.derived.items.setImported(
      item.id,
      isAsImported ? item.payload : this.#casebook.benchmark.candidate(this.#externalId.get(item.id) ?? ''),
    );
  }

  /** That an item was accepted or rejected was said of another wording. */
  #putInReview(item: ItemState, by: PersonId): void {
    if (item.status !== 'accepted' && item.status !== 'rejected') return;
    this.#casebook.derived.items.setStatus(item.id, 'in_review');
    this.#casebook.records.log({
      kind: 'status',
      personId: by,
      diff: { added: {}, updated: { [item.id]: [item.status, 'in_review'] }, removed: {} },
      items: [item.sequence],
    });
  }
}

/** The item as it is to be, without anybody's answer in it. */
function fixedPayload(
  validation: Validation,
  item: ItemState,
  before: JsonObject,
  texts: Fix['texts'],
): JsonObject {
  const shown = new Map(fixableTexts(validation, item.payload).map((each) => [each.field, each]));
  const changes = Object.entries(texts).filter(([field, text]) => shown.get(field)?.text !== text);
  if (changes.length === 0) refuse('No text differs from the current one.');
  // What an answer had filled in was part of what was looked at.
  const filled = fixableTexts(validation, before).flatMap(({ field, text }): [string, string][] => {
    const now = shown.get(field)?.text ?? '';
    return now === text || now === '' ? [] : [[field, now]];
  });
  const fixed = validation.withTexts(before, Object.fromEntries([...filled, ...changes]));
  if (!fixed.ok) {
    const problems = fixed.problems.map(({ field, message }) =>
      field === null ? message : `${shown.get(field)?.title ?? field}: ${message}`,
    );
    refuse(`${problems.join('; ')}.`);
  } else if (!sameJson(fixed.value, before)) return fixed.value;
  return refuse('No text differs from the current one.');
}

const asText = ({ field, title, text, choices }: EditableText): FixCase['texts'][number] => ({
  field,
  title,
  text,
  ...(choices !== undefined && { choices: [...choices] }),
});

function refuse(what: string): never {
  throw new CasebookError('invalid_input', `The item was not fixed. ${what}`, 'Nothing was changed.');
}

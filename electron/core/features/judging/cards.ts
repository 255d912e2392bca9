import { z } from 'zod';
import type { Criterion, JudgingTarget } from '../../../../shared/benchmarks/judging.ts';
import type { JudgingCard, JudgingUnit, Passage } from '../../../../shared/contract/judging.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { Json, sameJson } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { JudgedAnswer } from '../../records/verdicts/judgedAnswers.ts';
import type {
  JudgingAssignmentRow,
  JudgingAssignments,
  Pile,
} from '../../records/verdicts/judgingAssignments.ts';
import { blindId, placeOf } from './blindId.ts';
import { detailOf, storedDetail } from '../../records/verdicts/verdictDetail.ts';
import { checkedVerdict, checkRefusal } from '../../records/verdicts/verdictValidation.ts';

/** What a judge gives. */
export interface VerdictInput {
  readonly unit: JudgingUnit;
  readonly value: Json;
  /** Whether the answer is marked as refused. */
  readonly refusal: boolean;
  readonly passages: readonly Passage[];
  readonly note: string;
  readonly activeMilliseconds: number;
}

/** Some cards of a pile; `first` is the place of the first of them. */
export interface CardPage {
  readonly total: number;
  readonly first: number;
  readonly cards: JudgingCard[];
}

const OwnVerdict = z.object({
  value: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : Json.parse(JSON.parse(text)))),
  detail: storedDetail,
  note: z.string().nullable(),
});
type OwnVerdict = z.infer<typeof OwnVerdict>;

/** Something to judge, with all that belongs to it. */
interface OpenCard {
  readonly pile: Pile;
  readonly row: JudgingAssignmentRow;
  readonly answer: JudgedAnswer;
  readonly criterion: Criterion;
  readonly target: JudgingTarget | null;
}

/** What a judge sees and says, one thing at a time. Writes expect the caller's transaction. */
export class JudgingCards {
  readonly #assignments: JudgingAssignments;
  readonly #answers;
  readonly #writer;
  readonly #criteria;
  readonly #readOwn;

  constructor(casebook: Casebook, assignments: JudgingAssignments) {
    this.#assignments = assignments;
    const { database, benchmark } = casebook;
    this.#answers = casebook.records.judgedAnswers;
    this.#writer = casebook.derived.verdictWriter;
    this.#criteria = benchmark.judging?.criteria ?? [];
    this.#readOwn = database.prepare<[string, string, string, string]>(
      `SELECT value, detail, rationale AS note FROM current_judgment
     WHERE response_id = ? AND criterion = ? AND subject = ? AND person_id = ? AND outcome = 'given'
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
  }

  page(pile: Pile, { from, limit }: { readonly from: number | null; readonly limit: number }): CardPage {
    const total = this.#assignments.size(pile);
    if (total === 0) throw unknown();
    const place = from === null ? this.#assignments.firstOpen(pile) : null;
    const first = from ?? (place === null ? total : this.#assignments.before(pile, place));
    return {
      total,
      first,
      cards: this.#assignments
        .page(pile, first, limit)
        .map((row, at) => this.#show(this.#open(pile, row), first + at)),
    };
  }

  give(
    { unit, value, refusal, passages, note, activeMilliseconds }: VerdictInput,
    judge: PersonId,
  ): JudgingCard {
    const opened = this.#find(unit, judge);
    const { row, answer, criterion, target } = opened;
    if (target === null) {
      throw new CasebookError(
        'conflict',
        'The item changed, so its answers no longer need this verdict.',
        'Nothing was saved. Skip it, and continue with the next.',
      );
    }
    if (target.after !== null && this.#earlierOf(opened) === null) {
      const first = this.#criteria.find(({ id }) => id === target.after)?.title ?? target.after;
      throw new CasebookError(
        'conflict',
        `This depends on your verdict on "${first}" for the same answer, which is missing.`,
        'Nothing was saved. Judge that first.',
      );
    }
    const checked = checkedVerdict(criterion.verdict, { value, passages }, answer.text);
    if (refusal) checkRefusal(criterion.refusal, checked.value);
    const before = this.#own(row.responseId, row.criterion, row.subject, judge);
    this.#writer.write({
      judge,
      item: { id: answer.item.id, revision: answer.item.revision },
      responseId: row.responseId,
      criterion: row.criterion,
      subject: row.subject,
      outcome: 'given',
      value: checked.value,
      detail: detailOf({ passages: [...checked.passages], refusal }),
      rationale: note === '' && (before?.note ?? '') === '' ? null : note,
      source: 'judged',
      judgingId: unit.judging,
      callId: null,
      activeMilliseconds,
    });
    this.#assignments.setState(opened.pile, row.place, 'submitted', null);
    if (before !== null && !sameJson(before.value ?? undefined, checked.value)) this.#askAgain(opened);
    return this.#again(opened);
  }

  skip(unit: JudgingUnit, reason: string, judge: PersonId): JudgingCard {
    if (reason.trim() === '') {
      throw new CasebookError(
        'invalid_input',
        'The reason is missing.',
        'Nothing was skipped. Say briefly why you cannot judge it.',
      );
    }
    const opened = this.#find(unit, judge);
    // A verdict that was given goes on counting.
    if (opened.row.state !== 'submitted') {
      this.#assignments.setState(opened.pile, opened.row.place, 'skipped', reason.trim());
    }
    return this.#again(opened);
  }

  #own(responseId: ResponseId, criterion: string, subject: string, judge: PersonId): OwnVerdict | null {
    const row = this.#readOwn.get(responseId, criterion, subject, judge);
    return row === undefined ? null : OwnVerdict.parse(row);
  }

  #open(pile: Pile, row: JudgingAssignmentRow): OpenCard {
    const answer = this.#answers.read(row.responseId);
    const criterion = this.#criteria.find(({ id }) => id === row.criterion);
    if (answer === undefined || criterion === undefined) throw unknown();
    const target = answer.targets.find(
      (each) => each.criterion === row.criterion && each.subject === row.subject,
    );
    return { pile, row, answer, criterion, target: target ?? null };
  }

  #find(unit: JudgingUnit, judge: PersonId): OpenCard {
    const pile = { judging: unit.judging, criterion: unit.criterion, judge };
    const place = placeOf(pile, unit.response);
    const row = place === null ? undefined : this.#assignments.at(pile, place);
    if (row === undefined || row.subject !== unit.subject) throw unknown();
    return this.#open(pile, row);
  }

  #earlierOf({ pile, row, target }: OpenCard): Json | null {
    return target?.after == null
      ? null
      : (this.#own(row.responseId, target.after, '', pile.judge)?.value ?? null);
  }

  #show(opened: OpenCard, position: number): JudgingCard {
    const { pile, row, answer, target } = opened;
    const said = this.#own(row.responseId, row.criterion, row.subject, pile.judge);
    return {
      unit: {
        judging: pile.judging,
        response: blindId(pile, row.place),
        criterion: row.criterion,
        subject: row.subject,
      },
      position,
      state: row.state,
      question: answer.question,
      answer: answer.text,
      reference: (target?.reference ?? []).map((part) => ({ ...part })),
      images: this.#answers.images(answer.item.id),
      earlier: this.#earlierOf(opened),
      value: said?.value ?? null,
      refusal: said?.detail.refusal ?? false,
      passages: said?.detail.passages ?? [],
      note: said?.note ?? '',
    };
  }

  #again({ pile, row }: OpenCard): JudgingCard {
    const now = this.#assignments.at(pile, row.place);
    if (now === undefined) throw unknown();
    return this.#show(this.#open(pile, now), this.#assignments.before(pile, row.place));
  }

  /** What the judge built on this verdict has to be looked at once more. */
  #askAgain({ pile, row, answer }: OpenCard): void {
    const dependent = new Set(
      answer.targets.filter(({ after }) => after === row.criterion).map(({ criterion }) => criterion),
    );
    for (const criterion of dependent) this.#assignments.reopen(pile.judge, row.responseId, criterion);
  }
}

function unknown(): CasebookError {
  return new CasebookError(
    'not_found',
    'You are not assigned to judge this.',
    'Nothing was changed. It may have been withdrawn; reload your list.',
  );
}

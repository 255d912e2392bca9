import { z } from 'zod';
import type { Criterion, JudgingTarget } from '../../../../shared/benchmarks/judging.ts';
import type { JudgingCard, JudgingUnit, Passage } from '../../../../shared/contract/judging.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { Json, sameJson } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { JudgedAnswer } from '../../records/judgedAnswers.ts';
import type { AssignmentRow, JudgingAssignments, Pile } from './assignments.ts';
import { blindId, placeOf } from './blindId.ts';
import { detailOf, storedDetail } from '../../records/verdictDetail.ts';
import { checkedVerdict, checkRefusal } from '../../records/verdictValidation.ts';

/** What a judge gives. */
export interface GivenVerdict {
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

/** What a judge sees and says, one thing at a time. Writes expect the caller's transaction. */
export interface Cards {
  page(pile: Pile, range: { readonly from: number | null; readonly limit: number }): CardPage;
  give(verdict: GivenVerdict, judge: PersonId): JudgingCard;
  skip(unit: JudgingUnit, reason: string, judge: PersonId): JudgingCard;
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
interface Opened {
  readonly pile: Pile;
  readonly row: AssignmentRow;
  readonly answer: JudgedAnswer;
  readonly criterion: Criterion;
  readonly target: JudgingTarget | null;
}

/** The cards of an open casebook. */
export function createCards(casebook: Casebook, assignments: JudgingAssignments): Cards {
  const { database, benchmark } = casebook;
  const answers = casebook.records.judgedAnswers;
  const writer = casebook.derived.verdictWriter;
  const criteria = benchmark.judging?.criteria ?? [];
  const readOwn = database.prepare<[string, string, string, string]>(
    `SELECT value, detail, rationale AS note FROM current_judgment
     WHERE response_id = ? AND criterion = ? AND subject = ? AND person_id = ? AND outcome = 'given'
     ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  const own = (
    responseId: ResponseId,
    criterion: string,
    subject: string,
    judge: PersonId,
  ): OwnVerdict | null => {
    const row = readOwn.get(responseId, criterion, subject, judge);
    return row === undefined ? null : OwnVerdict.parse(row);
  };

  const open = (pile: Pile, row: AssignmentRow): Opened => {
    const answer = answers.read(row.responseId);
    const criterion = criteria.find(({ id }) => id === row.criterion);
    if (answer === undefined || criterion === undefined) throw unknown();
    const target = answer.targets.find(
      (each) => each.criterion === row.criterion && each.subject === row.subject,
    );
    return { pile, row, answer, criterion, target: target ?? null };
  };

  const find = (unit: JudgingUnit, judge: PersonId): Opened => {
    const pile = { judging: unit.judging, criterion: unit.criterion, judge };
    const place = placeOf(pile, unit.response);
    const row = place === null ? undefined : assignments.at(pile, place);
    if (row === undefined || row.subject !== unit.subject) throw unknown();
    return open(pile, row);
  };

  const earlierOf = ({ pile, row, target }: Opened): Json | null =>
    target?.after == null ? null : (own(row.responseId, target.after, '', pile.judge)?.value ?? null);

  const show = (opened: Opened, position: number): JudgingCard => {
    const { pile, row, answer, target } = opened;
    const said = own(row.responseId, row.criterion, row.subject, pile.judge);
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
      images: answers.images(answer.item.id),
      earlier: earlierOf(opened),
      value: said?.value ?? null,
      refusal: said?.detail.refusal ?? false,
      passages: said?.detail.passages ?? [],
      note: said?.note ?? '',
    };
  };

  const again = ({ pile, row }: Opened): JudgingCard => {
    const now = assignments.at(pile, row.place);
    if (now === undefined) throw unknown();
    return show(open(pile, now), assignments.before(pile, row.place));
  };

  /** What the judge built on this verdict has to be looked at once more. */
  const askAgain = ({ pile, row, answer }: Opened): void => {
    const dependent = new Set(
      answer.targets.filter(({ after }) => after === row.criterion).map(({ criterion }) => criterion),
    );
    for (const criterion of dependent) assignments.reopen(pile.judge, row.responseId, criterion);
  };

  return {
    page(pile, { from, limit }) {
      const total = assignments.size(pile);
      if (total === 0) throw unknown();
      const place = from === null ? assignments.firstOpen(pile) : null;
      const first = from ?? (place === null ? total : assignments.before(pile, place));
      return {
        total,
        first,
        cards: assignments.page(pile, first, limit).map((row, at) => show(open(pile, row), first + at)),
      };
    },
    give({ unit, value, refusal, passages, note, activeMilliseconds }, judge) {
      const opened = find(unit, judge);
      const { row, answer, criterion, target } = opened;
      if (target === null) {
        throw new CasebookError(
          'conflict',
          'The item changed, so its answers no longer need this verdict.',
          'Nothing was saved. Skip it, and continue with the next.',
        );
      }
      if (target.after !== null && earlierOf(opened) === null) {
        const first = criteria.find(({ id }) => id === target.after)?.title ?? target.after;
        throw new CasebookError(
          'conflict',
          `This depends on your verdict on "${first}" for the same answer, which is missing.`,
          'Nothing was saved. Judge that first.',
        );
      }
      const checked = checkedVerdict(criterion.verdict, { value, passages }, answer.text);
      if (refusal) checkRefusal(criterion.refusal, checked.value);
      const before = own(row.responseId, row.criterion, row.subject, judge);
      writer.write({
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
      assignments.setState(opened.pile, row.place, 'submitted', null);
      if (before !== null && !sameJson(before.value ?? undefined, checked.value)) askAgain(opened);
      return again(opened);
    },
    skip(unit, reason, judge) {
      if (reason.trim() === '') {
        throw new CasebookError(
          'invalid_input',
          'The reason is missing.',
          'Nothing was skipped. Say briefly why you cannot judge it.',
        );
      }
      const opened = find(unit, judge);
      // A verdict that was given goes on counting.
      if (opened.row.state !== 'submitted') {
        assignments.setState(opened.pile, opened.row.place, 'skipped', reason.trim());
      }
      return again(opened);
    },
  };
}

function unknown(): CasebookError {
  return new CasebookError(
    'not_found',
    'You are not assigned to judge this.',
    'Nothing was changed. It may have been withdrawn; reload your list.',
  );
}

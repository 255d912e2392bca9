import { hash } from 'node:crypto';
import type { Criterion, JudgingTarget } from '../../../../shared/benchmarks/judging.ts';
import type {
  Judge,
  VerdictCase,
  VerdictDecision,
  VerdictUnit,
} from '../../../../shared/contract/verdicts.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Json } from '../../../../shared/base/json.ts';
import type { VerdictState } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { letterOf } from '../../records/answers/ratingStateColumns.ts';
import type { JudgedAnswer } from '../../records/verdicts/judgedAnswers.ts';
import type { DecisionRow, StateRow, VerdictRow, VerdictRows } from '../../access/verdictRows.ts';

/** A disagreement with what is behind it, which does not leave the core. */
export interface VerdictFile {
  readonly unit: VerdictUnit;
  readonly verdictState: StateRow;
  readonly criterion: Criterion;
  readonly target: JudgingTarget;
  readonly answer: JudgedAnswer;
  readonly verdicts: readonly VerdictRow[];
  /** What follows from the answer itself, null where a judge is needed. */
  readonly exact: Json | null;
  readonly decisions: readonly DecisionRow[];
  /** Whether the one who asks judged it themself, and so may not decide it. */
  readonly barred: boolean;
}

/** Reads disagreements of an open casebook. */
export class VerdictCases {
  readonly #casebook: Casebook;
  readonly #rows: VerdictRows;
  readonly #answers;
  readonly #criteria;

  constructor(casebook: Casebook, rows: VerdictRows) {
    this.#casebook = casebook;
    this.#rows = rows;
    const { benchmark } = casebook;
    this.#answers = casebook.records.judgedAnswers;
    this.#criteria = benchmark.judging?.criteria ?? [];
  }

  /** Throws `not_found` where there is nothing to decide, `forbidden` where `by` has yet to judge it themself. */
  file(unit: VerdictUnit, by: PersonId): VerdictFile {
    const verdictState = this.#rows.state(unit, by);
    const answer = this.#answers.read(unit.response);
    const criterion = this.#criteria.find(({ id }) => id === unit.criterion);
    const target = answer?.targets.find(
      (each) => each.criterion === unit.criterion && each.subject === unit.subject,
    );
    if (verdictState?.hidden === true) {
      throw new CasebookError(
        'forbidden',
        'You have not judged this answer yet; others’ verdicts stay hidden until then.',
        'Judge it on the Judge screen first, or ask a curator to withdraw it.',
      );
    }
    if (
      verdictState === undefined ||
      answer === undefined ||
      criterion === undefined ||
      target === undefined
    ) {
      throw new CasebookError(
        'not_found',
        'Nobody has judged this.',
        'There is nothing to decide. The answer may have been replaced or excluded, or the item changed.',
      );
    }
    return {
      unit,
      verdictState,
      criterion,
      target,
      answer,
      verdicts: this.#rows.verdicts(unit),
      exact: this.#casebook.benchmark.judging?.exact(answer.item.payload, target, answer.answer) ?? null,
      decisions: this.#rows.decisions(unit),
      barred: verdictState.youJudged && !this.#casebook.records.mayDecideOwn(),
    };
  }

  /** As somebody may see it: who judged and who answered only once it is decided. */
  show(file: VerdictFile): VerdictCase {
    const { unit, verdictState, criterion, target, answer, decisions } = file;
    const decision = verdictState.state === 'decided' ? decisionOf(decisions) : null;
    const isOpen = decision === null;
    const earlier = this.#earlierVerdicts(target, unit);
    const respondent = isOpen ? undefined : this.#rows.judge(answer.respondent);
    const { verdict } = criterion;
    return {
      unit,
      title: criterion.title,
      criterionQuestion: criterion.question,
      verdict:
        verdict.kind === 'texts'
          ? verdict
          : { ...verdict, values: verdict.values.map((value) => ({ ...value })) },
      state: verdictState.state,
      question: answer.question,
      answer: answer.text,
      reference: target.reference.map((part) => ({ ...part })),
      images: this.#answers.images(answer.item.id),
      columns: columnsOf(file).map(({ letter, value, row }) => ({
        column: letter,
        value,
        judge: isOpen || row === null ? null : this.#judgeOf(row.personId),
        refusal: isDisputed(verdictState.state) ? null : (row?.refusal ?? false),
        rationale: isOpen ? null : row === null ? 'It follows from the answer itself.' : row.rationale,
        earlier: row === null ? null : (earlier.get(row.personId) ?? null),
      })),
      respondent: respondent?.name ?? null,
      decision,
      youJudged: verdictState.youJudged,
      barred: file.barred,
      history: decisions
        .filter(({ id }) => id !== decision?.id)
        .map(({ kind, person, note, at }) => ({ kind, person, note, at })),
    };
  }

  #judgeOf(id: PersonId): Judge | null {
    return this.#rows.judge(id) ?? null;
  }

  /** By judge the verdict that theirs builds on. */
  #earlierVerdicts({ after }: JudgingTarget, { response }: VerdictUnit): ReadonlyMap<PersonId, Json> {
    if (after === null) return new Map();
    const unit = { response, criterion: after, subject: '' };
    return new Map(this.#rows.verdicts(unit).map(({ personId, value }) => [personId, value]));
  }
}

/** Whether judges differ and nobody has decided; what only people do then tells which of them are people. */
export const isDisputed = (state: VerdictState): boolean => state === 'disputed' || state === 'conflict';

interface Column {
  readonly letter: string;
  readonly value: Json;
  /** Null: it follows from the answer itself. */
  readonly row: VerdictRow | null;
}

/**
 * The verdicts in an order of the case's own, so that a letter says nothing of who it is and is another judge's on the
 * next. What follows from the answer stands among them where a judge differs from it.
 */
function columnsOf({ unit, verdicts, exact }: VerdictFile): Column[] {
  const name = `${unit.response} ${unit.criterion} ${unit.subject}`;
  const said: { value: Json; row: VerdictRow | null }[] = verdicts.map((row) => ({ value: row.value, row }));
  if (exact !== null) said.push({ value: exact, row: null });
  return said
    .map((each) => ({ ...each, place: hash('sha256', `${name} ${each.row?.personId ?? ''}`, 'hex') }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ value, row }, at) => ({ letter: letterOf(at), value, row }));
}

/** The decision in force; null where there is none or where there are two that exclude each other. */
export function decisionOf(rows: readonly DecisionRow[]): VerdictDecision | null {
  const [only, ...others] = rows.filter(({ kind, isCurrent }) => kind === 'decision' && isCurrent);
  if (only === undefined || others.length > 0 || only.value === null || only.cause === null) return null;
  const { id, value, person, cause, note, at, unseen } = only;
  return { id, value, person, cause, note, at, unseen };
}

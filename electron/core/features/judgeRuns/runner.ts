import type { Criterion, JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import type { JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { JudgeCallId, type JudgeRunId, type PersonId } from '../../../../shared/base/ids.ts';
import type { Json } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { VerdictWriter } from '../../derived/verdictWriter.ts';
import { afterFailure, NONE_IN_A_ROW, REFUSALS } from './afterFailure.ts';
import type { Answers, AnswerToJudge } from './answers.ts';
import type { Asker, RequestOutcome } from './ask.ts';
import { backoff } from './backoff.ts';
import type { Calls, NewCall, RunCounts } from './calls.ts';
import type { EarlierVerdictReader } from './earlierVerdicts.ts';
import type { PlannedAnswer, PlannedUnit } from './plan.ts';

/** What a run works with. */
export interface RunParts {
  readonly casebook: Casebook;
  readonly judging: JudgingScheme;
  readonly answers: Answers;
  readonly calls: Calls;
  readonly findEarlier: EarlierVerdictReader;
  readonly verdictWriter: VerdictWriter;
  readonly asker: Asker;
}

export interface RunOrder {
  readonly id: JudgeRunId;
  readonly judge: PersonId;
  readonly settings: Pick<JudgeRunSettings, 'concurrency' | 'retries'>;
  readonly answers: readonly PlannedAnswer[];
  /** What earlier goes of the run have come to. */
  readonly tally: RunCounts;
}

/** Why something is not asked, in words for its call. */
export class SkippedRequest extends Error {}

/**
 * Asks a judge all that is planned, several answers at a time, each answer's criteria in order. Request, reply and
 * verdict are kept at once in one transaction, so that nothing is asked twice however the program ends.
 */
export class JudgeRunner {
  readonly #parts: RunParts;
  readonly #order: RunOrder;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly tally: RunCounts;
  #next = 0;
  #notBefore = 0;
  #inARow = NONE_IN_A_ROW;
  #reason: string | null = null;
  readonly #most;
  /** Ends when nothing is under way any more; `done`: nothing is left to be asked. Rejects with what broke the run off. */
  readonly ended: Promise<'done' | 'stopped'>;

  constructor(parts: RunParts, order: RunOrder) {
    this.#parts = parts;
    this.#order = order;
    const { settings } = order;
    this.tally = structuredClone(order.tally);
    // Every lane has tried one thing as often as it may, and something else besides.
    this.#most = (settings.retries + 1) * settings.concurrency + REFUSALS;
    this.ended = this.#work();
    // Anybody who waits for the end hears of it; nobody has to.
    this.ended.then(this.#tell, this.#tell);
  }

  /** Why the run stopped by itself; null where it did not. */
  reason(): string | null {
    return this.#reason;
  }

  /** Asks nothing more. What is under way may come in for so long; what has not come by then is dropped. */
  async stop(grace: number): Promise<void> {
    this.#stopping.abort();
    const patience = new AbortController();
    const over = this.ended.then(
      () => patience.abort(),
      () => patience.abort(),
    );
    await this.#parts.casebook.ports.wait(grace, patience.signal);
    this.#aborting.abort();
    await over;
  }

  /** Called whenever something came in. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #stopBecause(why: string): void {
    this.#reason ??= why;
    this.#stopping.abort();
  }

  readonly #tell = (): void => {
    for (const listener of this.#listeners) listener();
  };

  /** Keeps a call; what it came to counts for the thing judged once it is over. */
  async #keep(call: NewCall, over: boolean, also: () => void = () => undefined): Promise<void> {
    await this.#parts.casebook.gate.opened();
    this.#parts.casebook.database.transaction(() => {
      this.#parts.calls.write(call);
      also();
    })();
    if (call.request !== NOTHING) this.tally.calls += 1;
    this.tally.tokens.prompt += call.tokens.prompt ?? 0;
    this.tally.tokens.completion += call.tokens.completion ?? 0;
    if (over) this.tally[call.outcome] += 1;
    this.#tell();
  }

  /** Asks about one thing, as often as the run's retries allow. */
  async #judgeUnit(answer: AnswerToJudge, unit: PlannedUnit): Promise<void> {
    const { ports } = this.#parts.casebook;
    const before = this.#parts.calls.last(this.#order.id, answer.responseId, unit);
    const first = (before?.attempt ?? 0) + 1;
    const question = this.#questionOf(answer, unit);
    if (question instanceof SkippedRequest) {
      // Said once: resuming finds the same again and again.
      if (before?.outcome === 'failed' && before.error === question.message) this.tally.failed += 1;
      else await this.#keep(this.#callOf(answer, unit, first, notAskedBecause(question, ports.now())), true);
      return;
    }
    for (let retry = 0; ; retry += 1) {
      const pause = this.#notBefore - ports.now();
      if (pause > 0) await ports.wait(pause, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      const startedAt = ports.now();
      const asked = await this.#parts.asker.ask(question.prompt, this.#aborting.signal);
      const { request, reply, tokens } = asked;
      const callOf = (outcome: NewCall['outcome'], error: string | null): NewCall =>
        this.#callOf(answer, unit, first + retry, { request, reply, tokens, startedAt, outcome, error });
      if (asked.outcome !== 'failed') {
        const { value, error } = verdictOf(question.criterion, asked);
        const call = callOf(value === null ? 'unparsed' : 'decided', error);
        await this.#keepVerdict(call, answer, value, rationaleOf(asked, value));
        return;
      }
      const { retries } = this.#order.settings;
      const after = afterFailure(asked, this.#inARow, { mayRetry: retry < retries, most: this.#most });
      this.#inARow = after.inARow;
      await this.#keep(callOf('failed', after.error), after.over);
      if (after.stopsBecause !== null) this.#stopBecause(after.stopsBecause);
      if (after.over) return;
      await this.#waitAfter(asked.wait, retry);
    }
  }

  #questionOf(answer: AnswerToJudge, unit: PlannedUnit): ReturnType<typeof questionOf> | SkippedRequest {
    try {
      return questionOf(this.#parts, this.#order.judge, answer, unit);
    } catch (error) {
      if (error instanceof SkippedRequest) return error;
      throw error;
    }
  }

  #callOf(
    { responseId }: AnswerToJudge,
    unit: PlannedUnit,
    attempt: number,
    rest: Omit<NewCall, 'id' | 'runId' | 'responseId' | 'unit' | 'attempt' | 'endedAt'>,
  ): NewCall {
    const { ports } = this.#parts.casebook;
    const id = JudgeCallId.parse(ports.newId());
    return { id, runId: this.#order.id, responseId, unit, attempt, endedAt: ports.now(), ...rest };
  }

  async #keepVerdict(
    call: NewCall,
    { item, responseId }: AnswerToJudge,
    value: Json | null,
    rationale: string | null,
  ): Promise<void> {
    this.#inARow = NONE_IN_A_ROW;
    await this.#keep(call, true, () => {
      this.#parts.verdictWriter.write({
        judge: this.#order.judge,
        item,
        responseId,
        ...call.unit,
        outcome: value === null ? 'unparsed' : 'given',
        value,
        detail: null,
        rationale,
        source: 'asked',
        judgingId: null,
        callId: call.id,
        activeMilliseconds: null,
      });
    });
  }

  /** Waits before another attempt. A server that says how long means everybody; "at once" is not taken at its word. */
  async #waitAfter(wait: number | null, retry: number): Promise<void> {
    const { ports } = this.#parts.casebook;
    if (wait !== null) this.#notBefore = Math.max(this.#notBefore, ports.now() + wait);
    const own = backoff(retry);
    if (wait === null || wait < own) await ports.wait(own, this.#stopping.signal);
  }

  async #lane(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const planned = this.#order.answers[this.#next];
      this.#next += 1;
      if (planned === undefined) return;
      const answer = this.#parts.answers.find(planned.responseId);
      // Replaced or excluded meanwhile: it does not count any more.
      if (answer === null) continue;
      for (const unit of planned.units) {
        if (this.#stopping.signal.aborted) return;
        await this.#judgeUnit(answer, unit);
      }
    }
  }

  async #work(): Promise<'done' | 'stopped'> {
    try {
      const lanes = Array.from({ length: this.#order.settings.concurrency }, async () => {
        try {
          await this.#lane();
        } catch (error) {
          // The others have nothing to keep their replies in either.
          this.#stopping.abort();
          this.#aborting.abort();
          throw error;
        }
      });
      const results = await Promise.allSettled(lanes);
      const broken = results.find((each) => each.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
      return this.#stopping.signal.aborted ? 'stopped' : 'done';
    } finally {
      this.#parts.asker.close();
    }
  }
}

/** The request of a call for which nothing was asked. */
const NOTHING = 'null';
const NO_TOKENS = { prompt: null, completion: null };

/** The call of something that was not asked. */
const notAskedBecause = ({ message }: SkippedRequest, startedAt: number) => ({
  request: NOTHING,
  reply: null,
  tokens: NO_TOKENS,
  startedAt,
  outcome: 'failed' as const,
  error: message,
});

/** What to ask about one thing. Throws {@link SkippedRequest} where it cannot be asked. */
export function questionOf(
  { judging, findEarlier }: Pick<RunParts, 'judging' | 'findEarlier'>,
  judge: PersonId,
  { responseId, question, answer, targets }: AnswerToJudge,
  { criterion: id, subject }: PlannedUnit,
): { criterion: Criterion; prompt: ReturnType<Criterion['ask']> } {
  const target = targets.find((each) => each.criterion === id && each.subject === subject);
  const criterion = judging.criteria.find((each) => each.id === id);
  if (target === undefined || criterion === undefined) {
    throw new SkippedRequest('Not asked: the item changed and no longer has this to judge.');
  }
  const earlierOf = (after: string): Json => {
    const exact = targets.find((each) => each.criterion === after)?.exact ?? null;
    if (exact !== null) return exact;
    const verdict = findEarlier(judge, responseId, { criterion: after, subject: '' });
    if (verdict?.outcome === 'given') return verdict.value;
    const title = judging.criteria.find((each) => each.id === after)?.title ?? after;
    throw new SkippedRequest(
      verdict === null
        ? `Not asked: it depends on the verdict on “${title}”, which failed.`
        : `Not asked: it depends on the verdict on “${title}”, whose reply had the wrong form.`,
    );
  };
  const earlier = target.after === null ? null : earlierOf(target.after);
  return { criterion, prompt: criterion.ask({ question, answer, reference: target.reference, earlier }) };
}

type AnsweredRequest = Extract<RequestOutcome, { outcome: 'answered' | 'unusable' }>;

/** The verdict in what came; null with the reason where there is none that can be read. */
function verdictOf(
  criterion: Criterion,
  asked: AnsweredRequest,
): { value: Json | null; error: string | null } {
  if (asked.outcome === 'unusable') return { value: null, error: asked.reason };
  const value = criterion.readReply(asked.content);
  return value === null ? { value, error: 'The reply has the wrong form.' } : { value, error: null };
}

/** What the judge said, where that is more than the verdict itself. */
function rationaleOf(asked: AnsweredRequest, value: Json | null): string | null {
  if (asked.outcome !== 'answered') return null;
  const text = asked.content.trim();
  return typeof value === 'string' && text.length <= value.length + 1 ? null : text;
}

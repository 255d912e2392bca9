import type { Criterion, Judging } from '../../../../shared/benchmarks/judging.ts';
import type { JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import type { JudgeRunId, PersonId } from '../../../../shared/base/ids.ts';
import { JudgeCallId } from '../../../../shared/base/ids.ts';
import type { Json } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { VerdictWriter } from '../../derived/verdictWriter.ts';
import type { AnswerToJudge, Answers } from './answers.ts';
import type { Asked, Asker } from './ask.ts';
import { PATIENCE_MS, backoff } from './backoff.ts';
import type { Calls, NewCall, Tally } from './calls.ts';
import type { SaidBy } from './known.ts';
import type { PlannedAnswer, Unit } from './plan.ts';

/** How many refusals in a row, and nothing else, mean that the endpoint refuses everything. */
const REFUSALS = 10;

/** What a run works with. */
export interface RunParts {
  readonly casebook: Casebook;
  readonly judging: Judging;
  readonly answers: Answers;
  readonly calls: Calls;
  readonly said: SaidBy;
  readonly verdictWriter: VerdictWriter;
  readonly asker: Asker;
}

export interface RunOrder {
  readonly id: JudgeRunId;
  readonly judge: PersonId;
  readonly settings: Pick<JudgeRunSettings, 'concurrency' | 'retries'>;
  readonly answers: readonly PlannedAnswer[];
  /** What earlier goes of the run have come to. */
  readonly tally: Tally;
}

/** Why something is not asked, in words for its call. */
export class NotAsked extends Error {}

/**
 * Asks a judge everything that is planned, several answers at a time, each answer's criteria in their order. Whatever
 * comes back is kept at once: request, reply and verdict in one transaction, so that nothing is asked twice however the
 * program ends.
 */
export class Running {
  readonly #parts: RunParts;
  readonly #order: RunOrder;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly tally: Tally;
  #next = 0;
  #notBefore = 0;
  #refusals = 0;
  #failures = 0;
  #reason: string | null = null;
  readonly #mostFailures;
  /** Ends when nothing is under way any more; `done`: nothing is left to be asked. Rejects with what broke the run off. */
  readonly ended: Promise<'done' | 'stopped'>;

  constructor(parts: RunParts, order: RunOrder) {
    this.#parts = parts;
    this.#order = order;
    const { settings } = order;
    this.tally = structuredClone(order.tally);
    // Every lane has tried one thing as often as it may, and something else besides.
    this.#mostFailures = (settings.retries + 1) * settings.concurrency + REFUSALS;
    this.ended = this.#work();
    // Anybody who waits for the end hears of it; nobody has to.
    this.ended.then(this.#tell, this.#tell);
  }

  /** Why the run stopped by itself; null where it did not. */
  reason(): string | null {
    return this.#reason;
  }

  /** Asks nothing more. What is under way may come in for so long; what has not come by then is let go. */
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

  async #judgeUnit(answer: AnswerToJudge, unit: Unit): Promise<void> {
    const { responseId } = answer;
    const before = this.#parts.calls.last(this.#order.id, responseId, unit);
    let attempt = (before?.attempt ?? 0) + 1;
    const callOf = (
      rest: Pick<NewCall, 'request' | 'reply' | 'outcome' | 'error' | 'tokens' | 'startedAt'>,
    ) => ({
      id: JudgeCallId.parse(this.#parts.casebook.ports.newId()),
      runId: this.#order.id,
      responseId,
      unit,
      attempt,
      endedAt: this.#parts.casebook.ports.now(),
      ...rest,
    });
    let criterion: Criterion;
    let prompt: ReturnType<Criterion['ask']>;
    try {
      ({ criterion, prompt } = questionOf(this.#parts, this.#order.judge, answer, unit));
    } catch (error) {
      if (!(error instanceof NotAsked)) throw error;
      // Said once: resuming finds the same again and again.
      if (before?.outcome === 'failed' && before.error === error.message) this.tally.failed += 1;
      else {
        const nothing = {
          request: NOTHING,
          reply: null,
          tokens: NO_TOKENS,
          startedAt: this.#parts.casebook.ports.now(),
        };
        await this.#keep(callOf({ ...nothing, outcome: 'failed', error: error.message }), true);
      }
      return;
    }
    for (let retry = 0; ; retry += 1) {
      const pause = this.#notBefore - this.#parts.casebook.ports.now();
      if (pause > 0) await this.#parts.casebook.ports.wait(pause, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      const startedAt = this.#parts.casebook.ports.now();
      const asked = await this.#parts.asker.ask(prompt, this.#aborting.signal);
      const { request, reply, tokens } = asked;
      const common = { request, reply, tokens, startedAt };
      if (asked.outcome !== 'failed') {
        this.#refusals = 0;
        this.#failures = 0;
        const { value, error } = verdictOf(criterion, asked);
        const call = callOf({ ...common, outcome: value === null ? 'unparsed' : 'decided', error });
        await this.#keep(call, true, () => {
          this.#parts.verdictWriter.write({
            judge: this.#order.judge,
            item: answer.item,
            responseId,
            ...unit,
            outcome: value === null ? 'unparsed' : 'given',
            value,
            detail: null,
            rationale: rationaleOf(asked, value),
            source: 'asked',
            judgingId: null,
            callId: call.id,
            activeMilliseconds: null,
          });
        });
        return;
      }
      const { kind, reason, wait } = asked;
      const tooLong = wait !== null && wait > PATIENCE_MS;
      const over = kind !== 'again' || retry >= this.#order.settings.retries || tooLong;
      const error = tooLong ? `${reason} It asks Casebook to wait more than an hour.` : reason;
      await this.#keep(callOf({ ...common, outcome: 'failed', error }), over);
      if (kind === 'stopped') return;
      this.#refusals = kind === 'refused' ? this.#refusals + 1 : 0;
      // A server that says how long to wait is still there.
      this.#failures = wait === null ? this.#failures + 1 : this.#failures;
      if (this.#refusals >= REFUSALS)
        this.#stopBecause(
          `The endpoint refused ${String(this.#refusals)} requests in a row. The last time: ${error}`,
        );
      else if (this.#failures >= this.#mostFailures)
        this.#stopBecause(`${String(this.#failures)} requests failed in a row. The last time: ${error}`);
      if (over) return;
      attempt += 1;
      // Who says how long means everybody; who says "at once" is still not to be pressed.
      if (wait !== null) this.#notBefore = Math.max(this.#notBefore, this.#parts.casebook.ports.now() + wait);
      const own = backoff(retry);
      if (wait === null || wait < own) await this.#parts.casebook.ports.wait(own, this.#stopping.signal);
    }
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

/** What to ask about one thing. Throws {@link NotAsked} where it cannot be asked. */
export function questionOf(
  { judging, said }: Pick<RunParts, 'judging' | 'said'>,
  judge: PersonId,
  { responseId, question, answer, targets }: AnswerToJudge,
  { criterion: id, subject }: Unit,
): { criterion: Criterion; prompt: ReturnType<Criterion['ask']> } {
  const target = targets.find((each) => each.criterion === id && each.subject === subject);
  const criterion = judging.criteria.find((each) => each.id === id);
  if (target === undefined || criterion === undefined) {
    throw new NotAsked('Not asked: the item changed and no longer has this to judge.');
  }
  const earlierOf = (after: string): Json => {
    const exact = targets.find((each) => each.criterion === after)?.exact ?? null;
    if (exact !== null) return exact;
    const verdict = said(judge, responseId, { criterion: after, subject: '' });
    if (verdict?.outcome === 'given') return verdict.value;
    const title = judging.criteria.find((each) => each.id === after)?.title ?? after;
    throw new NotAsked(
      verdict === null
        ? `Not asked: it depends on the verdict on “${title}”, which failed.`
        : `Not asked: it depends on the verdict on “${title}”, whose reply had the wrong form.`,
    );
  };
  const earlier = target.after === null ? null : earlierOf(target.after);
  return { criterion, prompt: criterion.ask({ question, answer, reference: target.reference, earlier }) };
}

type Answered = Extract<Asked, { outcome: 'answered' | 'unusable' }>;

/** The verdict in what came; null with the reason where there is none that can be read. */
function verdictOf(criterion: Criterion, asked: Answered): { value: Json | null; error: string | null } {
  if (asked.outcome === 'unusable') return { value: null, error: asked.reason };
  const value = criterion.readReply(asked.content);
  return value === null ? { value, error: 'The reply has the wrong form.' } : { value, error: null };
}

/** What the judge said, where that is more than the verdict itself. */
function rationaleOf(asked: Answered, value: Json | null): string | null {
  if (asked.outcome !== 'answered') return null;
  const text = asked.content.trim();
  return typeof value === 'string' && text.length <= value.length + 1 ? null : text;
}

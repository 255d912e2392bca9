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

/** So many refusals one after the other, and nothing else, mean that the endpoint will not have any of it. */
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

/** A run that is under way. */
export interface Running {
  readonly tally: Readonly<Tally>;
  /** Why the run stopped by itself; null where it did not. */
  readonly reason: () => string | null;
  /** Ends when nothing is under way any more; `done`: nothing is left to be asked. Rejects with what broke the run off. */
  readonly ended: Promise<'done' | 'stopped'>;
  /** Asks nothing more. What is under way may come in for so long; what has not come by then is let go. */
  stop(grace: number): Promise<void>;
  /** Called whenever something came in. */
  watch(listener: () => void): () => void;
}

/** Why something is not asked, in words for its call. */
export class NotAsked extends Error {}

/**
 * Asks a judge everything that is planned, so many answers at a time, each answer's criteria in their order. Whatever
 * comes back is kept at once: request, reply and verdict in one transaction, so that nothing is asked twice however the
 * program ends.
 */
export function startRun(parts: RunParts, order: RunOrder): Running {
  const { casebook, asker } = parts;
  const { ports } = casebook;
  const { settings, answers } = order;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const listeners = new Set<() => void>();
  const tally: Tally = structuredClone(order.tally);
  let next = 0;
  let notBefore = 0;
  let refusals = 0;
  let failures = 0;
  let reason: string | null = null;
  // Every lane has tried one thing as often as it may, and something else besides.
  const mostFailures = (settings.retries + 1) * settings.concurrency + REFUSALS;

  const stopBecause = (why: string): void => {
    reason ??= why;
    stopping.abort();
  };

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  /** Keeps a call; what it came to counts for the thing judged once it is over. */
  const keep = async (call: NewCall, over: boolean, also: () => void = () => undefined): Promise<void> => {
    await casebook.gate.opened();
    casebook.database.transaction(() => {
      parts.calls.write(call);
      also();
    })();
    if (call.request !== NOTHING) tally.calls += 1;
    tally.tokens.prompt += call.tokens.prompt ?? 0;
    tally.tokens.completion += call.tokens.completion ?? 0;
    if (over) tally[call.outcome] += 1;
    tell();
  };

  const judgeUnit = async (answer: AnswerToJudge, unit: Unit): Promise<void> => {
    const { responseId } = answer;
    const before = parts.calls.last(order.id, responseId, unit);
    let attempt = (before?.attempt ?? 0) + 1;
    const callOf = (
      rest: Pick<NewCall, 'request' | 'reply' | 'outcome' | 'error' | 'tokens' | 'startedAt'>,
    ) => ({
      id: JudgeCallId.parse(ports.newId()),
      runId: order.id,
      responseId,
      unit,
      attempt,
      endedAt: ports.now(),
      ...rest,
    });
    let criterion: Criterion;
    let prompt: ReturnType<Criterion['ask']>;
    try {
      ({ criterion, prompt } = questionOf(parts, order.judge, answer, unit));
    } catch (error) {
      if (!(error instanceof NotAsked)) throw error;
      // Said once: resuming finds the same again and again.
      if (before?.outcome === 'failed' && before.error === error.message) tally.failed += 1;
      else {
        const nothing = { request: NOTHING, reply: null, tokens: NO_TOKENS, startedAt: ports.now() };
        await keep(callOf({ ...nothing, outcome: 'failed', error: error.message }), true);
      }
      return;
    }
    for (let retry = 0; ; retry += 1) {
      const pause = notBefore - ports.now();
      if (pause > 0) await ports.wait(pause, stopping.signal);
      if (stopping.signal.aborted) return;
      const startedAt = ports.now();
      const asked = await asker.ask(prompt, aborting.signal);
      const { request, reply, tokens } = asked;
      const common = { request, reply, tokens, startedAt };
      if (asked.outcome !== 'failed') {
        refusals = 0;
        failures = 0;
        const { value, error } = verdictOf(criterion, asked);
        const call = callOf({ ...common, outcome: value === null ? 'unparsed' : 'decided', error });
        await keep(call, true, () => {
          parts.verdictWriter.write({
            judge: order.judge,
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
      const over = kind !== 'again' || retry >= settings.retries || tooLong;
      const error = tooLong ? `${reason} It asks Casebook to wait more than an hour.` : reason;
      await keep(callOf({ ...common, outcome: 'failed', error }), over);
      if (kind === 'stopped') return;
      refusals = kind === 'refused' ? refusals + 1 : 0;
      // A server that says how long to wait is still there.
      failures = wait === null ? failures + 1 : failures;
      if (refusals >= REFUSALS)
        stopBecause(`The endpoint refused ${String(refusals)} requests in a row. The last time: ${error}`);
      else if (failures >= mostFailures)
        stopBecause(`${String(failures)} requests failed in a row. The last time: ${error}`);
      if (over) return;
      attempt += 1;
      // Who says how long means everybody; who says "at once" is still not to be pressed.
      if (wait !== null) notBefore = Math.max(notBefore, ports.now() + wait);
      const own = backoff(retry);
      if (wait === null || wait < own) await ports.wait(own, stopping.signal);
    }
  };

  const lane = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const planned = answers[next];
      next += 1;
      if (planned === undefined) return;
      const answer = parts.answers.find(planned.responseId);
      // Replaced or excluded meanwhile: it does not count any more.
      if (answer === null) continue;
      for (const unit of planned.units) {
        if (stopping.signal.aborted) return;
        await judgeUnit(answer, unit);
      }
    }
  };

  const work = async (): Promise<'done' | 'stopped'> => {
    try {
      const lanes = Array.from({ length: settings.concurrency }, async () => {
        try {
          await lane();
        } catch (error) {
          // The others have nothing to keep their replies in either.
          stopping.abort();
          aborting.abort();
          throw error;
        }
      });
      const results = await Promise.allSettled(lanes);
      const broken = results.find((each) => each.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
      return stopping.signal.aborted ? 'stopped' : 'done';
    } finally {
      asker.close();
    }
  };

  const ended = work();
  // Anybody who waits for the end hears of it; nobody has to.
  ended.then(tell, tell);
  return {
    tally,
    reason: () => reason,
    ended,
    async stop(grace) {
      stopping.abort();
      const patience = new AbortController();
      const over = ended.then(
        () => patience.abort(),
        () => patience.abort(),
      );
      await ports.wait(grace, patience.signal);
      aborting.abort();
      await over;
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
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

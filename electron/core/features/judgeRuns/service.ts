import type { Judging } from '../../../../shared/benchmarks/judging.ts';
import { JudgeCall, type JudgeRun, type JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { JudgeRunId, PersonId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import { asCasebookError } from '../../base/errors.ts';
import { modelId } from '../../records/models.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { createAnswers } from './answers.ts';
import { createAsker } from './ask.ts';
import { createCalls } from './calls.ts';
import type { Tally } from './calls.ts';
import { readEndpoint } from './endpoint.ts';
import { createHiding } from './hiding.ts';
import { judgeOf } from './judge.ts';
import { keyFor } from './keys.ts';
import { createSaid } from './known.ts';
import type { Plan, Unit } from './plan.ts';
import { planOf, unitsOf } from './plan.ts';
import type { JudgeRunPreview } from './preview.ts';
import { previewOf } from './preview.ts';
import type { Running } from './runner.ts';
import { startRun } from './runner.ts';
import type { KeptRun } from './runs.ts';
import { createRuns } from './runs.ts';

/** How long replies that are under way may take to come in when a run is stopped, and when the casebook closes. */
const STOP_GRACE_MS = 15_000;
const CLOSE_GRACE_MS = 3000;

/** LLM judges that run, in an open casebook. */
export interface JudgeRunsService {
  /**
   * What a run would ask, with the first request that anybody who looks may see in full; sends nothing, writes nothing.
   * Throws `invalid_input`.
   */
  preview(settings: JudgeRunSettings, viewpoint: Viewpoint): JudgeRunPreview;
  /** Sends one short request, writes nothing, and says what came of it. Throws `invalid_input`. */
  test(settings: JudgeRunSettings): Promise<{ works: boolean; said: string; milliseconds: number }>;
  /**
   * Makes a run and starts it. Throws `invalid_input` where there is nothing to ask or the settings are wrong, `conflict`
   * where this judge is running already.
   */
  start(settings: JudgeRunSettings, by: PersonId): Promise<JudgeRun>;
  /**
   * Goes on with a run: what is decided is not asked again, what failed or could not be read is. Throws like {@link start},
   * and `not_found`.
   */
  resume(id: JudgeRunId): Promise<JudgeRun>;
  /** Ends when nothing of the run is under way any more. Throws `not_found`. */
  stop(id: JudgeRunId): Promise<JudgeRun>;
  stopAll(): Promise<void>;
  /** Newest first. */
  list(): JudgeRun[];
  /** Follows a run to its end. Throws `not_found`, what broke the run off, and `cancelled` where the signal aborts. */
  watch(id: JudgeRunId, progress: Progress, signal: AbortSignal): Promise<JudgeRun>;
  /**
   * Requests with their replies, newest first; of what anybody who looks has yet to answer or judge, neither is told. Throws
   * `not_found`.
   */
  calls(
    id: JudgeRunId,
    outcomes: readonly JudgeCall['outcome'][] | undefined,
    offset: number,
    limit: number,
    viewpoint: Viewpoint,
  ): { total: number; rows: JudgeCall[] };
  /** Stops what runs. */
  close(): Promise<void>;
}

/** A run that is under way in this program. */
interface Active {
  readonly judge: PersonId;
  readonly running: Running;
  /** Ends when the run's end is kept; never rejects. */
  readonly settled: Promise<void>;
}

/** The service over an open casebook. */
export function createJudgeRunsService(casebook: Casebook): JudgeRunsService {
  const { database, ports } = casebook;
  const runs = createRuns(casebook);
  const calls = createCalls(casebook);
  const said = createSaid(casebook);
  const model = casebook.records.models;
  const hides = createHiding(casebook);
  const active = new Map<JudgeRunId, Active>();
  const tallies = new Map<JudgeRunId, { readonly updatedAt: number; readonly tally: Tally }>();
  /** Runs that are being started: what is awaited meanwhile must not let a second one through. */
  const starting = new Set<PersonId>();
  let closed = false;

  const parts = () => {
    const judging = judgingOf(casebook);
    return { judging, answers: createAnswers(casebook, judging) };
  };

  const found = (id: JudgeRunId): KeptRun => {
    const run = runs.find(id);
    if (run !== null) return run;
    throw new CasebookError('not_found', 'There is no such run in this casebook.');
  };

  /** Nothing is added to a run that is not under way: it is counted once. */
  const endedTally = ({ id, updatedAt }: KeptRun): Tally => {
    const known = tallies.get(id);
    if (known?.updatedAt === updatedAt) return known.tally;
    const tally = calls.tally(id);
    tallies.set(id, { updatedAt, tally });
    return tally;
  };

  const describe = (run: KeptRun): JudgeRun => {
    const { settings } = run;
    const running = active.get(run.id)?.running;
    const { tokens, ...counts } = running?.tally ?? endedTally(run);
    return {
      id: run.id,
      judge: [settings.model, settings.version].filter((part) => part !== '').join(' '),
      settings,
      // Where another program has the casebook, the run may well be its own.
      state:
        run.state === 'running' && running === undefined && casebook.refusal !== 'in_use'
          ? 'interrupted'
          : run.state,
      createdBy: run.createdBy,
      createdAt: run.createdAt,
      updatedAt: run.updatedAt,
      total: run.total,
      ...counts,
      tokens: { ...tokens },
      cost: costOf(settings, tokens),
      reason: run.state === 'stopped' ? run.reason : null,
    };
  };

  const assertFree = (judge: PersonId): void => {
    if (closed) throw closing();
    if (!starting.has(judge) && ![...active.values()].some((each) => each.judge === judge)) return;
    throw new CasebookError(
      'conflict',
      'This judge is running already.',
      'Nothing was sent. Wait until that run has ended, or stop it.',
    );
  };

  /** Plans, keeps the run with what it has to ask, and sends it off. */
  const launch = async (
    judge: PersonId,
    settings: JudgeRunSettings,
    plan: () => Plan,
    keep: (total: number) => JudgeRunId,
    tallyOf: (id: JudgeRunId) => Tally,
  ): Promise<JudgeRun> => {
    assertFree(judge);
    const endpoint = readEndpoint(settings.endpoint);
    const key = keyFor(ports.secrets, endpoint);
    starting.add(judge);
    try {
      const asker = await createAsker(endpoint, key, settings, ports.now);
      await casebook.gate.opened();
      if (closed) throw closing();
      const { judging, answers } = parts();
      const planned = plan();
      const id = database.transaction(() => keep(unitsOf(planned)))();
      const running = startRun(
        { casebook, judging, answers, calls, said, verdictWriter: casebook.derived.verdictWriter, asker },
        { id, judge, settings, answers: planned.answers, tally: tallyOf(id) },
      );
      ports.logger.info('An LLM judge started.', { host: endpoint.host, units: unitsOf(planned) });
      const settled = running.ended
        .then(async (state) => {
          await casebook.gate.opened();
          runs.end(id, state, running.reason());
          ports.logger.info('An LLM judge’s run ended.', { state });
        })
        .catch((error: unknown) => {
          // It stays as running, and so as interrupted: whatever broke it off may keep anything from being written.
          ports.logger.error('An LLM judge’s run broke off.', { reason: asCasebookError(error).message });
        })
        .finally(() => active.delete(id));
      active.set(id, { judge, running, settled });
      tallies.delete(id);
      return describe(found(id));
    } finally {
      starting.delete(judge);
    }
  };

  const judgeIdOf = (settings: JudgeRunSettings): PersonId => modelId(judgeOf(judgingOf(casebook), settings));

  const isGiven =
    (judge: PersonId) =>
    (...thing: [Parameters<typeof said>[1], Unit]): boolean =>
      said(judge, ...thing)?.outcome === 'given';

  /** Stops runs and waits until their end is kept. */
  const stopEach = async (ids: readonly JudgeRunId[], grace: number): Promise<void> => {
    await Promise.all(
      ids.map(async (id) => {
        const run = active.get(id);
        await run?.running.stop(grace);
        await run?.settled;
      }),
    );
  };

  return {
    preview(settings, viewpoint) {
      const { judging, answers } = parts();
      const judge = judgeIdOf(settings);
      const plan = planOf(judging, answers, settings, isGiven(judge));
      const endpoint = readEndpoint(settings.endpoint);
      const hasKey = keyFor(ports.secrets, endpoint) !== null;
      return previewOf(
        { judging, answers, said },
        { settings, endpoint, hasKey, judge, plan, hides: (id) => hides(viewpoint, id) },
      );
    },
    async test(settings) {
      const endpoint = readEndpoint(settings.endpoint);
      const asker = await createAsker(endpoint, keyFor(ports.secrets, endpoint), settings, ports.now);
      const begun = ports.now();
      try {
        const asked = await asker.ask(
          { system: '', user: 'Reply with the word yes.' },
          AbortSignal.timeout(settings.timeoutSeconds * 1000),
        );
        const milliseconds = Math.max(0, ports.now() - begun);
        return asked.outcome === 'answered'
          ? { works: true, said: asked.content.trim().slice(0, 500), milliseconds }
          : { works: false, said: asked.reason, milliseconds };
      } finally {
        asker.close();
      }
    },
    async start(settings, by) {
      const identity = judgeOf(judgingOf(casebook), settings);
      const judge = modelId(identity);
      const { judging, answers } = parts();
      return launch(
        judge,
        settings,
        () => {
          const plan = planOf(judging, answers, settings, isGiven(judge));
          if (plan.answers.length > 0) return plan;
          throw new CasebookError(
            'invalid_input',
            plan.known > 0
              ? 'There is nothing to ask: this judge has already given all these verdicts.'
              : 'There is nothing to ask: no answers need verdicts on these criteria.',
            'Nothing was sent.',
          );
        },
        (total) => runs.add(model(identity), settings, total, by),
        () => ({ decided: 0, unparsed: 0, failed: 0, calls: 0, tokens: { prompt: 0, completion: 0 } }),
      );
    },
    async resume(id) {
      const run = found(id);
      const { judging, answers } = parts();
      const judge = judgeIdOf(run.settings);
      if (judge !== run.judge) {
        throw new CasebookError(
          'conflict',
          'The judge’s instructions have changed since this run began, so it would be another judge.',
          'Nothing was sent. Start a new run.',
        );
      }
      const isOver = (...[responseId, unit]: [Parameters<typeof said>[1], Unit]): boolean => {
        const outcome = calls.last(id, responseId, unit)?.outcome;
        return outcome === 'decided' || isGiven(judge)(responseId, unit);
      };
      const before = calls.tally(id);
      return launch(
        judge,
        run.settings,
        () => planOf(judging, answers, run.settings, isOver),
        (left) => {
          runs.restart(run, before.decided + left);
          return id;
        },
        () => ({ ...before, unparsed: 0, failed: 0 }),
      );
    },
    async stop(id) {
      found(id);
      await stopEach([id], STOP_GRACE_MS);
      return describe(found(id));
    },
    stopAll: () => stopEach([...active.keys()], STOP_GRACE_MS),
    list: () => runs.all().map(describe),
    async watch(id, progress, signal) {
      const run = active.get(found(id).id);
      if (run !== undefined) {
        const { running, settled } = run;
        const { total } = found(id);
        const tell = (): void => {
          const { decided, unparsed, failed } = running.tally;
          progress('Asking', decided + unparsed + failed, total);
        };
        tell();
        const unwatch = running.watch(tell);
        try {
          await Promise.race([running.ended, aborted(signal)]);
        } finally {
          unwatch();
        }
        await settled;
      }
      return describe(found(id));
    },
    calls(id, outcomes, offset, limit, viewpoint) {
      const chosen = outcomes ?? JudgeCall.shape.outcome.options;
      const { total, rows } = calls.list(found(id).id, chosen, offset, limit);
      return {
        total,
        rows: rows.map((row) =>
          hides(viewpoint, row.response) ? { ...row, request: HIDDEN, reply: null, error: null } : row,
        ),
      };
    },
    async close() {
      closed = true;
      await stopEach([...active.keys()], CLOSE_GRACE_MS);
    },
  };
}

const closing = (): CasebookError =>
  new CasebookError('cancelled', 'The casebook is closing. Nothing was sent.');

/** The request of a call that is not to be seen yet. */
const HIDDEN = JSON.stringify('Hidden until you answer this item or judge this answer.');

/** How the open casebook's answers are judged. Throws `invalid_input` where they are not. */
function judgingOf({ benchmark }: Casebook): Judging {
  if (benchmark.judging !== undefined) return benchmark.judging;
  throw new CasebookError(
    'invalid_input',
    `Answers about items of ${benchmark.title} have no judging.`,
    'Nothing was sent.',
  );
}

function costOf({ price }: JudgeRunSettings, { prompt, completion }: Tally['tokens']): number | null {
  return price === null ? null : (prompt * price.prompt + completion * price.completion) / 1_000_000;
}

/** Rejects when the signal aborts. */
async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = (): void =>
      reject(new CasebookError('cancelled', 'Nobody watches the run any more. It goes on.'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
}

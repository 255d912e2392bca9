import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import { JudgeCall, type JudgeRun, type JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { JudgeRunId, PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import { asCasebookError } from '../../base/errors.ts';
import { modelId } from '../../records/verdicts/models.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { Answers } from './answers.ts';
import { Asker } from './ask.ts';
import { Calls, type RunCounts } from './calls.ts';
import { readEndpoint } from './endpoint.ts';
import { createHiding } from './hiding.ts';
import { judgeOf } from './judge.ts';
import { keyFor } from './keys.ts';
import { createEarlierVerdictReader } from './earlierVerdicts.ts';
import { type Plan, type PlannedUnit, planOf, unitsOf } from './plan.ts';
import { type JudgeRunPreview, previewOf } from './preview.ts';
import { JudgeRunner } from './runner.ts';
import type { KeptRun } from '../../records/verdicts/judgeRuns.ts';

/** How long replies that are under way may take to come in when a run is stopped, and when the casebook closes. */
const STOP_GRACE_MS = 15_000;
const CLOSE_GRACE_MS = 3000;

/** A run that is under way in this program. */
interface Active {
  readonly judge: PersonId;
  readonly running: JudgeRunner;
  /** Ends when the run's end is kept; never rejects. */
  readonly settled: Promise<void>;
}

/** LLM judges that run, in an open casebook. */
export class JudgeRunsService {
  readonly #casebook: Casebook;
  readonly #runs;
  readonly #calls;
  readonly #findEarlier;
  readonly #model;
  readonly #hides;
  readonly #active = new Map<JudgeRunId, Active>();
  readonly #tallies = new Map<JudgeRunId, { readonly updatedAt: number; readonly tally: RunCounts }>();
  /** Runs that are being started: what is awaited meanwhile must not let a second one through. */
  readonly #starting = new Set<PersonId>();
  #closed = false;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#runs = casebook.records.judgeRuns;
    this.#calls = new Calls(casebook);
    this.#findEarlier = createEarlierVerdictReader(casebook);
    this.#model = casebook.records.models;
    this.#hides = createHiding(casebook);
  }

  /**
   * What a run would ask, with the first request that the caller may see in full; sends nothing, writes nothing.
   * Throws `invalid_input`.
   */
  preview(settings: JudgeRunSettings, viewpoint: Viewpoint): JudgeRunPreview {
    const { judging, answers } = this.#parts();
    const judge = this.#judgeIdOf(settings);
    const plan = planOf(judging, answers, settings, this.#isGiven(judge));
    const endpoint = readEndpoint(settings.endpoint);
    const hasKey = keyFor(this.#casebook.ports.secrets, endpoint) !== null;
    return previewOf(
      { judging, answers, findEarlier: this.#findEarlier },
      { settings, endpoint, hasKey, judge, plan, hides: (id) => this.#hides(viewpoint, id) },
    );
  }

  /** Sends one short request, writes nothing, and says what came of it. Throws `invalid_input`. */
  async test(settings: JudgeRunSettings): Promise<{ works: boolean; said: string; milliseconds: number }> {
    const endpoint = readEndpoint(settings.endpoint);
    const asker = new Asker(
      endpoint,
      keyFor(this.#casebook.ports.secrets, endpoint),
      settings,
      this.#casebook.ports.now,
    );
    const begun = this.#casebook.ports.now();
    try {
      const asked = await asker.ask(
        { system: '', user: 'Reply with the word yes.' },
        AbortSignal.timeout(settings.timeoutSeconds * 1000),
      );
      const milliseconds = Math.max(0, this.#casebook.ports.now() - begun);
      return asked.outcome === 'answered'
        ? { works: true, said: asked.content.trim().slice(0, 500), milliseconds }
        : { works: false, said: asked.reason, milliseconds };
    } finally {
      asker.close();
    }
  }

  /**
   * Makes a run and starts it. Throws `invalid_input` where there is nothing to ask or the settings are wrong, `conflict`
   * where this judge is running already.
   */
  async start(settings: JudgeRunSettings, by: PersonId): Promise<JudgeRun> {
    const identity = judgeOf(judgingOf(this.#casebook), settings);
    const judge = modelId(identity);
    const { judging, answers } = this.#parts();
    return this.#launch(
      judge,
      settings,
      () => {
        const plan = planOf(judging, answers, settings, this.#isGiven(judge));
        if (plan.answers.length > 0) return plan;
        throw new CasebookError(
          'invalid_input',
          plan.known > 0
            ? 'There is nothing to ask: this judge has already given all these verdicts.'
            : 'There is nothing to ask: no answers need verdicts on these criteria.',
          'Nothing was sent.',
        );
      },
      (total) => this.#runs.add(this.#model(identity), settings, total, by),
      () => ({ decided: 0, unparsed: 0, failed: 0, calls: 0, tokens: { prompt: 0, completion: 0 } }),
    );
  }

  /**
   * Goes on with a run: what is decided is not asked again, what failed or could not be read is. Throws like {@link start},
   * and `not_found`.
   */
  async resume(id: JudgeRunId): Promise<JudgeRun> {
    const run = this.#found(id);
    const { judging, answers } = this.#parts();
    const judge = this.#judgeIdOf(run.settings);
    if (judge !== run.judge) {
      throw new CasebookError(
        'conflict',
        'The judge’s instructions have changed since this run began, so it would be another judge.',
        'Nothing was sent. Start a new run.',
      );
    }
    const isOver = (...[responseId, unit]: [ResponseId, PlannedUnit]): boolean => {
      const outcome = this.#calls.last(id, responseId, unit)?.outcome;
      return outcome === 'decided' || this.#isGiven(judge)(responseId, unit);
    };
    const before = this.#calls.tally(id);
    return this.#launch(
      judge,
      run.settings,
      () => planOf(judging, answers, run.settings, isOver),
      (left) => {
        this.#runs.restart(run, before.decided + left);
        return id;
      },
      () => ({ ...before, unparsed: 0, failed: 0 }),
    );
  }

  /** Ends when nothing of the run is under way any more. Throws `not_found`. */
  async stop(id: JudgeRunId): Promise<JudgeRun> {
    this.#found(id);
    await this.#stopEach([id], STOP_GRACE_MS);
    return this.#describe(this.#found(id));
  }

  stopAll(): Promise<void> {
    return this.#stopEach([...this.#active.keys()], STOP_GRACE_MS);
  }

  /** Newest first. */
  list(): JudgeRun[] {
    return this.#runs.all().map(this.#describe);
  }

  /** Follows a run to its end. Throws `not_found`, what broke the run off, and `cancelled` where the signal aborts. */
  async watch(id: JudgeRunId, progress: Progress, signal: AbortSignal): Promise<JudgeRun> {
    const run = this.#active.get(this.#found(id).id);
    if (run !== undefined) {
      const { running, settled } = run;
      const { total } = this.#found(id);
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
    return this.#describe(this.#found(id));
  }

  /**
   * Requests with their replies, newest first; without those about what the caller has yet to answer or judge. Throws
   * `not_found`.
   */
  calls(
    id: JudgeRunId,
    outcomes: readonly JudgeCall['outcome'][] | undefined,
    offset: number,
    limit: number,
    viewpoint: Viewpoint,
  ): { total: number; rows: JudgeCall[] } {
    const chosen = outcomes ?? JudgeCall.shape.outcome.options;
    const { total, rows } = this.#calls.list(this.#found(id).id, chosen, offset, limit);
    return {
      total,
      rows: rows.map((row) =>
        this.#hides(viewpoint, row.response) ? { ...row, request: HIDDEN, reply: null, error: null } : row,
      ),
    };
  }

  /** Stops what runs. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#stopEach([...this.#active.keys()], CLOSE_GRACE_MS);
  }

  #parts() {
    const judging = judgingOf(this.#casebook);
    return { judging, answers: new Answers(this.#casebook, judging) };
  }

  #found(id: JudgeRunId): KeptRun {
    const run = this.#runs.find(id);
    if (run !== null) return run;
    throw new CasebookError('not_found', 'There is no such run in this casebook.');
  }

  /** Nothing is added to a run that is not under way: it is counted once. */
  #endedTally({ id, updatedAt }: KeptRun): RunCounts {
    const known = this.#tallies.get(id);
    if (known?.updatedAt === updatedAt) return known.tally;
    const tally = this.#calls.tally(id);
    this.#tallies.set(id, { updatedAt, tally });
    return tally;
  }

  readonly #describe = (run: KeptRun): JudgeRun => {
    const { settings } = run;
    const running = this.#active.get(run.id)?.running;
    const { tokens, ...counts } = running?.tally ?? this.#endedTally(run);
    return {
      id: run.id,
      judge: [settings.model, settings.version].filter((part) => part !== '').join(' '),
      settings,
      // Where another program has the casebook, the run may well be its own.
      state:
        run.state === 'running' && running === undefined && this.#casebook.refusal !== 'in_use'
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

  #assertFree(judge: PersonId): void {
    if (this.#closed) throw closing();
    if (!this.#starting.has(judge) && ![...this.#active.values()].some((each) => each.judge === judge))
      return;
    throw new CasebookError(
      'conflict',
      'This judge is running already.',
      'Nothing was sent. Wait until that run has ended, or stop it.',
    );
  }

  /** Plans, keeps the run with what it has to ask, and sends it off. */
  async #launch(
    judge: PersonId,
    settings: JudgeRunSettings,
    plan: () => Plan,
    keep: (total: number) => JudgeRunId,
    tallyOf: (id: JudgeRunId) => RunCounts,
  ): Promise<JudgeRun> {
    this.#assertFree(judge);
    const endpoint = readEndpoint(settings.endpoint);
    const key = keyFor(this.#casebook.ports.secrets, endpoint);
    this.#starting.add(judge);
    try {
      const asker = new Asker(endpoint, key, settings, this.#casebook.ports.now);
      await this.#casebook.gate.opened();
      if (this.#closed) throw closing();
      const { judging, answers } = this.#parts();
      const planned = plan();
      const id = this.#casebook.database.transaction(() => keep(unitsOf(planned)))();
      const running = new JudgeRunner(
        {
          casebook: this.#casebook,
          judging,
          answers,
          calls: this.#calls,
          findEarlier: this.#findEarlier,
          verdictWriter: this.#casebook.derived.verdictWriter,
          asker,
        },
        { id, judge, settings, answers: planned.answers, tally: tallyOf(id) },
      );
      this.#casebook.ports.logger.info('An LLM judge started.', {
        host: endpoint.host,
        units: unitsOf(planned),
      });
      const settled = running.ended
        .then(async (state) => {
          await this.#casebook.gate.opened();
          this.#runs.end(id, state, running.reason());
          this.#casebook.ports.logger.info('An LLM judge’s run ended.', { state });
        })
        .catch((error: unknown) => {
          // It stays as running, and so as interrupted: whatever broke it off may keep anything from being written.
          this.#casebook.ports.logger.error('An LLM judge’s run broke off.', {
            reason: asCasebookError(error).message,
          });
        })
        .finally(() => this.#active.delete(id));
      this.#active.set(id, { judge, running, settled });
      this.#tallies.delete(id);
      return this.#describe(this.#found(id));
    } finally {
      this.#starting.delete(judge);
    }
  }

  #judgeIdOf(settings: JudgeRunSettings): PersonId {
    return modelId(judgeOf(judgingOf(this.#casebook), settings));
  }

  #isGiven(judge: PersonId) {
    return (...thing: [ResponseId, PlannedUnit]): boolean =>
      this.#findEarlier(judge, ...thing)?.outcome === 'given';
  }

  /** Stops runs and waits until their end is kept. */
  async #stopEach(ids: readonly JudgeRunId[], grace: number): Promise<void> {
    await Promise.all(
      ids.map(async (id) => {
        const run = this.#active.get(id);
        await run?.running.stop(grace);
        await run?.settled;
      }),
    );
  }
}

const closing = (): CasebookError =>
  new CasebookError('cancelled', 'The casebook is closing. Nothing was sent.');

/** The request of a call that is not to be seen yet. */
const HIDDEN = JSON.stringify('Hidden until you answer this item or judge this answer.');

/** How the open casebook's answers are judged. Throws `invalid_input` where they are not. */
function judgingOf({ benchmark }: Casebook): JudgingScheme {
  if (benchmark.judging !== undefined) return benchmark.judging;
  throw new CasebookError(
    'invalid_input',
    `Answers about items of ${benchmark.title} have no judging.`,
    'Nothing was sent.',
  );
}

function costOf({ price }: JudgeRunSettings, { prompt, completion }: RunCounts['tokens']): number | null {
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

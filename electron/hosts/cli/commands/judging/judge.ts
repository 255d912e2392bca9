import { type JudgeRun, JudgeRunSettings } from '../../../../../shared/contract/judgeRuns.ts';
import { JudgeRunId, type PersonId } from '../../../../../shared/base/ids.ts';
import { firstIssueInWords } from '../../../../../shared/base/issues.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import type { Services } from '../../../../core/app/services.ts';
import { readEndpoint } from '../../../../core/features/judgeRuns/endpoint.ts';
import { keyStateFor } from '../../../../core/features/judgeRuns/keys.ts';
import { assertWritable } from '../../../../core/records/casebook.ts';
import { KEY_VARIABLE } from '../../../secrets.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { shortened, table } from '../../output.ts';
import { listed, numberOption, WrongUsage } from '../../usage.ts';
import { doerOf, personCalled } from '../../people.ts';

export interface JudgeOptions {
  readonly endpoint?: string;
  readonly model?: string;
  readonly version?: string;
  readonly temperature?: string;
  readonly criteria?: string;
  readonly respondents?: string;
  readonly concurrency?: string;
  readonly retries?: string;
  readonly maxTokens?: string;
  readonly timeout?: string;
  readonly price?: string;
  readonly first?: string;
  readonly dryRun: boolean;
  readonly test?: boolean;
  readonly resume?: string;
}

/** `casebook judge`: naming an endpoint is what switches it on, for this one command. */
export async function askJudge(invocation: Invocation, dir: string, options: JudgeOptions): Promise<void> {
  if (options.resume !== undefined) return resume(invocation, dir, options.resume, options);
  if (options.test === true) return test(invocation, dir, options);
  return options.dryRun ? preview(invocation, dir, options) : start(invocation, dir, options);
}

/** One short request, to learn whether endpoint, key and model work. */
async function test(invocation: Invocation, dir: string, options: JudgeOptions): Promise<void> {
  const { works, said, milliseconds } = await withCasebook(dir, 'read', (open) =>
    open.judgeRuns.test(settingsOf(open, options)),
  );
  invocation.output.result({ works, said, milliseconds }, [
    works ? `It works: “${said}” after ${String(milliseconds)} ms.` : `It does not work: ${said}`,
  ]);
  if (!works) invocation.foundProblems();
}

async function preview({ output }: Invocation, dir: string, options: JudgeOptions): Promise<void> {
  const found = await withCasebook(dir, 'read', (open) =>
    open.judgeRuns.preview(settingsOf(open, options), everything),
  );
  const { host, calls, answers, byCriterion, first, known, problems, tokens, costAtMost } = found;
  output.result(
    {
      host,
      calls,
      answers,
      by_criterion: byCriterion,
      first,
      known,
      problems,
      tokens: { prompt: tokens.prompt, completion_at_most: tokens.completionAtMost },
      cost_at_most: costAtMost,
      dry_run: true,
    },
    [
      `${String(calls)} requests about ${String(answers)} answers would go to ${host}; ${String(known)} verdicts exist already.`,
      `About ${String(tokens.prompt)} tokens of requests and at most ${String(tokens.completionAtMost)} of replies${costAtMost === null ? '' : `, cost at most ${costAtMost.toFixed(2)}`}.`,
      ...table(byCriterion.map(({ criterion, title, calls: each }) => [criterion, title, each])),
      ...problems.map((problem) => `Note: ${problem}`),
      ...(first === null ? [] : ['', 'The first request:', ...first.body.split('\n')]),
      '',
      'A dry run: nothing was sent or changed.',
    ],
  );
}

async function start(invocation: Invocation, dir: string, options: JudgeOptions): Promise<void> {
  await follow(invocation, dir, (open) => {
    const settings = settingsOf(open, options);
    return open.judgeRuns.start(settings, doerOf(open));
  });
}

async function resume(
  invocation: Invocation,
  dir: string,
  text: string,
  { dryRun, resume: _run, ...others }: JudgeOptions,
): Promise<void> {
  if (dryRun || Object.values(others).some((value) => value !== undefined && typeof value === 'string')) {
    throw new WrongUsage('--resume uses the run’s own settings; leave out the others.');
  }
  const id = JudgeRunId.safeParse(text);
  if (!id.success) throw new WrongUsage(`--resume: "${text}" is not the id of a run.`);
  await follow(invocation, dir, (open) => open.judgeRuns.resume(id.data));
}

/** Runs to the end; Ctrl+C stops in order, and what came in is kept. */
async function follow(
  invocation: Invocation,
  dir: string,
  begin: (open: Services) => Promise<JudgeRun>,
): Promise<void> {
  const { output, signal } = invocation;
  const { run, key, failures } = await withCasebook(dir, 'either', async (open) => {
    assertWritable(open.casebook);
    const { id, settings } = await begin(open);
    const from = keyStateFor(open.casebook.ports.secrets, settings.endpoint);
    output.message(
      `Run ${id}: asking ${readEndpoint(settings.endpoint).host}${from === 'none' ? ` without a key (${KEY_VARIABLE} is not set)` : ` with the key in ${KEY_VARIABLE}`}.`,
    );
    const stop = (): void => void open.judgeRuns.stop(id);
    signal.addEventListener('abort', stop, { once: true });
    // Ctrl+C may have come before anybody listened.
    if (signal.aborted) stop();
    try {
      const ended = await open.judgeRuns.watch(id, progressOf(invocation), new AbortController().signal);
      const { rows } = open.judgeRuns.calls(id, ['failed'], 0, 200, everything);
      return { run: ended, key: from, failures: [...new Set(rows.map(({ error }) => error ?? ''))] };
    } finally {
      signal.removeEventListener('abort', stop);
    }
  });
  const { decided, unparsed, failed, total, calls, tokens, cost, state, reason } = run;
  output.result(
    {
      run: run.id,
      judge: run.judge,
      host: readEndpoint(run.settings.endpoint).host,
      key,
      state,
      total,
      decided,
      unparsed,
      failed,
      calls,
      tokens,
      cost,
      reason,
    },
    [
      `${run.judge}: ${String(decided)} of ${String(total)} decided, ${String(unparsed)} unparsed, ${String(failed)} failed.`,
      `${String(calls)} requests, ${String(tokens.prompt)} + ${String(tokens.completion)} tokens${cost === null ? '' : `, cost ${cost.toFixed(4)}`}.`,
      ...(reason === null ? [] : [`Stopped: ${reason}`]),
      ...(failed === 0 ? [] : shortened(failures.map((failure) => `failed: ${failure}`))),
      ...(state === 'done' && decided === total
        ? []
        : [`Resume with: casebook judge DIR --resume ${run.id}`]),
    ],
  );
  if (state !== 'done' || failed > 0) invocation.foundProblems();
}

/** What applies unless it is said. */
const USUAL = {
  version: '',
  temperature: '0',
  maxTokens: '1024',
  concurrency: '4',
  retries: '5',
  timeout: '120',
} as const satisfies Partial<JudgeOptions>;

function settingsOf(open: Services, options: JudgeOptions): JudgeRunSettings {
  const { endpoint, model, criteria, first, respondents } = options;
  if (endpoint === undefined) throw new WrongUsage('--endpoint is required: the judge’s address.');
  if (model === undefined) throw new WrongUsage('--model is required: the endpoint’s name for the judge.');
  const judging = open.casebook.benchmark.judging;
  const chosen = { ...USUAL, ...options };
  const settings = JudgeRunSettings.safeParse({
    endpoint,
    model,
    version: chosen.version,
    temperature: decimal('--temperature', chosen.temperature),
    maxTokens: numberOption('--max-tokens', chosen.maxTokens),
    concurrency: numberOption('--concurrency', chosen.concurrency),
    retries: numberOption('--retries', chosen.retries),
    timeoutSeconds: numberOption('--timeout', chosen.timeout),
    criteria: criteria === undefined ? (judging?.criteria.map(({ id }) => id) ?? []) : listed(criteria),
    price: priceOption(options.price),
    ...(first === undefined ? {} : { first: numberOption('--first', first) }),
    ...(respondents === undefined ? {} : { respondents: respondentsOf(open, respondents) }),
  });
  if (settings.success) return settings.data;
  if (judging === undefined)
    throw new WrongUsage(`Answers about items of ${open.casebook.benchmark.title} have no judging.`);
  const [problem] = settings.error.issues;
  throw new WrongUsage(
    `${OPTIONS[String(problem?.path[0])] ?? 'The settings'}: ${firstIssueInWords(settings.error)}`,
  );
}

const OPTIONS: Readonly<Record<string, string>> = {
  endpoint: '--endpoint',
  model: '--model',
  version: '--version',
  temperature: '--temperature',
  maxTokens: '--max-tokens',
  concurrency: '--concurrency',
  retries: '--retries',
  timeoutSeconds: '--timeout',
  criteria: '--criteria',
  price: '--price',
  first: '--first',
};

const respondentsOf = (open: Services, text: string): PersonId[] =>
  listed(text).map((handle) => personCalled(open, handle).id);

function priceOption(text: string | undefined): JudgeRunSettings['price'] {
  if (text === undefined) return null;
  const [prompt, completion, more] = text.split(',');
  if (prompt === undefined || completion === undefined || more !== undefined) {
    throw new WrongUsage('--price needs two numbers, per million tokens of requests and of replies: 2,8');
  }
  return { prompt: decimal('--price', prompt), completion: decimal('--price', completion) };
}

function decimal(name: string, text: string): number {
  if (/^\d*\.?\d+$/u.test(text.trim())) return Number(text);
  throw new WrongUsage(`${name}: "${text}" is not a number.`);
}

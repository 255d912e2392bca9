import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { JudgeRun, JudgeRunSettings } from '../../shared/contract/judgeRuns.ts';
import { secretsInMemory } from '../../electron/hosts/secrets.ts';
import { type AnsweredCasebook, answeredCasebook, judgeSettings } from './answeredCasebook.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { agreeable, type Behave, type JudgeServer, startJudgeServer } from './judgeServer.ts';

export const KEY = 'sk-a-secret-of-the-tests-0123456789';

/** A clock of its own, on which waits pass at once. */
function fakeTime(): Pick<CorePorts, 'now' | 'wait'> & { readonly waits: number[] } {
  let passed = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now() + passed,
    async wait(milliseconds, signal) {
      if (signal.aborted) return;
      waits.push(milliseconds);
      passed += milliseconds;
    },
  };
}

interface Setup {
  readonly open: AnsweredCasebook;
  readonly server: JudgeServer;
  readonly ports: CorePorts;
  readonly path: string;
  readonly logged: string[];
  readonly waits: readonly number[];
  settings(changes?: Partial<JudgeRunSettings>): JudgeRunSettings;
  /** Starts a run and waits for its end. */
  run(changes?: Partial<JudgeRunSettings>): Promise<JudgeRun>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function setup(
  behave: Behave = agreeable,
  options: { clued?: number; unclued?: number; key?: string } = {},
): Promise<Setup> {
  const folder = temporaryFolder();
  const time = fakeTime();
  const logged: string[] = [];
  const log = (message: string, detail?: object): void =>
    void logged.push(`${message} ${JSON.stringify(detail)}`);
  const ports = testPorts(folder.path, {
    now: time.now,
    wait: time.wait,
    logger: { info: log, warn: log, error: log },
    secrets: secretsInMemory(options.key === undefined ? {} : { CASEBOOK_JUDGE_KEY: options.key }),
  });
  const path = folder.join('a.casebook');
  const open = await answeredCasebook(path, ports, options);
  const server = await startJudgeServer(behave);
  const settings: Setup['settings'] = (changes) => judgeSettings(server.endpoint, changes);
  return {
    open,
    server,
    ports,
    path,
    logged,
    waits: time.waits,
    settings,
    async run(changes) {
      const { id } = await open.judgeRuns.start(settings(changes), open.curator);
      return open.judgeRuns.watch(id, () => undefined, new AbortController().signal);
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

export const watched = (open: Services, { id }: JudgeRun): Promise<JudgeRun> =>
  open.judgeRuns.watch(id, () => undefined, new AbortController().signal);

/** Every call of a run, newest first. */
export const callsOf = (open: Services, { id }: JudgeRun) =>
  open.judgeRuns.calls(id, undefined, 0, 1000, everything).rows;

export const Verdict = z.object({
  criterion: z.string(),
  subject: z.string(),
  outcome: z.string(),
  value: z.string().nullable(),
  source: z.string(),
});

export function verdictsOf({ casebook }: Services) {
  return z
    .array(Verdict)
    .parse(
      casebook.database
        .prepare(
          'SELECT criterion, subject, outcome, value, source FROM current_judgment ORDER BY criterion, subject',
        )
        .all(),
    );
}

export const often = (server: JudgeServer): number[] =>
  [...server.delivered.values()].filter((times) => times > 1);

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HubRefusal, HubState } from '../../../../../shared/contract/hub.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { createServices, type Services } from '../../../../core/app/services.ts';
import { asCasebookError } from '../../../../core/base/errors.ts';
import { joinHub } from '../../../../core/features/hub/joining.ts';
import type { ExchangeReport } from '../../../../core/features/hub/exchanges.ts';
import { type Invocation, progressOf, withCasebook, withPorts } from '../../invocation.ts';
import { shortened } from '../../output.ts';
import { WrongUsage } from '../../usage.ts';

export interface HubConnectOptions {
  readonly person?: string;
}

export interface HubSyncOptions {
  readonly watch: boolean;
}

const WATCH_MS = 30_000;

/** `casebook hub connect` */
export async function connect(
  invocation: Invocation,
  dir: string,
  invitation: string,
  options: HubConnectOptions,
): Promise<void> {
  const work = { progress: progressOf(invocation), signal: invocation.signal };
  const report = (open: Services): void => {
    const state = open.hub.state();
    if (state === null) return;
    tellProblem(invocation, state);
    invocation.output.result({ path: open.casebook.path, ...figures(state) }, [
      `Connected to ${state.address} as ${state.person} (${state.role}): ${state.title}.`,
      ...linesOf(state, open.hub.refusals(namesIn(open))),
    ]);
  };
  if (existsSync(resolve(dir))) {
    await withCasebook(dir, 'once', async (open) => {
      await open.hub.connect(invitation, personOf(open, options.person), work);
      report(open);
    });
    return;
  }
  await withPorts(async (ports) => {
    const { casebook } = await joinHub(invitation, resolve(dir), ports, work);
    const open = createServices(casebook);
    try {
      // The state says why it failed.
      await open.hub.exchange(work).catch(() => undefined);
      report(open);
    } finally {
      await open.close();
    }
  });
}

/** `casebook hub sync` */
export async function sync(invocation: Invocation, dir: string, { watch }: HubSyncOptions): Promise<void> {
  const work = { progress: progressOf(invocation), signal: invocation.signal };
  await withCasebook(dir, 'once', async (open) => {
    if (!watch) {
      const report = await open.hub.exchange(work);
      const refusals = open.hub.refusals(namesIn(open));
      if (report.refused > 0 || report.conflicts > 0) invocation.foundProblems();
      invocation.output.result({ ...report, refusals }, [
        inWords(report),
        ...(report.conflicts > 0 ? ['casebook conflicts shows and resolves the differences.'] : []),
        ...refusalLines(refusals),
      ]);
      return;
    }
    while (!invocation.signal.aborted) {
      try {
        const report = await open.hub.exchange(work);
        if (report.sent + report.received > 0) invocation.output.message(inWords(report));
      } catch (error) {
        const known = asCasebookError(error);
        // Another try may succeed; for anything else somebody has to do something first.
        if (known.code !== 'busy') throw known;
        if (!invocation.signal.aborted) invocation.output.message(`${known.message} Trying again.`);
      }
      await open.casebook.ports.wait(WATCH_MS, invocation.signal);
    }
  });
}

/** `casebook hub disconnect` */
export async function disconnect(invocation: Invocation, dir: string): Promise<void> {
  const waiting = await withCasebook(dir, 'once', async ({ hub }) => {
    const state = hub.state();
    await hub.disconnect();
    return state?.waiting ?? 0;
  });
  invocation.output.result({ disconnected: true, not_sent: waiting }, [
    'Disconnected. The casebook keeps everything.',
    ...(waiting > 0 ? [`Never sent to the hub: ${counted(waiting, 'change')}.`] : []),
  ]);
}

/** The command line is for who owns the files: items have their names. */
function namesIn({ casebook }: Services): (itemId: string) => string | null {
  const name = casebook.database
    .prepare<[string], string>('SELECT external_id FROM item WHERE id = ?')
    .pluck();
  return (itemId) => name.get(itemId) ?? null;
}

function personOf({ people }: Services, handle: string | undefined): PersonId {
  const humans = people.list().filter(({ kind }) => kind === 'human');
  const curators = humans.filter(({ roles }) => roles.includes('curator'));
  const found =
    handle === undefined
      ? curators.length === 1
        ? curators[0]
        : humans.length === 1
          ? humans[0]
          : undefined
      : humans.find((person) => person.handle.toLowerCase() === handle.toLowerCase());
  if (found !== undefined) return found.id;
  if (handle === undefined)
    throw new WrongUsage('Say who you are with --person: several people share this casebook.');
  throw new CasebookError(
    'not_found',
    `There is no person "${handle}" in this casebook.`,
    'Nothing was changed. casebook list DIR people lists everybody.',
  );
}

function tellProblem(invocation: Invocation, { problem }: HubState): void {
  if (problem === null) return;
  invocation.output.message(`${problem.message}${problem.hint === null ? '' : `\n${problem.hint}`}`);
  invocation.foundProblems();
}

const figures = ({ address, title, role, person, waiting, refused, exchangedAt }: HubState) => ({
  address,
  title,
  role,
  person,
  waiting,
  refused,
  exchanged_at: exchangedAt,
});

function linesOf({ waiting }: HubState, refusals: readonly HubRefusal[]): string[] {
  return [
    ...(waiting > 0 ? [`Not sent yet: ${counted(waiting, 'change')}. Run casebook hub sync DIR.`] : []),
    ...refusalLines(refusals),
  ];
}

const inWords = ({ sent, received, refused, conflicts }: ExchangeReport): string =>
  `${counted(sent, 'row')} sent, ${String(received)} received, ${String(refused)} refused, ${counted(conflicts, 'new conflict')}.`;

const refusalLines = (refusals: readonly HubRefusal[]): string[] =>
  shortened(
    refusals.map(
      ({ incoming, what, item, reason }) =>
        `${incoming ? 'not merged' : 'refused'}: ${what}${item === null ? '' : ` of ${item}`}: ${reason}`,
    ),
  );

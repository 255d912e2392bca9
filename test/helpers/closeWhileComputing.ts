import { setTimeout as after } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { AgreementRequest } from '../../shared/contract/agreement.ts';
import { MetricsRequest } from '../../shared/contract/metrics.ts';
import { testPorts } from './core.ts';

/*
 * Opens a casebook, asks for reports, and closes it at a random moment, again and again: a program of its own, so that
 * its end can be seen from outside. Says how many rounds it came to.
 */

const [path = '', folder = '', rounds = '0'] = process.argv.slice(2);
const ports = testPorts(folder);
const metrics = MetricsRequest.parse({ bootstrap: 2000 });
const agreement = AgreementRequest.parse({ task: 'curate', field: 'label', bootstrap: 2000 });

/** Waits for its moment, then closes; gives how long the wait was. */
async function round(
  moment: (reports: Promise<unknown>) => Promise<unknown>,
  cancels: boolean,
): Promise<number> {
  const open = createServices(await openCasebook(path, ports));
  const cancel = new AbortController();
  const begun = Date.now();
  const reports = Promise.allSettled([
    open.metrics.report(metrics, () => undefined, cancel.signal, everything),
    open.agreement.figures(agreement, everything, () => undefined, cancel.signal),
    open.agreement.choices(),
  ]);
  await moment(reports);
  const waited = Date.now() - begun;
  if (cancels) cancel.abort();
  await open.close();
  for (const report of await reports) {
    // What was let finish, or was cancelled, is as it should be.
    if (report.status === 'rejected' && !/cancel|abort|terminat/iu.test(String(report.reason)))
      throw report.reason;
  }
  return waited;
}

const whole = await round((reports) => reports, false);
const right = (): Promise<unknown> => after(Math.random() * 20);
const anywhere = (): Promise<unknown> => after(Math.random() * whole);
/** In the millisecond or so that the database's addon takes to load. */
const loading = async (): Promise<void> => {
  const told = Promise.withResolvers<void>();
  const listen = (thread: Worker): void => {
    thread.on('message', (message) => {
      if (String(message).endsWith('.node')) told.resolve();
    });
  };
  process.on('worker', listen);
  await told.promise;
  process.off('worker', listen);
  const until = performance.now() + Math.random();
  while (performance.now() < until);
};

let done = 0;
for (; done < Number(rounds); done += 1) {
  await round([loading, right, loading, anywhere][done % 4] ?? loading, Math.random() < 0.5);
}
process.stdout.write(`${String(done)}\n`);

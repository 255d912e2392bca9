import { resolve } from 'node:path';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { shortened } from '../../output.ts';

/** `casebook attach` */
export async function attachImages(invocation: Invocation, dir: string, folder: string): Promise<void> {
  const report = await withCasebook(dir, 'once', ({ importExport }) =>
    importExport.attach(resolve(folder), null, {
      progress: progressOf(invocation),
      signal: invocation.signal,
    }),
  );
  invocation.output.result(report, [
    ...report.problems.map(({ file, reason }) => `${file}: ${reason}`),
    ...shortened(report.still_missing.map((name) => `still missing: ${name}`)),
    `${String(report.attached.length)} attached, ${String(report.still_missing.length)} still missing, ${String(report.unused.length)} files unused.`,
  ]);
  if (report.problems.length > 0) invocation.foundProblems();
}

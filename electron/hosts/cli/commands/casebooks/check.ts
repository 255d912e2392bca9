import { checkCasebook } from '../../../../core/features/casebooks/check.ts';
import { correctNumbers } from '../../../../core/records/items/numberCorrection.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { type Invocation, progressOf, statusOption, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';

export interface CheckOptions {
  readonly repair: boolean;
}

/** `casebook check` */
export async function check(invocation: Invocation, dir: string, { repair }: CheckOptions): Promise<void> {
  if (repair)
    await withCasebook(dir, 'once', async ({ casebook }) => {
      const { database, folders, ports } = casebook;
      await correctNumbers(database, { file: database.name, backups: folders.backups }, ports);
    });
  const report = await withCasebook(dir, 'read', ({ casebook }) =>
    checkCasebook(casebook, everything, progressOf(invocation), invocation.signal),
  );
  const errors = report.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = report.problems.length - errors;
  invocation.output.result(report, [
    ...report.problems.map(({ severity, where, what }) => `${severity}: ${where}: ${what}`),
    `${report.ok ? 'The casebook has no problems' : 'The casebook has problems'}: ${String(errors)} errors, ${String(warnings)} warnings.`,
  ]);
  if (!report.ok) invocation.foundProblems();
}

export interface HealthOptions {
  readonly status: string;
}

/** `casebook health` */
export async function reportHealth(
  invocation: Invocation,
  dir: string,
  options: HealthOptions,
): Promise<void> {
  const status = statusOption(options.status);
  const report = await withCasebook(dir, 'read', ({ health }) =>
    health.report(status, everything, progressOf(invocation), invocation.signal),
  );
  const lines = report.findings.flatMap((finding) => [
    `${finding.severity}: ${finding.title}`,
    `  ${finding.explanation}`,
    ...(finding.table === null
      ? []
      : table([finding.table.columns, ...finding.table.rows]).map((line) => `    ${line}`)),
    ...finding.groups.map(
      ({ label, items }) => `    ${label}: ${items.map(({ externalId }) => externalId).join(', ')}`,
    ),
    '',
  ]);
  invocation.output.result(report, [
    ...lines,
    `${String(report.findings.length)} findings over ${String(report.items)} items.`,
  ]);
  if (report.findings.some(({ severity }) => severity === 'serious')) invocation.foundProblems();
}

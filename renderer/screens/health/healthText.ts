import type { HealthReport } from '../../../shared/contract/health.ts';
import { pInWords } from '../../../shared/statistics/probability.ts';
import { cellText } from './cellText.ts';

/** The whole report as text: to be pasted into a data sheet or a discussion. */
export function healthText(report: HealthReport): string {
  const findings = report.findings.map((finding) => {
    const { statistic, table } = finding;
    return [
      `[${finding.severity}] ${finding.title}`,
      finding.explanation,
      ...(statistic === null
        ? []
        : [
            `${statistic.test}${statistic.value === null ? '' : ` = ${statistic.value.toFixed(2)}`}, ${pInWords(statistic.p)}`,
          ]),
      ...(table === null
        ? []
        : [
            table.columns,
            ...table.rows.map((row) => row.map((cell, index) => cellText(table.columns[index], cell))),
          ].map((row) => row.join('\t'))),
      ...finding.groups.map(
        ({ label, items }) => `- ${label}: ${items.map(({ externalId }) => externalId).join(', ')}`,
      ),
    ].join('\n');
  });
  return [`${String(report.items)} items, ${String(findings.length)} findings`, ...findings].join('\n\n');
}

import { everything } from '../../../../core/access/viewpoint.ts';
import { AnswerAgreementRequest } from '../../../../../shared/contract/answerAgreement.ts';
import { renamedMetrics } from '../../../../../shared/figures/renamed.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { namingOf, tableLines } from '../../tableFormats.ts';
import { asUsage } from '../../usage.ts';
import { type MetricsOptions, requestOf } from './request.ts';
import { agreementDocument, agreementLines, documentOf, linesOf, tablesOf } from './metricsOutput.ts';

/** `casebook metrics` */
export async function computeMetrics(
  invocation: Invocation,
  dir: string,
  options: MetricsOptions,
): Promise<void> {
  const [report, agreement, naming] = await withCasebook(dir, 'read', async (open) => {
    const request = requestOf(open, options);
    const { respondents, stratum, unfinished, bootstrap, seed } = request;
    const compared = AnswerAgreementRequest.parse({ respondents, stratum, unfinished, bootstrap, seed });
    try {
      const progress = progressOf(invocation);
      return [
        await open.metrics.report(request, progress, invocation.signal, everything),
        await open.metrics.agreement(compared, progress, invocation.signal, everything),
        namingOf(open, options),
      ] as const;
    } catch (error) {
      throw asUsage(error);
    }
  });
  invocation.output.result(
    { ...documentOf(report), agreement: agreementDocument(agreement) },
    tableLines(options, { topic: 'results', of: [report.benchmark] }, () =>
      tablesOf(renamedMetrics(report, naming)),
    ) ?? [...linesOf(report), ...agreementLines(agreement)],
  );
}

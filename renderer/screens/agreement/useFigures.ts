import type { AgreementReport, AgreementRequest } from '../../../shared/contract/agreement.ts';
import { client } from '../../client/index.ts';
import { createReportsHook } from '../../ui/figures/useReports.ts';

/** Computes the figures that are asked for, anew whenever the question changes; null asks for none. */
export const useFigures = createReportsHook<AgreementRequest, AgreementReport>((request, signal) =>
  client.agreement.figures(request, { signal }),
);

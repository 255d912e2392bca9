import type { AnswerAgreement, AnswerAgreementRequest } from '../../../shared/contract/metrics.ts';
import { client } from '../../client/index.ts';
import { createReportsHook } from '../../ui/figures/useReports.ts';

/** Computes how far respondents agree, anew whenever the question changes. */
export const useAnswerAgreement = createReportsHook<AnswerAgreementRequest, AnswerAgreement>(
  (request, signal) => client.metrics.agreement(request, { signal }),
);

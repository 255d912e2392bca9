import type { ProposalsReport, ProposalsRequest } from '../../../../shared/contract/proposals.ts';
import { client } from '../../../client/index.ts';
import { createReportsHook } from '../../../ui/figures/useReports.ts';

/** Computes how proposals were verified, anew whenever the question changes; null asks for nothing. */
export const useProposals = createReportsHook<ProposalsRequest, ProposalsReport>((request, signal) =>
  client.proposals.report(request, { signal }),
);

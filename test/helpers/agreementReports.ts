import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import {
  type AgreementReport,
  AgreementRequest,
  RatedItemsRequest,
} from '../../shared/contract/agreement.ts';

type Open = Pick<Services, 'agreement'>;

type Request = Parameters<typeof AgreementRequest.parse>[0];

/** The figures of a field, as the command line asks for them. */
export function report(open: Open, request: object): Promise<AgreementReport> {
  const parsed = AgreementRequest.parse({ task: 'annotate', bootstrap: 0, ...request } satisfies Request);
  return open.agreement.figures(parsed, everything, () => undefined, new AbortController().signal);
}

/** The external ids of the items behind a figure, in their order, with what the list says of each. */
export async function found(open: Open, field: string, cell: object, more: object = {}) {
  const request = RatedItemsRequest.parse({
    task: 'annotate',
    field,
    cell,
    offset: 0,
    limit: 100,
    ...more,
  });
  return open.agreement.items(request, everything);
}

export const names = ({ rows }: Awaited<ReturnType<typeof found>>): string[] =>
  rows.map(({ item }) => item.externalId);

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArrivalPage } from '../../../shared/contract/arrivals.ts';
import { failureOf, orpc, type Client, type Failure } from '../../client/index.ts';
import { thisDevice } from './device.ts';

/** How often it is asked whether a place has become free, in milliseconds. */
const ASKED_EVERY = 20_000;

/** What somebody answers before their first step. */
export type ArrivalAnswer =
  | { readonly to: 'consent'; readonly agree: boolean }
  | { readonly to: 'screening'; readonly answers: number[] };

/** Where somebody is who came by a study link. */
export interface Arrival {
  /** Null: it is not known yet. */
  readonly page: ArrivalPage | null;
  /** Why it could not be read. */
  readonly unreadable: Failure | null;
  /** Something was answered, and is not confirmed yet. */
  readonly isBusy: boolean;
  /** Why the last answer did not arrive, or was refused. */
  readonly notSent: Failure | null;
  readonly look: () => void;
  readonly answer: (answer: ArrivalAnswer) => void;
}

const KEY = orpc.arrivals.look.key();

/** Follows an arrival: what is shown now, and the answers on the way to the first step. */
export function useArrival(calls: Client['arrivals']): Arrival {
  const queries = useQueryClient();
  const looked = useQuery({
    queryKey: KEY,
    queryFn: () => calls.look({ device: thisDevice() }),
    refetchInterval: ({ state }) => (state.data?.now.view === 'full' ? ASKED_EVERY : false),
    // A place may become free while the tab is in the background.
    refetchIntervalInBackground: true,
  });
  const answering = useMutation({
    mutationFn: (answer: ArrivalAnswer) => {
      const device = thisDevice();
      return answer.to === 'consent'
        ? calls.consent({ device, agree: answer.agree })
        : calls.screen({ device, answers: answer.answers });
    },
    onSuccess: (page) => {
      queries.setQueryData<ArrivalPage>(KEY, page);
    },
    onError: (error) => {
      // They had answered already and the reply was lost: asking again shows the page that they are on.
      if (failureOf(error).code === 'conflict') void looked.refetch();
    },
  });
  const { data = null } = looked;
  return {
    page: data,
    unreadable: data === null && looked.error !== null ? failureOf(looked.error) : null,
    isBusy: answering.isPending,
    notSent: answering.error === null ? null : failureOf(answering.error),
    look: () => void looked.refetch(),
    answer: (answer) => {
      answering.mutate(answer);
    },
  };
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ArrivalPage } from '../../../shared/contract/arrivals.ts';
import { type Client, type Failure, failureOf, orpc } from '../../client/index.ts';
import { thisDevice } from './device.ts';

/** How often it is asked whether a place has become free, in milliseconds. */
const ASKED_EVERY = 20_000;

/** How long it waits to ask again while many people take places, in milliseconds. */
const RETRIED_EVERY = 5_000;

/** What somebody answers before their first step. */
export type ArrivalAnswer =
  | { readonly to: 'consent'; readonly agree: boolean }
  | { readonly to: 'screening'; readonly answers: number[] }
  | { readonly to: 'ready' };

/** Where somebody is who came by a study link. */
export interface ArrivalPageState {
  /** Null: it is not known yet. */
  readonly page: ArrivalPage | null;
  /** Why it could not be read. */
  readonly unreadable: Failure | null;
  /** Something was answered, and is not confirmed yet. */
  readonly isBusy: boolean;
  /** Many people are taking places; the answer is sent again by itself. */
  readonly isCrowded: boolean;
  /** Why the last answer did not arrive, or was refused. */
  readonly notSent: Failure | null;
  readonly look: () => void;
  readonly answer: (answer: ArrivalAnswer) => void;
}

const KEY = orpc.arrivals.look.key();

/** Follows an arrival: what is shown now, and the answers on the way to the first step. */
export function useArrival(calls: Client['arrivals']): ArrivalPageState {
  const queries = useQueryClient();
  const looked = useQuery({
    queryKey: KEY,
    queryFn: () => calls.look({ device: thisDevice() }),
    refetchInterval: ({ state }) => (state.data?.now.view === 'full' ? ASKED_EVERY : false),
    // A place may become free while the tab is in the background.
    refetchIntervalInBackground: true,
  });
  const onSuccess = (page: ArrivalPage): void => {
    queries.setQueryData<ArrivalPage>(KEY, page);
  };
  const onError = (error: Error): void => {
    // They had answered already and the reply was lost: asking again shows the page that they are on.
    if (failureOf(error).code === 'conflict') void looked.refetch();
  };
  const answering = useMutation({
    mutationFn: (answer: Exclude<ArrivalAnswer, { to: 'ready' }>) => {
      const device = thisDevice();
      return answer.to === 'consent'
        ? calls.consent({ device, agree: answer.agree })
        : calls.screen({ device, answers: answer.answers });
    },
    onSuccess,
    onError,
  });
  const beginning = useMutation({
    mutationFn: () => calls.begin({ device: thisDevice() }),
    // Many people of one network are taking places: theirs comes within a minute.
    retry: (_times, error) => failureOf(error).code === 'busy',
    retryDelay: RETRIED_EVERY,
    onSuccess,
    onError,
  });
  const error = answering.error ?? beginning.error;
  const { data = null } = looked;
  return {
    page: data,
    unreadable: data === null && looked.error !== null ? failureOf(looked.error) : null,
    isBusy: answering.isPending || beginning.isPending,
    isCrowded: beginning.isPending && beginning.failureCount > 0,
    notSent: error === null ? null : failureOf(error),
    look: () => void looked.refetch(),
    answer: (answer) => {
      if (answer.to === 'ready') beginning.mutate();
      else answering.mutate(answer);
    },
  };
}

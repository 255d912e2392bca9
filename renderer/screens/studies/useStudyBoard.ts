import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Study, StudyBoard } from '../../../shared/contract/studies.ts';
import { orpc } from '../../client/index.ts';

/** How often numbers and table are asked for while a study link can bring people (milliseconds). */
const LIVE = 2000;
/** How often otherwise: people who were enrolled come one at a time. */
const CALM = 15_000;

/** The numbers of a study and its participants, of one moment, refreshed while the window is in front. */
export function useStudyBoard({ id, state }: Pick<Study, 'id' | 'state'>): UseQueryResult<StudyBoard> {
  return useQuery(
    orpc.studies.board.queryOptions({
      input: { id },
      refetchInterval: ({ state: { data } }) => (state === 'open' && data?.numbers != null ? LIVE : CALM),
    }),
  );
}

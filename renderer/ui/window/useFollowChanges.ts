import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import { orpc } from '../../client/index.ts';
import { casebookChanged, CasebookContext } from './applicationState.ts';

/** Milliseconds. */
const LOOK_EVERY = 3000;

/**
 * Has an open dialog follow what others do meanwhile: everything that is shown is asked anew once something was changed in
 * the casebook, so that its numbers are those of now.
 */
export function useFollowChanges(opened: boolean): void {
  // On the welcome screen nothing is open.
  const curates = use(CasebookContext)?.person?.roles.includes('curator') === true;
  const { data } = useQuery(
    orpc.casebooks.changes.queryOptions({
      enabled: opened && curates,
      refetchInterval: LOOK_EVERY,
      retry: false,
      gcTime: 0,
    }),
  );
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const earlier = before.current;
    before.current = opened ? data : undefined;
    if (opened && data !== undefined && earlier !== undefined && data !== earlier) void casebookChanged();
  }, [opened, data]);
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ForeignSetsContext } from '../../canvas/foreignSets.ts';
import { orpc } from '../../client/index.ts';

const NONE = {};

/** Gives every canvas below it the names of keypoints that imported files told. */
export function ForeignNames({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(orpc.casebooks.foreignNames.queryOptions());
  return <ForeignSetsContext value={data ?? NONE}>{children}</ForeignSetsContext>;
}

import { useMutation } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { toast } from '../feedback/toast.tsx';
import { enterCasebook } from '../window/applicationState.ts';
import { useListContext } from '../window/listContext.ts';
import { goTo } from '../window/navigate.ts';

/** Restores a backup and enters the casebook as it is then. */
export function useRestore({ onDone }: { readonly onDone?: () => void } = {}) {
  return useMutation({
    ...orpc.casebooks.restore.mutationOptions(),
    onSuccess: async ({ casebook, kept }) => {
      onDone?.();
      goTo('/');
      // The path is the same, and what it holds is not.
      const state = JSON.stringify(orpc.application.state.queryKey());
      queryClient.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey) !== state });
      useListContext.getState().reset();
      await enterCasebook(casebook);
      toast(`The backup is restored. The previous state is in ${kept}.`);
    },
  });
}

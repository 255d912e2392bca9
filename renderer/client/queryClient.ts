import { QueryClient } from '@tanstack/react-query';
import { ORPCError } from '@orpc/client';

/**
 * Answers of the core. What is shown again is asked again, with the earlier answer on the screen meanwhile: an edit at
 * the Desk, another window or the command line may have changed it, and the core is near.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      refetchOnWindowFocus: false,
      // The core's refusals stay refusals; only a lost connection is worth another try.
      retry: (count, error) => !(error instanceof ORPCError) && count < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

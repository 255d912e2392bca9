import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VerdictCase, VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { failureOf, orpc } from '../../../client/index.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';

/** The ways to change a case: deciding, and taking a decision back. */
export function useDeciding(
  unit: VerdictUnit,
  {
    onDecided,
    onReopened,
  }: { readonly onDecided: (next: VerdictUnit | null) => void; readonly onReopened: () => void },
) {
  const queries = useQueryClient();
  const key = orpc.verdicts.case.queryKey({ input: unit });
  const show = (kase: VerdictCase): void => {
    queries.setQueryData(key, kase);
    void queries.invalidateQueries({ queryKey: orpc.verdicts.queue.key() });
    void queries.invalidateQueries({ queryKey: orpc.verdicts.counts.key() });
    void queries.invalidateQueries({ queryKey: orpc.verdicts.effects.key() });
  };
  const refused = (title: string) => (error: unknown) => {
    toastFailure(title, error);
    // Somebody else was quicker: what they decided is to be seen.
    if (failureOf(error).code === 'conflict') void queries.invalidateQueries({ queryKey: key });
  };
  const decide = useMutation({
    ...orpc.verdicts.decide.mutationOptions(),
    onSuccess: ({ case: kase, next }) => {
      show(kase);
      onDecided(next);
    },
    onError: refused('Nothing was decided'),
  });
  const reopen = useMutation({
    ...orpc.verdicts.reopen.mutationOptions(),
    onSuccess: (kase) => {
      show(kase);
      onReopened();
    },
    onError: refused('The decision is unchanged'),
  });
  return { decide, reopen };
}

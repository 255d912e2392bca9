import { Box, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Lock, TriangleAlert } from 'lucide-react';
import { orpc } from '../client/index.ts';
import { offerRestoring } from '../ui/window/restoreOffer.ts';
import { toast, toastFailure } from '../ui/feedback/toast.tsx';
import { enterCasebook, useCasebook, useCurates } from '../ui/window/applicationState.ts';
import classes from './ReadOnlyBanner.module.css';
import { useSaveState } from '../save/saveState.ts';

/** Says that this window cannot change the casebook, why, and what can be done about it. */
export function ReadOnlyBanner() {
  const { readOnly, refusal, path } = useCasebook();
  const curates = useCurates();
  const unsaved = useSaveState(({ pending }) => pending > 0);
  if (readOnly === null) return null;
  const isDamaged = refusal === 'damaged';
  const Icon = isDamaged ? TriangleAlert : Lock;
  return (
    <div className={classes['banner']} data-damaged={isDamaged} role={isDamaged ? 'alert' : 'status'}>
      <Icon size={14} aria-hidden />
      <Box component="span" flex={1}>
        <strong>Read-only.</strong> {readOnly}
        {isDamaged && !curates && ' Tell a curator: they can restore a backup.'}
        {unsaved && ' This window keeps your unsaved edits.'}
      </Box>
      {isDamaged && curates && (
        <Button variant="default" onClick={() => offerRestoring({ path, why: readOnly })}>
          Restore…
        </Button>
      )}
      {refusal === 'in_use' && <OpenAgain path={path} />}
    </div>
  );
}

/** Tries whether the casebook is free by now. */
function OpenAgain({ path }: { readonly path: string }) {
  const open = useMutation({
    ...orpc.casebooks.open.mutationOptions(),
    onSuccess: async (casebook) => {
      await enterCasebook(casebook);
      if (casebook.readOnly !== null) toast('It is still in use.');
    },
    onError: (error) => toastFailure('The casebook could not be reopened', error),
  });
  return (
    <Button variant="default" loading={open.isPending} onClick={() => open.mutate({ path })}>
      Open again
    </Button>
  );
}

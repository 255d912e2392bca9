import { Check, CloudUpload, TriangleAlert } from 'lucide-react';
import { use, useEffect } from 'react';
import { counted } from '../../shared/base/counts.ts';
import { isRestarted } from '../client/failure.ts';
import { orpc } from '../client/index.ts';
import { CasebookContext } from '../ui/window/applicationState.ts';
import { queryClient } from '../client/queryClient.ts';
import { useUnsavedForms } from '../ui/form/useFormDraft.ts';
import { useSaveState } from '../save/saveState.ts';
import classes from './TopBar.module.css';

/** Milliseconds after which somebody wonders why an edit is not saved yet. */
const SLOW = 3_000;

/** Asks now and then what keeps edits waiting for so long. */
function useReason(waits: boolean): string | null {
  const writing = use(CasebookContext)?.writing ?? null;
  useEffect(() => {
    if (!waits) return;
    const look = setInterval(() => {
      void queryClient.invalidateQueries({ queryKey: orpc.application.state.queryKey() });
    }, SLOW);
    return () => clearInterval(look);
  }, [waits]);
  return waits ? writing : null;
}

/** Whether everything is on disk. Edits that are not keep the window from closing without a question. */
export function SaveIndicator() {
  const { pending, failed } = useSaveState();
  const readOnly = use(CasebookContext)?.readOnly ?? null;
  const reason = useReason(pending > 0 && failed === null);
  const drafts = useUnsavedForms();
  const unsaved = failed !== null || pending > 0;
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  if (failed !== null)
    return (
      <span className={classes['failed']} role="alert">
        <TriangleAlert size={14} aria-hidden />
        {/* Why nothing can be saved is in the banner below already. */}
        {counted(Math.max(pending, 1), 'edit')} not saved
        {readOnly === null
          ? `: ${failed.message} ${isRestarted(failed) ? 'Open a new link in this tab; your edits are kept here.' : 'Trying again.'}`
          : '.'}
      </span>
    );
  if (pending > 0 && reason !== null) {
    const words = `${reason} Your edit is saved when that ends.`;
    return (
      <span className={classes['waiting']} role="status" title={words}>
        <CloudUpload size={14} aria-hidden />
        <span>{words}</span>
      </span>
    );
  }
  if (pending > 0)
    return (
      <span className={classes['saving']}>
        <CloudUpload size={14} aria-hidden />
        Saving…
      </span>
    );
  if (drafts.length > 0) {
    const words = `Not saved: ${drafts.join(', ')}`;
    return (
      <span
        className={classes['waiting']}
        role="status"
        title={`${words}. This tab keeps it until you save or discard it.`}
      >
        <CloudUpload size={14} aria-hidden />
        <span>{words}</span>
      </span>
    );
  }
  return (
    <span className={classes['saved']} title="Every edit is on disk">
      <Check size={14} aria-hidden />
      Saved
    </span>
  );
}

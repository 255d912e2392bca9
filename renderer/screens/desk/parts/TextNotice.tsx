import { PencilLine } from 'lucide-react';
import { useDesk, useDeskState } from '../../../ui/form/context.ts';
import { NoticeBand } from '../../../ui/feedback/NoticeBand.tsx';
import classes from './TextNotice.module.css';

/** That the texts were changed while the item was open, and that the person who validates them fixed them. */
export function TextNotice() {
  const { session } = useDesk();
  const edition = useDeskState((state) => state.edition);
  const textChanged = useDeskState((state) => state.textChanged);
  return (
    <>
      {textChanged && (
        <NoticeBand
          state="pending"
          icon={PencilLine}
          role="status"
          onDismiss={() => session.store.dismissTextChange()}
        >
          <strong>
            {edition.isOwn
              ? 'You changed the text just now.'
              : `The text was changed${edition.fixedBy === null ? '' : ` by ${edition.fixedBy}`} just now.`}
          </strong>
          <span>Answers to the earlier text are kept as outdated. Answer the text as it is now.</span>
        </NoticeBand>
      )}
      {edition.isFixer && <p className={classes['mark']}>You fixed this text.</p>}
    </>
  );
}

import { Button } from '@mantine/core';
import { Copy, TriangleAlert } from 'lucide-react';
import { copyText } from '../../client/bridge.ts';
import { toast, toastFailure } from '../feedback/toast.tsx';
import { useDesk, useDeskState } from './context.ts';
import { describeDiff } from './describeDiff.ts';
import type { DocumentDiff } from '../../../shared/domain/document.ts';
import { NoticeBand } from '../feedback/NoticeBand.tsx';

/** Says what was not taken and why; the words that were lost with it can be copied. */
export function RefusedNotice() {
  const { session, task, vocabulary } = useDesk();
  const refused = useDeskState((state) => state.refused);
  if (refused === null) return null;
  const { failure, lost } = refused;
  const texts = lost.flatMap(textsOf);
  return (
    <NoticeBand
      state="disputed"
      icon={TriangleAlert}
      role="alert"
      onDismiss={() => session.store.dismissRefusal()}
    >
      <strong>{failure.message}</strong>
      {failure.hint !== null && <span>{failure.hint}</span>}
      <ul>
        {lost
          .flatMap((diff) => describeDiff(diff, task.fields(vocabulary)))
          .slice(0, 5)
          .map((line) => (
            <li key={line}>{line}</li>
          ))}
      </ul>
      {texts.length > 0 && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Copy size={12} aria-hidden />}
          onClick={() => {
            copyText(texts.join('\n\n')).then(
              () => {
                toast('Copied.');
              },
              (error: unknown) => {
                toastFailure('Nothing was copied', error);
              },
            );
          }}
        >
          Copy lost edits
        </Button>
      )}
    </NoticeBand>
  );
}

/** The texts that a change would have written. */
function textsOf(diff: DocumentDiff): string[] {
  const written = [...Object.values(diff.added), ...Object.values(diff.updated).map(([, to]) => to)];
  return written.flatMap((record) =>
    record.type !== 'field'
      ? []
      : typeof record.value === 'string'
        ? [record.value]
        : typeof record.value === 'object' && record.value !== null
          ? [JSON.stringify(record.value)]
          : [],
  );
}

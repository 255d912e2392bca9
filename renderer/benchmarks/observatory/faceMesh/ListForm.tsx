import { newId } from '../../../client/newId.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import { ObservatoryVocabulary } from '../../../../shared/benchmarks/observatory/schema.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { casebookChanged } from '../../../ui/window/applicationState.ts';
import { client } from '../../../client/index.ts';
import { imageUrl } from '../../../client/images.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { useStreamedWork } from '../../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../../ui/work/WorkProgress.tsx';
import { faceDetector } from '../../../ui/faces/faceDetector.ts';
import { type ListOutcome, type ListWork, proposeForList } from './proposeForList.ts';

/** What will be done with which items, how far it is, what came of it. Closing it stops the work. */
export function ListForm({
  task,
  vocabulary,
  itemsOf,
  children,
}: {
  readonly task: string;
  readonly vocabulary: JsonObject;
  /** The items whose faces are looked for, asked for as the work begins. */
  readonly itemsOf: () => Promise<readonly ItemId[]>;
  /** What will be done, in words. */
  readonly children: ReactNode;
}) {
  const { state, start, cancel } = useStreamedWork<ListOutcome>();

  const begin = async (): Promise<void> => {
    await start(async (signal) =>
      proposeForList(
        {
          items: await itemsOf(),
          vocabulary: ObservatoryVocabulary.parse(vocabulary),
          open: async (itemId) => client.annotations.open({ itemId, task }),
          edit: async ({ itemId, round, revision }, diff) =>
            client.annotations.edit({
              itemId,
              task,
              round,
              revision,
              diff,
              mark: newId(),
              activeMilliseconds: 0,
            }),
          detect: async (imageId, aborted) => faceDetector.detect(imageUrl(imageId, 'full'), aborted),
        } satisfies ListWork,
        signal,
      ),
    );
    await casebookChanged();
  };

  return (
    <Stack gap="sm">
      {state.status !== 'done' && <Text>{children}</Text>}
      <WorkProgress
        state={state}
        onCancel={cancel}
        cancelled="Your drafts keep the boxes proposed so far; the rest of the list is unchanged."
      />
      {state.status === 'done' && <Outcome outcome={state.result} />}
      {state.status !== 'running' && state.status !== 'done' && (
        <Group justify="flex-end">
          <Button
            data-autofocus
            onClick={() => {
              begin().catch((error: unknown) => {
                toastFailure('The list could not be processed', error);
              });
            }}
          >
            Propose boxes
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Outcome({ outcome }: { readonly outcome: ListOutcome }) {
  const { proposed, withoutFace, unreadable, left } = outcome;
  return (
    <Notice state="accepted" title={`Boxes proposed for ${counted(proposed, 'item')}.`}>
      {withoutFace > 0 && <div>No face was found in {counted(withoutFace, 'item')}.</div>}
      {unreadable > 0 && (
        <div>The original of {counted(unreadable, 'item')} is missing or could not be read.</div>
      )}
      {left > 0 && <div>Unchanged: {counted(left, 'item')}.</div>}
    </Notice>
  );
}

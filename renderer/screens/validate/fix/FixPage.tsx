import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import type { AnnotationId, ItemId } from '../../../../shared/base/ids.ts';
import { useGated } from '../../../ui/commands/useOnScreen.ts';
import { harmless, useCommands } from '../../../ui/commands/commands.ts';
import { validateCommands } from '../commands.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { client, orpc } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { CardImage } from '../../../ui/images/CardImage.tsx';
import { FixForm } from './FixForm.tsx';
import { useToFix } from './useToFix.ts';
import classes from './FixPage.module.css';

/** Another wording for an item: its images, its texts, what reviewers propose. */
export function FixPage({
  itemId,
  proposal,
}: {
  readonly itemId: ItemId;
  /** The answer whose texts are used at once. */
  readonly proposal: AnnotationId | null;
}) {
  const kase = useQuery({
    ...orpc.validation.case.queryOptions({ input: { itemId }, retry: false }),
    staleTime: 0,
  });
  const { images, areKnown } = useImages(itemId);
  const gated = useGated();
  const queue = useToFix().rows ?? [];
  const place = queue.findIndex(({ id }) => id === itemId);
  const leave = () => goTo(places.validatePart('fix'));
  const step = (by: 1 | -1) => () => {
    const to = place < 0 ? undefined : queue[place + by];
    if (to === undefined)
      toast(by === 1 ? 'That was the last item to fix.' : 'This is the first item to fix.');
    else goTo(places.fixItem(to.id));
  };
  useCommands('validate', [
    { ...harmless(validateCommands.leave), run: leave },
    { ...harmless(validateCommands.next), enabled: () => place >= 0, run: step(1) },
    { ...harmless(validateCommands.previous), enabled: () => place >= 0, run: step(-1) },
  ]);
  if (kase.data === undefined)
    return kase.error === null ? (
      <LoadingState label="Opening the item" />
    ) : (
      <ErrorState title="You cannot fix the item here" error={kase.error} onRetry={() => void kase.refetch()}>
        <Button variant="default" leftSection={<ListChecks size={14} aria-hidden />} onClick={leave}>
          Items to fix
        </Button>
      </ErrorState>
    );
  // The next to fix from here, around from the end.
  const following = queue[place + 1] ?? queue.find(({ id }) => id !== itemId);
  return (
    <article className={classes['page']} aria-label={`Fix ${kase.data.externalId}`} {...gated}>
      {images.length > 0 && <CardImage of={`${itemId} ${String(kase.data.number)}`} images={images} />}
      <FixForm
        key={kase.data.edition}
        kase={kase.data}
        imagesKnown={areKnown}
        proposal={proposal}
        place={place < 0 ? null : { at: place + 1, of: queue.length }}
        onLeave={leave}
        onSaved={() => {
          // Who came from the Desk to make their own “fix” real goes on there.
          if (proposal !== null || place < 0) void backToDesk(itemId, proposal !== null);
          else if (following !== undefined && following.id !== itemId) goTo(places.fixItem(following.id));
          else leave();
        }}
        onReadAgain={() => void kase.refetch()}
      />
    </article>
  );
}

/** The images of an item that are there, with their sizes, and whether it is known yet which they are. */
function useImages(itemId: ItemId) {
  const item = useQuery(orpc.items.get.queryOptions({ input: { id: itemId } }));
  const ids = (item.data?.images ?? []).flatMap(({ imageId }) => (imageId === null ? [] : [imageId]));
  const details = useQuery(orpc.images.get.queryOptions({ input: { ids }, enabled: ids.length > 0 }));
  return {
    images: ids.flatMap((id) => details.data?.find((each) => each.id === id) ?? []),
    areKnown: !item.isPending && (ids.length === 0 || !details.isPending),
  };
}

/** The Desk, at the item; `onwards`: at the one after it in the list that the Desk walks along. */
async function backToDesk(itemId: ItemId, onwards: boolean): Promise<void> {
  if (!onwards) {
    goTo(places.desk(itemId));
    return;
  }
  const { filter, sort } = useListContext.getState();
  try {
    const { rows } = await client.items.neighbours({ id: itemId, filter, sort, around: 1 });
    const at = rows.findIndex(({ id }) => id === itemId);
    goTo(places.desk((at < 0 ? undefined : rows[at + 1])?.id ?? itemId));
  } catch (error) {
    toastFailure('The next item was not found', error);
    goTo(places.desk(itemId));
  }
}

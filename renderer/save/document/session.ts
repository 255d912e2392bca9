import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskDocument } from '../../../shared/contract/annotations.ts';
import type { ImageDetail } from '../../../shared/contract/images.ts';
import { imagesOf, regionsOf } from '../../../shared/domain/document.ts';
import type { ImageId, ItemId } from '../../../shared/base/ids.ts';
import { createActiveTime, type ActiveTime } from './activeTime.ts';
import type { DeskStore } from './deskState.ts';
import { createDeskStore } from './deskStore.ts';
import type { LeftBehind } from './leftBehind.ts';
import { createTypingMarks, type TypingMarks } from './marks.ts';
import type { DeskTransport } from './transport.ts';

/** What is known of image files, by id. */
export type ImageDetails = ReadonlyMap<ImageId, ImageDetail>;

/** One document being worked on. It outlives the screen as long as edits wait to be saved. */
export interface DeskSession {
  readonly itemId: ItemId;
  readonly task: string;
  readonly store: DeskStore;
  readonly marks: TypingMarks;
  readonly activeTime: ActiveTime;
  readonly images: Pick<StoreApi<ImageDetails>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Takes note of image files met on the way. */
  learn(details: readonly ImageDetail[]): void;
  dispose(): void;
}

/**
 * A session on a document just opened, going on with what an earlier page left behind. `fetchImages` asks for image
 * files that the document came without.
 */
export function createSession(
  document: DeskDocument,
  transport: DeskTransport,
  leftBehind: LeftBehind | null,
  fetchImages: (ids: readonly ImageId[]) => Promise<readonly ImageDetail[]>,
): DeskSession {
  const now = (): number => performance.now();
  const activeTime = createActiveTime(now, globalThis.document.hasFocus());
  const takeActiveTime = (): number => activeTime.take();
  const store = createDeskStore({ document, transport, now, takeActiveTime, leftBehind });
  const images = createStore<ImageDetails>()(() => new Map(document.images.map((each) => [each.id, each])));
  const asked = new Set<ImageId>();

  const learn = (details: readonly ImageDetail[]): void => {
    images.setState(
      new Map([...images.getState(), ...details.map((each) => [each.id, each] as const)]),
      true,
    );
  };

  /** Undo can bring back an image that the document did not have when it was opened. */
  const complete = (): void => {
    const known = images.getState();
    const wanted = new Set<ImageId>();
    const { records } = store.getState();
    for (const { imageId } of imagesOf(records)) if (imageId !== null) wanted.add(imageId);
    for (const { imageId } of regionsOf(records)) wanted.add(imageId);
    for (const { derivedFrom } of known.values()) if (derivedFrom !== null) wanted.add(derivedFrom);
    const missing = [...wanted].filter((id) => !known.has(id) && !asked.has(id));
    if (missing.length === 0) return;
    for (const id of missing) asked.add(id);
    fetchImages(missing).then(learn, () => {
      // Asked again at the next change: until then the image shows as loading.
      for (const id of missing) asked.delete(id);
    });
  };
  let shown = store.getState().records;
  const stops = [
    store.subscribe(({ records }) => {
      if (records === shown) return;
      shown = records;
      complete();
    }),
    images.subscribe(complete),
  ];
  complete();

  return {
    itemId: document.itemId,
    task: document.task,
    store,
    marks: createTypingMarks(now, () => crypto.randomUUID()),
    activeTime,
    images,
    learn,
    dispose() {
      for (const stop of stops) stop();
      store.dispose();
    },
  };
}

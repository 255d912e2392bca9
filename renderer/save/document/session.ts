import { newId } from '../../client/newId.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskDocument } from '../../../shared/contract/annotations.ts';
import type { ImageDetail } from '../../../shared/contract/images.ts';
import { type DocumentRecords, imagesOf, regionsOf } from '../../../shared/domain/document.ts';
import type { ImageId, ItemId } from '../../../shared/base/ids.ts';
import { ActiveTime } from './activeTime.ts';
import { DeskStore } from './deskStore.ts';
import type { LeftEdits } from './leftBehind.ts';
import { TypingMarks } from './marks.ts';
import type { DeskTransport } from './transport.ts';

/** What is known of image files, by id. */
export type ImageDetails = ReadonlyMap<ImageId, ImageDetail>;

/** Asks for image files that the document came without. */
type FetchImages = (ids: readonly ImageId[]) => Promise<readonly ImageDetail[]>;

/** One document being worked on. It outlives the screen as long as edits wait to be saved. */
export class DeskSession {
  readonly itemId: ItemId;
  readonly task: string;
  readonly store: DeskStore;
  readonly marks: TypingMarks;
  readonly activeTime: ActiveTime;
  readonly #images: StoreApi<ImageDetails>;
  readonly #fetchImages: FetchImages;
  readonly #asked = new Set<ImageId>();
  readonly #stops: readonly (() => void)[];

  /** A session on a document just opened, going on with what an earlier page left behind. */
  constructor(
    document: DeskDocument,
    transport: DeskTransport,
    leftBehind: LeftEdits | null,
    fetchImages: FetchImages,
  ) {
    const now = (): number => performance.now();
    const activeTime = new ActiveTime(now, globalThis.document.hasFocus());
    const takeActiveTime = (): number => activeTime.take();
    this.itemId = document.itemId;
    this.task = document.task;
    this.activeTime = activeTime;
    this.marks = new TypingMarks(now, newId);
    this.store = new DeskStore({ document, transport, now, takeActiveTime, leftBehind });
    this.#images = createStore<ImageDetails>()(() => new Map(document.images.map((each) => [each.id, each])));
    this.#fetchImages = fetchImages;
    this.#stops = [
      this.store.subscribe(({ records }, before) => {
        if (records !== before.records) this.#complete();
      }),
      this.#images.subscribe(() => this.#complete()),
    ];
    this.#complete();
  }

  get images(): Pick<StoreApi<ImageDetails>, 'getState' | 'getInitialState' | 'subscribe'> {
    return this.#images;
  }

  /** Takes note of image files met on the way. */
  learn(details: readonly ImageDetail[]): void {
    this.#images.setState(
      new Map([...this.#images.getState(), ...details.map((each) => [each.id, each] as const)]),
      true,
    );
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.store.dispose();
  }

  /** Undo can bring back an image that the document did not have when it was opened. */
  #complete(): void {
    const known = this.#images.getState();
    const wanted = imagesNeeded(this.store.getState().records, known);
    const missing = wanted.filter((id) => !known.has(id) && !this.#asked.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#asked.add(id);
    this.#fetchImages(missing).then(
      (details) => {
        this.learn(details);
      },
      () => {
        // Asked again at the next change: until then the image shows as loading.
        for (const id of missing) this.#asked.delete(id);
      },
    );
  }
}

/** The image files that a document is shown with: its own, those of its boxes, and those that known ones were made of. */
function imagesNeeded(records: DocumentRecords, known: ImageDetails): readonly ImageId[] {
  const needed = [
    ...imagesOf(records).map(({ imageId }) => imageId),
    ...regionsOf(records).map(({ imageId }) => imageId),
    ...[...known.values()].map(({ derivedFrom }) => derivedFrom),
  ];
  return [...new Set(needed.filter((id) => id !== null))];
}

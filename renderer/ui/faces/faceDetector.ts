import type { FaceLandmarks } from '../../../shared/domain/faces.ts';
import type { Size } from '../../../shared/base/geometry.ts';
import type { DetectionFailure, FaceReply, FaceRequest } from './protocol.ts';

/** The detector's name, as a proposed box keeps it. */
export const FACE_MESH = 'MediaPipe Face Mesh';

/** The faces of one image, and its size in pixels. */
export interface FoundFaces {
  readonly size: Size;
  readonly faces: readonly FaceLandmarks[];
}

/** Faces could not be looked for; its message and hint are for the person in front. */
export class DetectorError extends Error {
  readonly hint: string;
  readonly hindrance: DetectionFailure;

  constructor(hindrance: DetectionFailure, detail: string) {
    super(WORDS[hindrance]);
    this.hint = `${BY_HAND} (${detail})`;
    this.hindrance = hindrance;
  }
}

const BY_HAND = 'Nothing was changed. Draw boxes by hand, or import them from a COCO file.';

const WORDS: Readonly<Record<DetectionFailure, string>> = {
  graphics: 'Casebook cannot detect faces here: WebGL 2 is missing.',
  processor: 'Casebook cannot detect faces here: this computer’s processor is too old for the model.',
  image: 'The image could not be read.',
  model: 'The face detector failed.',
};

/** The model takes some hundred megabytes: unused, it is released. */
const IDLE_MS = 60_000;

interface PendingDetection {
  readonly resolve: (found: FoundFaces) => void;
  readonly reject: (error: unknown) => void;
}

/** Looks for faces with the model that comes with the app, one image after the other, in a worker. */
class FaceDetector {
  #worker: Worker | null = null;
  #nextId = 1;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting = new Map<number, PendingDetection>();

  /**
   * The faces in an image. Throws a {@link DetectorError} where they cannot be looked for, the signal's reason where
   * that is aborted first: nothing more is done for an image then than what was begun.
   */
  async detect(address: string, signal: AbortSignal): Promise<FoundFaces> {
    const before = this.#turn;
    const mine = (async () => {
      await before;
      signal.throwIfAborted();
      return this.#look(await fetchImage(address, signal));
    })();
    this.#turn = mine.catch(() => undefined);
    return Promise.race([mine, abortion(signal)]);
  }

  async #look(image: Blob): Promise<FoundFaces> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const id = this.#nextId;
    this.#nextId += 1;
    const request: FaceRequest = { id, image };
    try {
      return await new Promise<FoundFaces>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#worker?.postMessage(request);
      });
    } finally {
      this.#idle = setTimeout(() => this.#stop(), IDLE_MS);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./wasmWorker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FaceReply>) => {
      this.#receive(event.data);
    });
    worker.addEventListener('error', (event) => {
      this.#fail(event.message);
    });
    return worker;
  }

  #receive(reply: FaceReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.type === 'faces') waiting?.resolve(reply);
    else {
      waiting?.reject(new DetectorError(reply.hindrance, reply.message));
      // A program that has failed once is not to be relied on again.
      if (reply.hindrance !== 'image') this.#stop();
    }
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new DetectorError('model', message));
    this.#waiting.clear();
    this.#stop();
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** The window's one detector. */
export const faceDetector = new FaceDetector();

async function fetchImage(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new DetectorError('image', String(response.status));
  return response.blob();
}

async function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(asError(signal.reason));
      },
      { once: true },
    );
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

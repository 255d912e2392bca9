import { availableParallelism } from 'node:os';
import type { CasebookError } from '../../../shared/base/errors.ts';
import type { ImageLook } from '../../../shared/domain/imageLook.ts';
import { asCasebookError } from '../base/errors.ts';
import { Threads } from '../base/threads.ts';
import { createFreeMemory } from './imageBudget.ts';
import type { CollageTask } from './imageCollage.ts';
import { UnreadableImage } from './imageDecode.ts';
import type { InkBox, OutlineTask, VariantsAnswer, VariantsTask } from './imageGeneration.ts';
import type {
  CleanPlan,
  CleanTask,
  DeriveTask,
  ImageResult,
  IngestAnswer,
  IngestTask,
  ScaleTask,
  ThumbnailTask,
} from './imageTasks.ts';

const IDLE_MS = 10_000;
const MAXIMUM_THREADS = 8;

/** Shared by all pools of the program. */
const free = createFreeMemory();

/**
 * Worker threads for pixel work, started with the first task and ended when idle. Calls throw {@link UnreadableImage}
 * if the file is at fault, a CasebookError if the disk is; a damaged file never ends a thread.
 */
export class ImagePool {
  readonly threads;
  readonly #pool;

  constructor(threads = Math.min(MAXIMUM_THREADS, availableParallelism())) {
    this.threads = threads;
    this.#pool = new Threads(import.meta.url, 'imageWorker', {
      threads,
      // While one image of a thread is being written, the next can be decoded.
      tasksPerThread: 2,
      idleMilliseconds: IDLE_MS,
    });
  }

  ingest(task: IngestTask, signal?: AbortSignal): Promise<IngestAnswer> {
    return this.#run('ingest', task, signal);
  }

  /** The SHA-256 of a file. */
  digest(file: string, signal?: AbortSignal): Promise<string> {
    return this.#run('digest', { file }, signal);
  }

  /** How an image looks, small. */
  look(file: string, signal?: AbortSignal): Promise<ImageLook> {
    return this.#run('look', { file }, signal);
  }

  async thumbnail(task: ThumbnailTask): Promise<void> {
    return void (await this.#run('thumbnail', task));
  }

  async rendition(task: ThumbnailTask): Promise<void> {
    return void (await this.#run('rendition', task));
  }

  async scale(task: ScaleTask): Promise<void> {
    return void (await this.#run('scale', task));
  }

  derive(task: DeriveTask): Promise<IngestAnswer> {
    return this.#run('derive', task);
  }

  planClean(task: Omit<CleanTask, 'target'>, signal?: AbortSignal): Promise<CleanPlan> {
    return this.#run('planClean', task, signal);
  }

  async clean(task: CleanTask, signal?: AbortSignal): Promise<void> {
    return void (await this.#run('clean', task, signal));
  }

  variants(task: VariantsTask, signal?: AbortSignal): Promise<VariantsAnswer> {
    return this.#run('variants', task, signal);
  }

  outline(task: OutlineTask, signal?: AbortSignal): Promise<InkBox> {
    return this.#run('outline', task, signal);
  }

  async collage(task: CollageTask, signal?: AbortSignal): Promise<void> {
    return void (await this.#run('collage', task, signal));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  // A task that has begun is let finish, and waited for: the caller keeps or removes what it has written.
  async #run<T>(name: string, task: unknown, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    return unwrap(await this.#pool.run<ImageResult<T>>(name, { task, free }));
  }
}

function unwrap<T>(answer: ImageResult<T>): T {
  if (answer.ok) return answer.value;
  if (answer.fault === 'unreadable') throw new UnreadableImage(answer.reason);
  throw systemError(answer.code, answer.message);
}

function systemError(code: string | null, message: string): CasebookError {
  return asCasebookError(Object.assign(new Error(message), code === null ? {} : { code }));
}

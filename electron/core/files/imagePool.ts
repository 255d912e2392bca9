import { availableParallelism } from 'node:os';
import type { CasebookError } from '../../../shared/base/errors.ts';
import type { ImageLook } from '../../../shared/domain/imageLook.ts';
import { asCasebookError } from '../base/errors.ts';
import { createThreads } from '../base/threads.ts';
import { createFreeMemory } from './imageBudget.ts';
import type { CollageTask } from './imageCollage.ts';
import { UnreadableImage } from './imageDecode.ts';
import type { InkBox, OutlineTask, VariantsAnswer, VariantsTask } from './imageGeneration.ts';
import type {
  Answer,
  CleanPlan,
  CleanTask,
  DeriveTask,
  IngestAnswer,
  IngestTask,
  ScaleTask,
  ThumbnailTask,
} from './imageTasks.ts';

/**
 * The image workers. Every call throws {@link UnreadableImage} where the file is at fault and a CasebookError
 * where the disk is; a damaged file never takes a thread down.
 */
export interface ImagePool {
  readonly threads: number;
  ingest(task: IngestTask, signal?: AbortSignal): Promise<IngestAnswer>;
  /** The SHA-256 of a file. */
  digest(file: string, signal?: AbortSignal): Promise<string>;
  /** How an image looks, small. */
  look(file: string, signal?: AbortSignal): Promise<ImageLook>;
  thumbnail(task: ThumbnailTask): Promise<void>;
  rendition(task: ThumbnailTask): Promise<void>;
  scale(task: ScaleTask): Promise<void>;
  derive(task: DeriveTask): Promise<IngestAnswer>;
  planClean(task: Omit<CleanTask, 'target'>, signal?: AbortSignal): Promise<CleanPlan>;
  clean(task: CleanTask, signal?: AbortSignal): Promise<void>;
  variants(task: VariantsTask, signal?: AbortSignal): Promise<VariantsAnswer>;
  outline(task: OutlineTask, signal?: AbortSignal): Promise<InkBox>;
  collage(task: CollageTask, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const IDLE_MS = 10_000;
const MAXIMUM_THREADS = 8;

/** Shared by all pools of the program. */
const free = createFreeMemory();

/** Worker threads for pixel work, started with the first task and ended when there is nothing to do for a while. */
export function createImagePool(threads = Math.min(MAXIMUM_THREADS, availableParallelism())): ImagePool {
  const pool = createThreads(import.meta.url, 'imageWorker', {
    threads,
    // While one image of a thread is being written, the next can be decoded.
    tasksPerThread: 2,
    idleMilliseconds: IDLE_MS,
  });
  // A task that has begun is let finish, and waited for: what it has written is for anybody who asked to keep or take away.
  const run = async <T>(name: string, task: unknown, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    return unwrap(await pool.run<Answer<T>>(name, { task, free }));
  };
  return {
    threads,
    ingest: (task, signal) => run('ingest', task, signal),
    digest: (file, signal) => run('digest', { file }, signal),
    look: (file, signal) => run('look', { file }, signal),
    thumbnail: async (task) => void (await run('thumbnail', task)),
    rendition: async (task) => void (await run('rendition', task)),
    scale: async (task) => void (await run('scale', task)),
    derive: (task) => run('derive', task),
    planClean: (task, signal) => run('planClean', task, signal),
    clean: async (task, signal) => void (await run('clean', task, signal)),
    variants: (task, signal) => run('variants', task, signal),
    outline: (task, signal) => run('outline', task, signal),
    collage: async (task, signal) => void (await run('collage', task, signal)),
    close: () => pool.close(),
  };
}

function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  if (answer.fault === 'unreadable') throw new UnreadableImage(answer.reason);
  throw systemError(answer.code, answer.message);
}

function systemError(code: string | null, message: string): CasebookError {
  return asCasebookError(Object.assign(new Error(message), code === null ? {} : { code }));
}

import type { ImportReport, ImportRequest } from '../../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { placeOf } from '../../../records/casebookInThread.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { asCasebookError } from '../../../base/errors.ts';
import { UnreadableImage } from '../../../files/imageDecode.ts';
import type { StoredImage } from '../../../records/images/imageStore.ts';
import { Threads } from '../../../base/threads.ts';
import { RunningWork } from '../../../base/runningWork.ts';
import { flushOptions, type IntakeImages } from '../intake/imageIntake.ts';
import { type FileIntakeResult, ImportQuestion } from './importQuestions.ts';
import type { ImportTask } from './importHere.ts';
import type { Work } from '../../../base/work.ts';

/**
 * Imports into an open casebook in a thread with its own connection, so that everybody else can read on. The thread
 * starts with the first import and ends when idle.
 * @param worker the thread's module, which knows the formats: its name, and the address of a module that it lies beside
 */
export class ImportThread {
  readonly #casebook: Casebook;
  readonly #images: IntakeImages;
  readonly #threads;
  readonly #underWay;

  constructor(
    casebook: Casebook,
    images: IntakeImages,
    worker: { readonly beside: string; readonly name: string },
  ) {
    this.#casebook = casebook;
    this.#images = images;
    this.#threads = new Threads(worker.beside, worker.name, { threads: 1 });
    this.#underWay = new RunningWork();
  }

  import(request: ImportRequest, by: PersonId | null, work: Work): Promise<ImportReport> {
    return this.#underWay.run(work, (watched) => this.#run(request, by, watched));
  }

  /** Cancels what is under way and waits until nothing is left of it. */
  async close(): Promise<void> {
    await this.#underWay.close();
    await this.#threads.close();
  }

  async #run(request: ImportRequest, by: PersonId | null, work: Work): Promise<ImportReport> {
    const held: StoredImage[] = [];
    let open: (() => void) | null = null;
    let hasWritten = false;
    const hold = async (file: string, link: boolean): Promise<FileIntakeResult> => {
      try {
        const image = await this.#images.store.hold(file, { link, signal: work.signal });
        held.push(image);
        return { kind: 'image', image };
      } catch (error) {
        if (error instanceof UnreadableImage) return { kind: 'unreadable', reason: error.message };
        throw error;
      }
    };
    const begin = async (): Promise<void> => {
      work.signal.throwIfAborted();
      // What waited for the part before comes first: a long import would keep it waiting to its end.
      await this.#casebook.gate.settled();
      open = this.#casebook.gate.close('Casebook is writing an import.');
    };
    const end = (): void => {
      open?.();
      open = null;
    };
    const answer = async (asked: unknown): Promise<unknown> => {
      const question = ImportQuestion.parse(asked);
      switch (question.kind) {
        case 'hold':
          return hold(question.file, question.link);
        case 'flush':
          return this.#images.store.flush(held, flushOptions(work));
        case 'looks':
          return this.#images.looks(question.sha256s);
        case 'begin':
          return begin();
        case 'end':
          hasWritten ||= question.written;
          return end();
      }
    };
    const task: ImportTask = {
      place: placeOf(this.#casebook),
      threads: this.#images.pool.threads,
      request,
      by,
    };
    const { progress, signal } = work;
    try {
      return await this.#threads.run<ImportReport>('importing', task, {
        progress,
        signal,
        answer,
        // Until its transaction is undone, nobody else can write.
        seeThrough: true,
      });
    } catch (error) {
      throw inWords(error, this.#casebook, hasWritten);
    } finally {
      end();
      await this.#images.store.release(held);
    }
  }
}

const PARTLY_IN =
  'Part of the source was imported and stays. Import it again to bring in the rest: Casebook recognizes what it has.';

/** What an import failed with; a thread that died cannot say so itself. */
function inWords(error: unknown, { ports }: Casebook, hasWritten: boolean): CasebookError {
  const known = asCasebookError(error);
  if (hasWritten && known.code === 'cancelled')
    return new CasebookError('cancelled', 'Cancelled.', PARTLY_IN, { cause: error });
  if (known.code !== 'internal')
    return hasWritten ? new CasebookError(known.code, known.message, PARTLY_IN, { cause: error }) : known;
  ports.logger.error('An import ended unexpectedly.', {
    stack: error instanceof Error ? error.stack : String(error),
  });
  return new CasebookError(
    'internal',
    `The import ended unexpectedly: ${error instanceof Error ? error.message : String(error)}`,
    hasWritten
      ? PARTLY_IN
      : 'Nothing was imported. Try again; if it fails again, import the source in smaller parts.',
    { cause: error },
  );
}

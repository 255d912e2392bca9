import type { ImportReport, ImportRequest } from '../../../../../shared/contract/importExport.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { openBeside, type Place } from '../../../records/casebookInThread.ts';
import { type Casebook, compose } from '../../../derived/casebook.ts';
import { UnreadableImage } from '../../../files/imageDecode.ts';
import type { TaskContext, TaskProgress } from '../../../base/threadTask.ts';
import type { Formats } from '../../../formats/catalogue.ts';
import type { IntakeImages } from '../intake/imageIntake.ts';
import { importSource } from './importSource.ts';
import { FileIntakeResult, type ImportQuestion, Looks } from './importQuestions.ts';

/*
 * Runs in a thread of its own: some 50 MB are many seconds of reading, checking and writing, in which everybody else wants
 * answers. All of it, so that what is written is one transaction of one connection, which nobody sees half of.
 */

export interface ImportTask {
  readonly place: Place;
  /** How many images the main thread takes in at a time. */
  readonly threads: number;
  readonly request: ImportRequest;
  readonly by: PersonId | null;
}

/** Brings a source in. */
export async function importHere(
  { place, threads, request, by }: ImportTask,
  {
    formats,
    progress,
    talk,
  }: { readonly formats: Formats; readonly progress: TaskProgress; readonly talk: TaskContext },
): Promise<ImportReport> {
  const casebook = compose(openBeside(place, talk.look));
  const alone = async <T>(work: () => T): Promise<T> => {
    await say(talk, { kind: 'begin' });
    let written = false;
    try {
      const result = work();
      written = true;
      return result;
    } finally {
      // Not waited for: what is written stays, even where nobody waits for it any more.
      talk.tell({ kind: 'end', written } satisfies ImportQuestion);
    }
  };
  try {
    const services = {
      formats,
      casebook,
      people: casebook.records.people,
      images: imagesOf(casebook, threads, talk),
      alone,
      write: <T>(steps: Generator<void, T>): Promise<T> => casebook.derived.parts.oneByOne(steps, alone),
    };
    return await importSource(services, request, by, { progress, signal: talk.signal });
  } finally {
    casebook.close();
  }
}

const say = (talk: TaskContext, question: ImportQuestion): Promise<unknown> => talk.ask(question);

/** Images are taken in by the main thread, which has the pool, and knows who else holds them; their rows are made here. */
function imagesOf(casebook: Casebook, threads: number, talk: TaskContext): IntakeImages {
  const rows = casebook.records.images.store;
  let isFlushed = true;
  return {
    pool: { threads },
    looks: async (sha256s) => Looks.parse(await say(talk, { kind: 'looks', sha256s: [...sha256s] })),
    store: {
      async hold(file, { link }) {
        isFlushed = false;
        const held = FileIntakeResult.parse(await say(talk, { kind: 'hold', file, link }));
        if (held.kind === 'unreadable') throw new UnreadableImage(held.reason);
        return held.image;
      },
      async flush() {
        await say(talk, { kind: 'flush' });
        isFlushed = true;
      },
      row(image, origin) {
        if (!isFlushed) throw new Error(`The image ${image.sha256} may not be on the disk.`);
        return rows.row(image, origin);
      },
      // The main thread does, whatever becomes of this one.
      release: () => Promise.resolve(),
    },
  };
}

import { CasebookError } from '../../../../shared/base/errors.ts';
import type {
  AttachReport,
  FormatDescription,
  ImportReport,
  ImportRequest,
} from '../../../../shared/contract/importExport.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Formats } from '../../formats/catalogue.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import type { People } from '../../records/people/people.ts';
import { attachFolder } from './attachService.ts';
import { ImportedFolders } from './running/importedFolders.ts';
import { ImportThread } from './running/importThread.ts';
import { importSource } from './running/importSource.ts';
import { exportsOf } from '../../formats/writing/holds.ts';
import type { Actor } from '../../formats/reading/importer.ts';
import type { Work } from '../../base/work.ts';

/** Imports into an open casebook. One import or attachment at a time. */
export class ImportService {
  readonly #casebook: Casebook;
  readonly #images: CasebookImages;
  readonly #formats;
  readonly #services;
  readonly #thread;
  readonly #folders;
  readonly #running = new Set<Promise<unknown>>();
  #bringingIn = false;

  constructor(
    casebook: Casebook,
    images: CasebookImages,
    people: People,
    {
      formats,
      worker,
    }: { readonly formats: Formats; readonly worker: ConstructorParameters<typeof ImportThread>[2] },
  ) {
    this.#casebook = casebook;
    this.#images = images;
    this.#formats = formats;
    this.#services = {
      formats,
      casebook,
      images,
      people,
      alone: async <T>(work: () => T): Promise<T> => {
        await casebook.gate.opened();
        return work();
      },
      write: async <T>(steps: Generator<void, T>): Promise<T> => {
        await casebook.gate.opened();
        return casebook.derived.parts.atOnce(steps);
      },
    };
    this.#thread = new ImportThread(casebook, images, worker);
    this.#folders = new ImportedFolders(casebook.ports.directories.staging);
  }

  /** All formats; those that cannot hold the casebook's benchmark have nothing to write. */
  formats(): FormatDescription[] {
    const written = new Set(
      exportsOf(this.#casebook.benchmark, this.#formats).map(({ description: { id } }) => id),
    );
    return this.#formats.list.map((each) => (written.has(each.id) ? each : { ...each, writes: null }));
  }

  /** The formats that a file, folder or zip fits, the likeliest first. */
  async recognise(path: string): Promise<readonly string[]> {
    return this.#formats.recognise(await this.#folders.open(path, quiet));
  }

  /** In this thread, which does nothing else meanwhile: for the command line, and for small ones. */
  import(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport> {
    return this.#track(
      this.#alone(async () =>
        importSource(this.#services, await this.#opened(request, work), person?.id ?? null, work),
      ),
    );
  }

  /** In a thread of its own: everybody reads on meanwhile, and who writes waits while it does. */
  importBeside(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport> {
    return this.#alone(async () =>
      this.#thread.import(await this.#opened(request, work), person?.id ?? null, work),
    );
  }

  attach(folder: string, person: Actor, work: Work): Promise<AttachReport> {
    return this.#track(
      this.#alone(() =>
        attachFolder({ casebook: this.#casebook, images: this.#images }, folder, person?.id ?? null, work),
      ),
    );
  }

  /** Waits for what is under way in this thread. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** Cancels what is imported in a thread of its own, waits until it is undone, and ends the thread. */
  async close(): Promise<void> {
    await this.#thread.close();
    await this.#folders.close();
  }

  /** The request for what its source holds, now that it is unpacked. */
  async #opened(request: ImportRequest, work: Work): Promise<ImportRequest> {
    const source = await this.#folders.open(request.source, work);
    if (source !== request.source && request.link === true) throw linkedZip(request.source);
    return { ...request, source };
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#bringingIn) {
      throw new CasebookError(
        'conflict',
        'Another import is running.',
        'Wait for it to finish, or cancel it.',
      );
    }
    this.#bringingIn = true;
    try {
      return await work();
    } finally {
      this.#bringingIn = false;
    }
  }
}

/** Nobody waits for it or calls it off. */
const quiet: Work = { progress: () => undefined, signal: new AbortController().signal };

function linkedZip(source: string): CasebookError {
  return new CasebookError(
    'invalid_input',
    `The images of ${source} cannot stay where they are: they are inside a zip, or were dropped into a browser.`,
    'Nothing was changed. Copy them into the casebook, or unpack the zip and import the folder.',
  );
}

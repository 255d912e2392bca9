import { CasebookError } from '../../../../shared/base/errors.ts';
import type {
  AttachReport,
  FormatDescription,
  ImportReport,
  ImportRequest,
} from '../../../../shared/contract/importExport.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Formats } from '../../formats/catalogue.ts';
import type { CasebookImages } from '../../records/images.ts';
import type { People } from '../../records/people.ts';
import { attachFolder } from './attachService.ts';
import { ImportedFolders } from './importedFolders.ts';
import { ImportThread } from './importThread.ts';
import { importSource } from './importSource.ts';
import { exportsOf } from '../../formats/holds.ts';
import type { Actor, Importer } from '../../formats/importer.ts';
import type { Work } from '../../base/work.ts';

export interface ImportService extends Importer {
  /** All formats; those that cannot hold the casebook's benchmark have nothing to write. */
  formats(): FormatDescription[];
  /** The formats that a file, folder or zip fits, the likeliest first. */
  recognise(path: string): Promise<readonly string[]>;
  /** In this thread, which does nothing else meanwhile: for the command line, and for small ones. */
  import(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport>;
  /** In a thread of its own: everybody reads on meanwhile, and who writes waits while it does. */
  importBeside(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport>;
  attach(folder: string, person: Actor, work: Work): Promise<AttachReport>;
  /** Waits for what is under way in this thread. */
  settle(): Promise<void>;
  /** Cancels what is imported in a thread of its own, waits until it is undone, and ends the thread. */
  close(): Promise<void>;
}

/** Imports into an open casebook. One import or attachment at a time. */
export function createImportService(
  casebook: Casebook,
  images: CasebookImages,
  people: People,
  { formats, worker }: { readonly formats: Formats; readonly worker: Parameters<typeof ImportThread>[2] },
): ImportService {
  const services = {
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
  const thread = new ImportThread(casebook, images, worker);
  const folders = new ImportedFolders(casebook.ports.directories.staging);
  /** The request for what its source holds, now that it is unpacked. */
  const opened = async (request: ImportRequest, work: Work): Promise<ImportRequest> => {
    const source = await folders.open(request.source, work);
    if (source !== request.source && request.link === true) throw linkedZip(request.source);
    return { ...request, source };
  };
  const running = new Set<Promise<unknown>>();
  let bringingIn = false;
  const track = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  };
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (bringingIn) {
      throw new CasebookError(
        'conflict',
        'Another import is running.',
        'Wait for it to finish, or cancel it.',
      );
    }
    bringingIn = true;
    try {
      return await work();
    } finally {
      bringingIn = false;
    }
  };
  return {
    formats() {
      const written = new Set(exportsOf(casebook.benchmark, formats).map(({ description: { id } }) => id));
      return formats.list.map((each) => (written.has(each.id) ? each : { ...each, writes: null }));
    },
    recognise: async (path) => formats.recognise(await folders.open(path, quiet)),
    import: (request, person, work) =>
      track(alone(async () => importSource(services, await opened(request, work), person?.id ?? null, work))),
    importBeside: (request, person, work) =>
      alone(async () => thread.import(await opened(request, work), person?.id ?? null, work)),
    attach: (folder, person, work) =>
      track(alone(() => attachFolder({ casebook, images }, folder, person?.id ?? null, work))),
    async settle() {
      await Promise.allSettled(running);
    },
    async close() {
      await thread.close();
      await folders.close();
    },
  };
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

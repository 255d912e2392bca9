import type { Benchmark, ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import { ForeignFormat } from '../../../../../shared/foreign/foreignPart.ts';
import type { Work } from '../../../base/work.ts';
import { staysInside } from '../../../files/folder.ts';
import type { ReadImage } from '../../../formats/boxes/boxes.ts';
import { type ReadSet, TOO_MANY_BOXES } from '../../../formats/boxes/boxSink.ts';
import type { AskedImport, FormatInput } from '../../../formats/format.ts';
import { candidateOf } from '../../../formats/reading/imageFolder.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { imageForBoxes, indexKnownImages, type MeasuredImage } from '../../../formats/reading/knownImages.ts';
import { MOST_BOXES_ON_IMAGE } from '../../../formats/reading/limits.ts';
import type { CasebookDatabase } from '../../../db/database.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { readForeignSets } from '../../../records/answers/foreignSets.ts';
import type { DescribedImage } from '../intake/imageFacts.ts';
import { foldersOf, ImageFinder, LooseNames } from '../intake/imageNames.ts';
import { ImageIntake } from '../intake/imageIntake.ts';
import type { ImportServices } from '../importServices.ts';

export type ReadBoxes = Extract<FormatInput, { readonly of: 'boxes' }>['read'];

/** An image of a source that no item of the casebook shows yet. */
export type FreshImage = Pick<ReadImage, 'file' | 'split' | 'rights' | 'foreign'> & {
  /** What the source says of its boxes; null: nothing. */
  readonly boxes: ReadImage | null;
};

/** What a source of boxes says. */
export interface BoxSource {
  /** The images that the casebook has, each with its boxes. */
  readonly known: readonly { readonly known: MeasuredImage; readonly image: ReadImage }[];
  /** The images that the casebook has and of whose boxes the source says nothing. */
  readonly bare: readonly DescribedImage[];
  readonly fresh: readonly FreshImage[];
  readonly set: ReadSet | null;
}

/** Reads a source of boxes through; what cannot be read or placed goes into the report. */
export async function readBoxSource(
  { database }: Casebook,
  read: ReadBoxes,
  { source }: AskedImport,
  report: ReportBuilder,
  work: Work,
): Promise<BoxSource> {
  const loosely = new LooseNames();
  const find = indexKnownImages(database, (name, image, by) => loosely.add(name, image.name, by));
  const known: { known: MeasuredImage; image: ReadImage }[] = [];
  const bare: DescribedImage[] = [];
  const fresh = new Map<string, FreshImage>();
  let set: ReadSet | null = null;
  const addFresh = (file: string, image: FreshImage): void => {
    if (fresh.has(file)) report.skip(file, null, 'The source names this image twice.');
    else fresh.set(file, image);
  };
  const options = {
    signal: work.signal,
    progress: (done: number, total: number) => work.progress('Reading', done, total),
  };
  await read(source, options, {
    problem: (item, field, reason) => report.skip(item, field, reason),
    leaveOut: (item, field, reason) => report.leaveOut(item, field, reason),
    warn: (item, field, message) => report.warn(item, field, message),
    left: (what, count) => report.left(what, count),
    image(image) {
      if (image.boxes.length > MOST_BOXES_ON_IMAGE) {
        report.skip(image.file, 'boxes', TOO_MANY_BOXES);
        return;
      }
      const found = find(image.file);
      if (found.length === 0) addFresh(image.file, { ...image, boxes: image });
      else {
        const placed = imageForBoxes(found, image);
        if (placed.ok) known.push({ known: placed.known, image });
        else report.skip(placed.item, placed.field, placed.reason);
      }
    },
    bareImage(image) {
      const [only, another] = find(image.file);
      if (only === undefined) addFresh(image.file, { ...image, boxes: null });
      else if (another === undefined) bare.push({ known: only, image });
    },
    set: (header) => void (set = header),
  });
  loosely.tell(report);
  tellReplacedHeader(database, set, report);
  return { known, bare, fresh: [...fresh.values()], set };
}

/** Says that a header replaces another: a casebook keeps one of each format, that of the latest file. */
function tellReplacedHeader(database: CasebookDatabase, set: ReadSet | null, report: ReportBuilder): void {
  const header = set?.foreign ?? null;
  const former = header === null ? undefined : readForeignSets(database)[header.format];
  if (header === null || former === undefined || former === header.source) return;
  report.warn(
    null,
    'header',
    'This file’s header (such as info, licences or class numbers) replaces that of an earlier file of this format.',
  );
}

/** An image that becomes an item, with what the source says of it. */
export interface FreshItem {
  readonly item: ParsedItem;
  readonly boxes: ReadImage | null;
}

/** Images of a source that become items. */
export interface FreshItems {
  readonly items: readonly FreshItem[];
  readonly intake: ImageIntake;
}

/**
 * Takes in the images that a source has beside it and the casebook does not know; each that can be read becomes an item. To be
 * released by the caller.
 */
export async function takeFresh(
  { casebook, images }: Pick<ImportServices, 'casebook' | 'images'>,
  fresh: readonly FreshImage[],
  request: AskedImport,
  report: ReportBuilder,
  work: Work,
): Promise<FreshItems> {
  const { folders, namedIn } = await foldersOf(request);
  const intake = new ImageIntake(images, {
    work,
    folders,
    namedIn: fresh.length === 0 ? [] : namedIn,
    link: request.link,
    dryRun: request.dryRun,
  });
  const items: FreshItem[] = [];
  const format = ForeignFormat.safeParse(request.format).data;
  await intake.take(
    fresh.map(({ file }) => file),
    fresh.length,
  );
  for (const { boxes, ...image } of fresh) {
    const result = intake.result(image.file);
    if (result.kind === 'missing') report.skip(image.file, null, NO_IMAGE);
    else if (result.kind === 'unreadable' || result.kind === 'forbidden')
      report.skip(image.file, null, result.reason);
    else items.push({ item: freshItem(casebook.benchmark, image, result.name, format), boxes });
  }
  return { items, intake };
}

/**
 * The same for an import that takes its images in by itself: only tells where their files are. What cannot be found goes into
 * the report.
 */
export async function findFresh(
  { casebook }: Pick<ImportServices, 'casebook'>,
  fresh: readonly FreshImage[],
  request: AskedImport,
  report: ReportBuilder,
  work: Work,
): Promise<readonly FreshItem[]> {
  if (fresh.length === 0) return [];
  const { folders, namedIn } = await foldersOf(request);
  const finder = await ImageFinder.open(folders, namedIn, work.signal, () => undefined);
  const format = ForeignFormat.safeParse(request.format).data;
  const items: FreshItem[] = [];
  for (const { boxes, ...image } of fresh) {
    work.signal.throwIfAborted();
    const found = await finder.find(image.file);
    if (found.kind === 'file')
      items.push({ item: freshItem(casebook.benchmark, image, found.name, format), boxes });
    else report.skip(image.file, null, found.kind === 'missing' ? NO_IMAGE : found.reason);
  }
  return items;
}

const NO_IMAGE =
  'No item of this casebook has an image of this name, and no image file of this name lies beside the source.';

/** An item that so far is its image. A name that leads elsewhere gives way to that of the file that was found. */
function freshItem(
  benchmark: Benchmark,
  { file, split, rights, foreign }: Omit<FreshImage, 'boxes'>,
  found: string,
  format: ForeignFormat | undefined,
): ParsedItem {
  const isPlain = staysInside(file) && !file.includes('\\') && hasExtension(file);
  const candidate = candidateOf(benchmark, isPlain ? file : found);
  return {
    ...candidate,
    images: candidate.images.map((image) => ({
      ...image,
      ...(rights !== undefined && { rights }),
      ...(foreign !== undefined && format !== undefined && { foreign: { format, source: foreign } }),
    })),
    ...(split !== undefined && { split }),
  };
}

const hasExtension = (file: string): boolean => /\.[a-z0-9]{1,5}$/iu.test(file);

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ReportedOrigin } from '../domain/answerOrigin.ts';
import { JsonObject } from '../base/json.ts';
import { ItemStatus } from '../domain/status.ts';
import { procedure, progressOr } from './base.ts';
import { ItemSelection } from './items.ts';

export const FormatDescription = z.object({
  id: z.string(),
  title: z.string(),
  reads: z.string().nullable(),
  /** Null where it cannot be exported, or cannot hold the benchmark of the casebook that was asked. */
  writes: z.string().nullable(),
  /** What to choose as the source: a file, a folder, or either. */
  source: z.enum(['file', 'folder', 'either']).nullable(),
  target: z.enum(['file', 'folder']).nullable(),
  /** What it carries that is no items: answers of people and models, verdicts on them, or more of items that are there. */
  carries: z.enum(['answers', 'verdicts', 'additions']).optional(),
  /**
   * What an import has to be told, because the source does not say it: who answered or judged, what boxes are, how ratings
   * came about.
   */
  asks: z.array(z.enum(['respondent', 'judge', 'boxes', 'origin'])).optional(),
  /** Whether it exports items of any status unless asked otherwise, as ratings do; left out: accepted items alone. */
  anyStatus: z.boolean().optional(),
  /** The benchmark that it is for; left out: for any. */
  benchmark: z.string().optional(),
});
export type FormatDescription = z.infer<typeof FormatDescription>;

/** How raters' values of a field from elsewhere are compared. */
export const FieldLevel = z.object({
  level: z.enum(['nominal', 'ordinal', 'interval', 'set', 'text']),
  /** Of an ordinal field whose values are not numbers: its values from least to most. */
  order: z.array(z.string().min(1)).optional(),
});
export type FieldLevel = z.infer<typeof FieldLevel>;

/** A field that a source of ratings has. */
export const FoundField = z.object({
  name: z.string(),
  task: z.string(),
  level: z.enum(['nominal', 'ordinal', 'interval', 'set', 'boxes', 'text']),
  /** How many different values it has; 1001 stands for more than a thousand. */
  values: z.int(),
  /** The values to choose from, an ordinal field's from least to most; empty where there are more than fifty. */
  order: z.array(z.string()),
  /** Whether the casebook had the field before, so that its level is fixed. */
  known: z.boolean(),
});
export type FoundField = z.infer<typeof FoundField>;

/** A model as a respondent or a judge, as far as the source does not say it itself. */
export const NamedModel = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  version: z.string().trim().min(1).max(200).optional(),
  temperature: z.number().min(0).max(100).optional(),
  /** What else it was run with. */
  settings: JsonObject.refine(
    (settings) => JSON.stringify(settings).length <= 10_000,
    'more than 10,000 characters',
  ).optional(),
});
export type NamedModel = z.infer<typeof NamedModel>;

/** An LLM judge: its instructions are part of what it is. */
export const NamedJudge = NamedModel.extend({
  /** A file with the instructions, whose SHA-256 is kept. */
  instructions: z.string().min(1).optional(),
});
export type NamedJudge = z.infer<typeof NamedJudge>;

export const ImportReport = z.object({
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.array(z.object({ item: z.string(), field: z.string().nullable(), reason: z.string() })),
  images: z.object({ added: z.int(), missing: z.int(), missing_names: z.array(z.string()) }),
  warnings: z.array(
    z.object({ item: z.string().nullable(), field: z.string().nullable(), message: z.string() }),
  ),
  /** What changed in updated items, field by field. */
  changes: z.array(z.object({ item: z.string(), field: z.string(), from: z.string(), to: z.string() })),
  /** Groups of images that are the same or nearly so. */
  similar: z.array(z.array(z.string())),
  /** What of the source has no place in the casebook, a line a kind: "2 relations". */
  not_carried: z.array(z.object({ what: z.string(), count: z.int().positive() })),
  /** Of a source of ratings, the fields it has. */
  fields: z.array(FoundField),
  /** Of a text file that is no UTF-8: a line of it as it would read in Windows-1252. Nothing was read. */
  asks_encoding: z.object({ line: z.int(), preview: z.string() }).optional(),
  /** Of a source whose numbers can be read in two ways: one of them, with a decimal point and with a decimal comma. */
  asks_decimals: z
    .object({ field: z.string(), example: z.string(), readings: z.tuple([z.string(), z.string()]) })
    .optional(),
  /** Of an import that unreadable items stopped: how many can be read and imported without them. */
  readable: z.int().nonnegative().optional(),
  /** False where nothing was written: a dry run, or problems without keep-going. */
  applied: z.boolean(),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const LeftOut = z.object({
  item: z.string(),
  reason: z.string(),
  /** What an item is one of many of, where the format has no place for any of them. */
  kind: z.string().optional(),
  /** Set where that is as it should be: a licence forbids it, the format has no place for it, there is no such answer. */
  intended: z.literal(true).optional(),
});
export type LeftOut = z.infer<typeof LeftOut>;

/** How much an export holds: what its longest data file lists, and its images, those within data files included. */
const ExportSize = z.object({ entries: z.int(), images: z.int() });

/** A former export, and the one that was to take its place. */
export const Replacement = z.object({
  former: ExportSize,
  now: ExportSize,
  /** The data files that would list less. */
  shorter: z.array(z.object({ file: z.string(), former: z.int(), now: z.int() })),
});
export type Replacement = z.infer<typeof Replacement>;

export const ExportReport = z.object({
  items: z.int(),
  images: z.int(),
  /** Images that were not copied because they may not be redistributed. */
  withheld: z.int(),
  /** Images that the items have, or should have, and that are not in the export although they may be. */
  missing: z.int(),
  left_out: z.array(LeftOut),
  /**
   * Items with fields (by their titles) in which raters differ and nobody has decided: what was in force before, a
   * curator's correction or what was imported, was written of them.
   */
  disputed: z.array(z.object({ item: z.string(), fields: z.array(z.string()) })).default([]),
  files: z.array(z.string()),
  /** What the casebook carries and the export does not hold, a line a kind: "3 polygons of boxes that were moved". */
  not_carried: z.array(z.object({ what: z.string(), count: z.int().positive() })).default([]),
  /** Who is who, where the export has pseudonyms: kept in the casebook's history, and in no file of the export. */
  pseudonyms: z.array(z.object({ pseudonym: z.string(), handle: z.string() })).default([]),
  /** What a user of the export should know, in words. */
  warnings: z.array(z.string()).default([]),
  /** False of a dry run, and where the former export at the target holds more: it is as it was. */
  written: z.boolean(),
  /** What became, or was to become, of a former export at the target; null where there was none, and of a dry run. */
  replaces: Replacement.nullable(),
});
export type ExportReport = z.infer<typeof ExportReport>;

export const ImportRequest = z.object({
  source: z.string().min(1),
  format: z.string(),
  person: z.string().optional(),
  link: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  keepGoing: z.boolean().default(false),
  /** Where the images are, if not beside the source. */
  imagesFolder: z.string().optional(),
  /** Of a source of ratings: how fields that are new are compared, where that is not what their values suggest. */
  levels: z.record(z.string(), FieldLevel).default({}),
  /** Of a text file that is no UTF-8: what it is in. */
  encoding: z.enum(['windows-1252']).optional(),
  /** Of a source of ratings: how its numbers are written, where that is not clear from them. */
  decimals: z.enum(['point', 'comma']).optional(),
  /**
   * What boxes are: proposals, which wait to be verified where the benchmark has them; what a person drew; or what a rater
   * drew, which counts for agreement.
   */
  boxes: z.enum(['proposals', 'annotations', 'ratings']).default('proposals'),
  /** Of ratings and other answers of people: how they came about, where the source does not say it; left out: not known. */
  origin: ReportedOrigin.default({}),
  /** Of answers: the model that gave them, where the source does not name it. */
  respondent: NamedModel.default({}),
  /** Of verdicts: the LLM that gave them, where the source does not name it. */
  judge: NamedJudge.default({}),
});
export type ImportRequest = z.input<typeof ImportRequest>;

export const ExportRequest = z.object({
  target: z.string().min(1),
  format: z.string(),
  /** Null: whatever the status. Left out: what is usual for the format, which for ratings is null, else `accepted`. */
  status: z.array(ItemStatus).nullable().optional(),
  split: z.string().optional(),
  /** Of these items only those that are chosen by the other parts; left out: all. */
  items: ItemSelection.optional(),
  images: z.enum(['copy', 'link', 'none']).default('copy'),
  strict: z.boolean().default(false),
  force: z.boolean().default(false),
  /** With `force`: also where the former export holds more items or images than the new one. */
  allowFewer: z.boolean().default(false),
  /** Says what would be written, without images, and leaves nothing at the target. */
  dryRun: z.boolean().default(false),
  /** People by name and handle; else each is `rater-1` and so on, the same in every file of the export. */
  names: z.boolean().default(false),
  /** Times to the millisecond; else days. */
  times: z.boolean().default(false),
  /** Columns that are about work in Casebook and not about the data: an item's status. */
  inner: z.boolean().default(false),
  /** Cells of CSV files as they are, for programs; else one that a spreadsheet would run is marked as text. */
  plain: z.boolean().default(false),
  /** Of answers and verdicts: whose answers, by handle; left out: everybody's. */
  respondents: z.array(z.string()).optional(),
});
export type ExportRequest = z.input<typeof ExportRequest>;

export const AttachReport = z.object({
  attached: z.array(z.object({ item: z.string(), file: z.string(), by: z.enum(['name', 'content']) })),
  still_missing: z.array(z.string()),
  unused: z.array(z.string()),
  problems: z.array(z.object({ file: z.string(), reason: z.string() })),
});
export type AttachReport = z.infer<typeof AttachReport>;

/**
 * Bringing in and handing out. All stream progress; closing the stream cancels. Of ratings, answers
 * and scores what was written before stays, and the same source again brings in the rest; else nothing is left half-done.
 */
export const importExport = {
  formats: procedure.output(z.array(FormatDescription)),
  /** The formats that a path looks like, the likeliest first; none where none fits. */
  recognise: procedure
    .input(z.object({ path: z.string() }))
    .output(z.object({ formats: z.array(z.string()) })),
  import: procedure.input(ImportRequest).output(eventIterator(progressOr(ImportReport))),
  export: procedure.input(ExportRequest).output(eventIterator(progressOr(ExportReport))),
  /** Attaches a folder's files to items whose images are missing: by name, then by content. */
  attach: procedure.input(z.object({ folder: z.string() })).output(eventIterator(progressOr(AttachReport))),
};

import type { ImageRecord, RegionRecord } from '../domain/document.ts';
import type { SeenImage } from '../domain/alikeImages.ts';
import type { Box } from '../domain/geometry.ts';
import type { Json, JsonObject } from '../domain/json.ts';
import type { ForeignImage } from '../foreign/foreignPart.ts';
import type { Addition } from './additions.ts';
import type { Baseline } from './baseline.ts';
import type { Judging } from './judging.ts';
import type { ImageGeneration } from './imageGeneration.ts';
import type { Metrics } from './metrics.ts';
import type { AskedParts } from './parts.ts';
import type { Proposals } from './proposals.ts';
import type { QuerySets } from './querySets.ts';
import type { Validation } from './validation.ts';

/**
 * What a benchmark is to Casebook. A new benchmark is one folder that exports one of these; nothing else
 * in the layers knows any benchmark by name.
 */
/** A sample casebook, for the person who chooses among them. */
export interface BenchmarkSample {
  /** The casebook's title. */
  readonly title: string;
  /** Its folder's name among other casebooks, without the ending. */
  readonly folder: string;
  /** What is in it, in a few words. */
  readonly about: string;
}

export interface Benchmark {
  readonly id: string;
  readonly title: string;
  /** One sentence for the person who chooses a benchmark for a new casebook. */
  readonly description: string;
  /** The sample casebook that comes with it; left out where there is none. */
  readonly sample?: BenchmarkSample;
  /** The words a casebook can set itself (scenes, label sets): its first state, and the check of a changed one. */
  readonly vocabulary: {
    readonly initial: JsonObject;
    parse(value: Json): Parsed<JsonObject>;
  };
  /** Reads one item of the benchmark's own format; unknown keys are kept. */
  parseItem(value: Json): Parsed<ParsedItem>;
  /**
   * The items that one element of a source stands for, where generators wrap several with what they share; null where
   * the element is one item. Left out where that does not occur.
   */
  unwrap?(value: Json): readonly Json[] | null;
  /**
   * What each image of an item is (`image`, or `candidate` as long as it is not the chosen one), by position, where that
   * follows from the payload and so changes with an answer; what is not named keeps its role. Left out where images are
   * not chosen from.
   */
  imageRoles?(payload: JsonObject): readonly string[];
  /** The payload of a fresh item that so far is nothing but an image of this name. */
  candidate(imageName: string): JsonObject;
  /**
   * The payload of an item known only by the name that raters elsewhere gave it. Left out where an item is
   * more than that.
   */
  ratedItem?(externalId: string): JsonObject;
  /**
   * The payload as somebody may see it who has yet to answer: what is asked about, nothing of what a task asks, and
   * no name that gives it away. What a rater starts from, and what travels in a package.
   */
  stimulus(payload: JsonObject): JsonObject;
  /** What lists, search and filters show of an item. */
  summarize(payload: JsonObject): ItemSummary;
  /** The facets that {@link summarize} gives, with their titles, in the order filters show them. */
  readonly facets: readonly {
    readonly name: string;
    readonly title: string;
    /** Whether every item has it. */
    readonly onEvery?: true;
    /** What a value is called, for people; left out where values are called what they are. */
    readonly valueTitle?: (value: string) => string;
  }[];
  readonly tasks: readonly Task[];
  /** Kinds of files that say more of items that are there; left out where there are none. */
  readonly additions?: readonly Addition[];
  /** How generated items are validated; left out where items are not generated. */
  readonly validation?: Validation;
  /** How people are asked; left out where the benchmark has no baseline. */
  readonly baseline?: Baseline;
  /** How answers are judged; left out where nothing needs a judge. */
  readonly judging?: Judging;
  /** The benchmark's own figures; left out where it has none. */
  readonly metrics?: Metrics;
  /**
   * Whether an item is a question that was built from other items: it is asked of participants and models and has nothing
   * of its own to label, so that box formats and checks of the data leave it out. Left out where no item is.
   */
  isQuery?(payload: JsonObject): boolean;
  /**
   * The word that an item's images render, so that images of different words are never taken for the same picture however
   * alike they look; null where they show something else. Left out where no item renders words.
   */
  rendered?(payload: JsonObject): string | null;
  /**
   * The external id of the item that a question asks about, whose answer it holds: anybody who has yet to answer that item sees
   * neither. Null where the payload is no question, or does not say. Given with {@link isQuery}.
   */
  asksAbout?(payload: JsonObject): string | null;
  /**
   * The images that the one in a place of a question was put together from, each by its item's external id and its name
   * there: it is handed on only where they all may be. Left out where none is put together.
   */
  composedOf?(payload: JsonObject, position: number): readonly ComposedImage[];
  /** How boxes that detectors propose are verified; left out where none are proposed. */
  readonly proposals?: Proposals;
  /** Sets of images to choose from, built from the items; left out where nothing is asked that way. */
  readonly querySets?: QuerySets;
  /** How images are made for its items; left out where they only come from elsewhere. */
  readonly imageGeneration?: ImageGeneration;
  /** What a reader could exploit or a reviewer object to, over all items given. */
  health(items: readonly HealthItem[]): readonly HealthFinding[];
}

/** An image that is part of another. */
export interface ComposedImage {
  /** External id. */
  readonly item: string;
  readonly image: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly warnings?: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Something wrong, with the field it is wrong in (a dotted path; null: the whole item). */
export interface Problem {
  readonly field: string | null;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** It keeps the item out and is just what was decided ("has to be fixed"): nothing of the answer is left open. */
  readonly isDecided?: true;
  /** Nobody has answered yet, which is so of every item that has just come in: an import does not warn of it. */
  readonly isUnanswered?: true;
}

export interface ParsedItem {
  readonly externalId: string;
  readonly payload: JsonObject;
  /** The images the item refers to, by their paths relative to the data folder. */
  readonly images: readonly {
    readonly role: string;
    readonly name: string;
    /** What the item says of the rights in it; left out where it says nothing. */
    readonly rights?: ImageRights;
    /** What its source says of it that is carried. */
    readonly foreign?: ForeignImage;
  }[];
  /** The split that its source puts it in, where the payload does not say it. */
  readonly split?: string;
  /** The boxes that it comes with, in pixels of their images; left out where the format has none in it. */
  readonly boxes?: readonly ParsedBox[];
}

/** A box of an item's own source. */
export interface ParsedBox extends Box {
  /** What the region's `label` holds. */
  readonly label: string;
  /** Which of the item's images it is on. */
  readonly position: number;
}

/** Who may do what with an image, as far as that is known. */
export interface ImageRights {
  readonly licence: string | null;
  /** Whom to name. */
  readonly attribution: string | null;
  /** Whether it may be handed on. */
  readonly redistributable: boolean | null;
  /** Where it was published. */
  readonly url: string | null;
}

export interface ItemSummary {
  /** A line that tells the item from others. */
  readonly title: string;
  /** The class as the benchmark calls it, null while undecided. */
  readonly label: string | null;
  readonly facets: Readonly<Record<string, string>>;
}

/** How raters' values of a field are compared. */
export type Comparison =
  | {
      readonly level: 'nominal';
      /** What raters choose from, where the field says so: figures that depend on the number of categories need it. */
      readonly offered?: readonly OfferedValue[];
    }
  | { readonly level: 'ordinal'; readonly order: readonly Json[] }
  | { readonly level: 'interval'; readonly range?: readonly [least: number, most: number] }
  | { readonly level: 'set' }
  | { readonly level: 'boxes' }
  | { readonly level: 'text' };

/** A value that a field offers, under the name that it has where people choose it. */
export interface OfferedValue {
  readonly value: Json;
  readonly name: string;
}

export interface TaskField {
  readonly name: string;
  readonly title: string;
  readonly comparison: Comparison;
}

/** A part of a task that can be assigned by itself: some of its answer is asked for, the rest is given or left out. */
export interface TaskPart {
  readonly id: string;
  readonly title: string;
  /** What raters are asked and what they are given, in a sentence for the person who assigns. */
  readonly description: string;
  /** The parts of the answer that are asked for (see `parts.ts`). */
  asked(vocabulary: JsonObject): readonly string[];
  /** What raters see of the payload beside its stimulus: nothing that tells the answer to what is asked. */
  given(payload: JsonObject): JsonObject;
  /** What is given as people read it, for anybody who decides between the raters; left out where nothing is. */
  texts?(payload: JsonObject): readonly { readonly title: string; readonly text: string }[];
  /** What raters start from beside the blank answer; left out where that is enough. */
  readonly start?: JsonObject;
  /** What an item lacks that would have to be given ("a claim question"); null where it has everything. */
  lacks(payload: JsonObject): string | null;
  /** Whether it is what agreement between raters of imported items is usually about. */
  readonly isUsual?: true;
}

/** A piece of work on an item: a form, and boxes where {@link regionLabels} offers labels. */
export interface Task {
  readonly id: string;
  readonly title: string;
  /** Parts of it that can be assigned by themselves; left out where it is only answered as a whole. */
  readonly parts?: readonly TaskPart[];
  fields(vocabulary: JsonObject): readonly TaskField[];
  /** The key under which an item's payload has all answers together; left out where each has a key of its own. */
  readonly answersUnder?: string;
  /** The field that the task is about, whose agreement is looked at first; left out: the first that can be compared. */
  readonly mainField?: string;
  /** The answer a person starts from: what the item's payload holds already. */
  initialAnswer(payload: JsonObject): JsonObject;
  /** Checks the shape of an answer (a draft may be incomplete); the message names the field. */
  parseAnswer(answer: JsonObject, vocabulary: JsonObject): Parsed<JsonObject>;
  /**
   * The payload with the answer written into it; what the answer does not change stays to the letter.
   * @param asked the parts of the answer that count: what belongs to others stays as the payload has it; null or left out:
   *   all of them
   */
  applyAnswer(payload: JsonObject, answer: JsonObject, asked?: AskedParts): JsonObject;
  /** The fields that change with an image that was just cropped or redacted: what asked for it is done. */
  afterDerivation?(answer: JsonObject, operation: 'crop' | 'redact'): JsonObject;
  /**
   * The field, true or false, by which somebody signs off the images as they are: it says nothing of any others. Left out
   * where images are not signed off.
   */
  readonly signOff?: string;
  /** Whether the answer takes the item out of the benchmark. */
  discards(answer: JsonObject): boolean;
  /** Whether the answer asks for the item to be mended first; left out where no answer can. */
  sendsBack?(answer: JsonObject): boolean;
  /** The labels that boxes can carry, given the answer as it stands. */
  regionLabels(answer: JsonObject, vocabulary: JsonObject): readonly RegionLabel[];
  /**
   * Whether a label stands for one box: its digit then goes to the box that has it, instead of giving it to another.
   * Left out where several boxes can share one.
   */
  readonly oneBoxEach?: true;
  /** The label for a box that comes from elsewhere under a category name, null where there is none. */
  labelForCategory(
    answer: JsonObject,
    vocabulary: JsonObject,
    category: string,
    attributes: JsonObject,
  ): string | null;
  /** Why there is none, in a sentence that names the category; left out: no label is called so. */
  whyNoLabel?(answer: JsonObject, category: string): string;
  /**
   * An answer of a rater elsewhere who drew boxes, with the labels that they can have; left out where labels do not follow
   * from the answer.
   */
  withLabelsForBoxes?(answer: JsonObject): JsonObject;
  /**
   * The payload with the boxes that hold, as it is handed out; what they do not change stays to the letter. Left out
   * where boxes are no part of a payload.
   */
  withRegions?(payload: JsonObject, subject: Pick<CheckSubject, 'regions' | 'images'>): JsonObject;
  /** What is noted of a box that comes from a file of boxes; left out where that is what the file says. */
  incomingAttributes?(box: Box, attributes: JsonObject, format: string): JsonObject;
  /**
   * The boxes that hold on further images without being drawn there, as those of these images. Left out where a box holds
   * only on the image that it is drawn on.
   */
  carriedRegions?(
    subject: Pick<CheckSubject, 'answer' | 'regions'> & { readonly images: readonly ImageRecord[] },
  ): readonly RegionRecord[];
  /**
   * The vocabulary with labels for categories that boxes from elsewhere come with, where a casebook's label set is
   * open to that; left out where the labels follow from the answer.
   * @param isUnused whether nobody has drawn a box yet: then the labels that a new casebook begins with give way
   */
  vocabularyWith?(vocabulary: JsonObject, categories: readonly string[], isUnused: boolean): JsonObject;
  /**
   * The vocabulary with fields for what raters elsewhere answered, and with the values that its own fields lack, where
   * a casebook's fields are open to that; left out where a benchmark sets its fields itself.
   */
  vocabularyWithFields?(vocabulary: JsonObject, fields: readonly RatedField[]): JsonObject;
  /**
   * What another answer has to gain for boxes of one answer to mean the same in it: the fields that change, and the
   * boxes with the labels that they carry there. Left out where labels mean the same in every answer.
   */
  includeRegions?(into: JsonObject, from: JsonObject, regions: readonly RegionRecord[]): IncludedRegions;
  /**
   * An answer put together from raters' and from what the item itself holds (`base`), where raters of a part say less of
   * their boxes than the whole answer does. Left out where labels mean the same in every part.
   */
  completed?(
    base: JsonObject,
    answer: JsonObject,
    regions: readonly RegionRecord[],
    vocabulary: JsonObject,
  ): IncludedRegions;
  /** Whether a field is asked, given the rest of the answer; left out where every field always is. */
  isAsked?(answer: JsonObject, field: string, vocabulary: JsonObject): boolean;
  /**
   * What becomes of a draft as it is submitted: what it holds of fields that are not asked goes. Left out where every field
   * always is.
   */
  submitted?(answer: JsonObject, regions: readonly RegionRecord[], vocabulary: JsonObject): IncludedRegions;
  /** The rules of the benchmark, on an answer with its boxes and images. */
  check(subject: CheckSubject): readonly Problem[];
}

/** A field that ratings from elsewhere come with. */
export interface RatedField {
  readonly name: string;
  readonly level: RatedLevel;
  /** The values to choose from, an ordinal field's in their order; none for numbers and texts. */
  readonly values: readonly string[];
}
export type RatedLevel = Exclude<Comparison['level'], 'boxes'>;

export interface IncludedRegions {
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
}

export interface RegionLabel {
  /** What a region's `label` holds. */
  readonly id: string;
  readonly name: string;
  /** The category under which exports and agreement count the box; several labels can share one. */
  readonly category: string;
  /** What exports say of the box beside its category. */
  readonly attributes: JsonObject;
}

export interface CheckSubject {
  /** What the item holds: it says what is asked of it. */
  readonly payload: JsonObject;
  readonly answer: JsonObject;
  readonly vocabulary: JsonObject;
  readonly regions: readonly RegionRecord[];
  readonly images: readonly CheckImage[];
  /** Set where the images were changed after they had been signed off. */
  readonly isChangedSinceSignOff?: boolean;
}

/** An item's image; width and height in pixels, null where the file is missing. */
export interface CheckImage extends ImageRecord {
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** An item as the health report reads it. */
export interface HealthItem {
  readonly id: string;
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
  readonly regionLabels: readonly RegionLabel[];
  readonly images: readonly (CheckImage & SeenImage)[];
}

export interface HealthFinding {
  /** Stable name of the kind of finding, for scripts. */
  readonly kind: string;
  readonly severity: 'serious' | 'notable' | 'note';
  readonly title: string;
  /** What it means and what to do, in a sentence or two, figures included. */
  readonly explanation: string;
  /** The items behind it, in groups where they belong together (duplicates of one another). */
  readonly groups: readonly { readonly label: string; readonly items: readonly string[] }[];
  /** Figures behind it: a table of counts, a statistic with its p value. */
  readonly table?: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (string | number)[])[];
  };
  readonly statistic?: {
    readonly test: string;
    /** The test's statistic, null for tests that have none but p itself. */
    readonly value: number | null;
    readonly p: number;
    /** How strong the effect is, by the named measure: p alone says only whether there is one. */
    readonly effect?: { readonly name: string; readonly value: number };
  };
}

import type { SeenImage } from '../domain/alikeImages.ts';
import type { RegionRecord } from '../domain/document.ts';
import type { Box } from '../base/geometry.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { ForeignImage } from '../foreign/foreignPart.ts';
import type { Addition } from './additions.ts';
import type { Baseline } from './baseline.ts';
import type { ImageGeneration } from './imageGeneration.ts';
import type { JudgingScheme } from './judging.ts';
import type { Metrics } from './metrics.ts';
import type { ParseResult } from './problems.ts';
import type { Proposals } from './proposals.ts';
import type { QuerySets } from './querySets.ts';
import type { CheckImage, RegionLabel, Task } from './task.ts';
import type { Validation } from './validation.ts';

/** A sample casebook, for the person who chooses among them. */
export interface BenchmarkSample {
  /** The casebook's title. */
  readonly title: string;
  /** Its folder's name among other casebooks, without the ending. */
  readonly folder: string;
  /** What is in it, in a few words. */
  readonly about: string;
}

/**
 * What a benchmark is to Casebook. A new benchmark is one folder that exports one of these; nothing else
 * in the layers knows any benchmark by name.
 */
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
    parse(value: Json): ParseResult<JsonObject>;
  };
  /** Reads one item of the benchmark's own format; unknown keys are kept. */
  parseItem(value: Json): ParseResult<ParsedItem>;
  /**
   * The items that one element of a source stands for, where generators wrap several with what they share; null where
   * the element is one item. Left out where that does not occur.
   */
  unwrap?(value: Json): readonly Json[] | null;
  /**
   * The role of each image of an item (`image`, or `candidate` while it is not the chosen one), by position, where it
   * follows from the payload and so changes with an answer; images that are not named keep theirs. Left out if images
   * are not chosen from.
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
  readonly judging?: JudgingScheme;
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
   * there: it is redistributed only where they all may be. Left out where none is put together.
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
  /** Whether it may be redistributed. */
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

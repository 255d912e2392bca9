import type { Box } from '../base/geometry.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { ImageRecord, RegionRecord } from '../domain/document.ts';
import type { AskedParts } from './parts.ts';
import type { ParseResult, Problem } from './problems.ts';

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
  /** The answer in readable form, for adjudicators; left out if there is none. */
  texts?(payload: JsonObject): readonly { readonly title: string; readonly text: string }[];
  /** What raters start from beside the blank answer; left out where that is enough. */
  readonly start?: JsonObject;
  /** What an item lacks that would have to be given ("a claim question"); null where it has everything. */
  lacks(payload: JsonObject): string | null;
  /** Whether it is what agreement between raters of imported items is usually about. */
  readonly isUsual?: true;
}

/**
 * A piece of work on an item: a form, and what its groups add. A task without boxes, parts, images to sign off and
 * conditions between its fields leaves these groups out.
 */
export interface Task {
  readonly id: string;
  readonly title: string;
  fields(vocabulary: JsonObject): readonly TaskField[];
  /** The field that the task is about, whose agreement is looked at first; left out: the first that can be compared. */
  readonly mainField?: string;
  /** The answer a person starts from: what the item's payload holds already. */
  initialAnswer(payload: JsonObject): JsonObject;
  /** Checks the shape of an answer (a draft may be incomplete); the message names the field. */
  parseAnswer(answer: JsonObject, vocabulary: JsonObject): ParseResult<JsonObject>;
  /**
   * The payload with the answer written into it; what the answer does not change stays to the letter.
   * @param asked the parts of the answer that count: what belongs to others stays as the payload has it; null or left out:
   *   all of them
   */
  applyAnswer(payload: JsonObject, answer: JsonObject, asked?: AskedParts): JsonObject;
  /** The key under which an item's payload has all answers together; left out where each has a key of its own. */
  readonly answersUnder?: string;
  /** The rules of the benchmark, on an answer with its boxes and images. */
  check(subject: CheckSubject): readonly Problem[];
  /** Parts of it that can be assigned by themselves; left out where it is only answered as a whole. */
  readonly parts?: readonly TaskPart[];
  /** Which answers reject an item or send it back; left out where none does. */
  readonly triage?: ItemTriage;
  /** Boxes on the images; left out where nothing is drawn. */
  readonly boxes?: BoxTask;
  /** How images are signed off; left out where they are not. */
  readonly images?: ImageSignOff;
  /** Fields that are asked only after some answers; left out where every field always is. */
  readonly conditions?: FieldConditions;
  /** What files from elsewhere may add to a casebook's vocabulary; left out where the benchmark sets it itself. */
  readonly openVocabulary?: OpenVocabulary;
}

/** What an answer makes of its item. */
export interface ItemTriage {
  /** Whether the answer takes the item out of the benchmark. */
  discards(answer: JsonObject): boolean;
  /** Whether the answer asks for the item to be mended first; left out where no answer can. */
  sendsBack?(answer: JsonObject): boolean;
}

/** The boxes of a task; the field that holds them is one of {@link Task.fields}. */
export interface BoxTask {
  /** The labels that boxes can carry, given the answer as it stands. */
  labels(answer: JsonObject, vocabulary: JsonObject): readonly RegionLabel[];
  /**
   * Whether a label stands for one box: its digit then goes to the box that has it, instead of giving it to another.
   * Left out where several boxes can share one.
   */
  readonly oneEach?: true;
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
   * The payload with the current boxes, as it is exported; what they do not change stays to the letter. Left out
   * where boxes are no part of a payload.
   */
  applyBoxes?(payload: JsonObject, subject: Pick<CheckSubject, 'regions' | 'images'>): JsonObject;
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
   * What another answer has to gain for boxes of one answer to mean the same in it: the fields that change, and the
   * boxes with the labels that they carry there. Left out where labels mean the same in every answer.
   */
  includeRegions?(into: JsonObject, from: JsonObject, regions: readonly RegionRecord[]): AnswerWithRegions;
  /**
   * An answer put together from raters' and from what the item itself holds (`base`), where raters of a part say less of
   * their boxes than the whole answer does. Left out where labels mean the same in every part.
   */
  completeAnswer?(base: JsonObject, answer: JsonObject, regions: readonly RegionRecord[]): AnswerWithRegions;
}

/** The sign-off of an item's images. */
export interface ImageSignOff {
  /** The field, true or false, by which somebody signs off the images as they are: it says nothing of any others. */
  readonly signOff: string;
  /** The fields that change with an image that was just cropped or redacted: what asked for it is done. */
  afterDerivation?(answer: JsonObject, operation: 'crop' | 'redact'): JsonObject;
}

/** Which fields are asked, given the rest of the answer. */
export interface FieldConditions {
  isAsked(answer: JsonObject, field: string, vocabulary: JsonObject): boolean;
  /** An answer without what it holds of fields that are not asked; the same objects where nothing goes. */
  withoutUnasked(
    answer: JsonObject,
    regions: readonly RegionRecord[],
    vocabulary: JsonObject,
  ): AnswerWithRegions;
}

/** What a casebook's vocabulary gains from files. */
export interface OpenVocabulary {
  /**
   * The vocabulary with labels for categories that boxes from elsewhere come with.
   * @param isUnused whether nobody has drawn a box yet: then the labels that a new casebook begins with give way
   */
  withLabels(vocabulary: JsonObject, categories: readonly string[], isUnused: boolean): JsonObject;
  /**
   * The vocabulary with fields for what raters elsewhere answered, and with the values that its own fields lack.
   */
  withFields(vocabulary: JsonObject, fields: readonly RatedField[]): JsonObject;
}

/** A field that ratings from elsewhere come with. */
export interface RatedField {
  readonly name: string;
  readonly level: RatedLevel;
  /** The values to choose from, an ordinal field's in their order; none for numbers and texts. */
  readonly values: readonly string[];
}
export type RatedLevel = Exclude<Comparison['level'], 'boxes'>;

/** An answer with its boxes. */
export interface AnswerWithRegions {
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

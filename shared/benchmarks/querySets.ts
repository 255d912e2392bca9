import type { Box } from '../base/geometry.ts';
import type { Json, JsonObject } from '../base/json.ts';

/**
 * Sets of images that people and models are asked to choose from, built from a casebook's items, and the figures of
 * answers to them.
 */
export interface QuerySets {
  readonly kinds: readonly {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    /** Asks for boxes: nothing is built about an item that has none. */
    readonly needsBoxes?: true;
  }[];
  /** Builds sets: the same for the same items, whatever their order, and the same request. */
  build(items: readonly QueryItem[], request: QueryRequest): BuiltQuerySets;
  /** A line that {@link build} gave, with the names of its images, in the order of {@link BuiltQuerySet.images}, replaced. */
  withImageNames(line: JsonObject, names: readonly string[]): JsonObject;
  /** The figures of one respondent's answers, one element of a file each; `sets` are lines that {@link build} gave. */
  score(
    items: readonly QueryItem[],
    sets: readonly SourceValue[],
    answers: readonly SourceValue[],
  ): QueryScores;
}

/** An item as query sets are built from it. */
export interface QueryItem {
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly images: readonly {
    readonly position: number;
    /** Null where the image is missing, as for the two below. */
    readonly imageId: string | null;
    readonly sha256: string | null;
    readonly perceptualHash: string | null;
  }[];
  /** The boxes that hold. */
  readonly regions: readonly (Box & { readonly imageId: string; readonly label: string })[];
}

export interface QueryRequest {
  readonly kind: string;
  /** How many items are asked about. */
  readonly count: number;
  /** A whole number from 0 to 2^32 - 1. */
  readonly seed: number;
  /** How far items lie from one another; null where that follows from their images. */
  readonly distances: readonly ItemDistance[] | null;
}

/** How far two items lie from each other, both ways; the less, the more alike. */
export interface ItemDistance {
  readonly first: string;
  readonly second: string;
  readonly distance: number;
}

export interface BuiltQuerySets {
  readonly sets: readonly BuiltQuerySet[];
  /** What could not be built, by item where it is about one, and why. */
  readonly leftOut: readonly { readonly item: string | null; readonly reason: string }[];
  /** How the sets came about: seed, rule, sources. */
  readonly record: JsonObject;
}

export interface BuiltQuerySet {
  /** The set as it is written, one a line. */
  readonly line: JsonObject;
  /** The images of the set as an item, by position; null: the collage. */
  readonly images: readonly (QueryImage | null)[];
  /** The picture that it is asked with, null where single images are. */
  readonly collage: Collage | null;
}

/** Images of items in rows and columns, as one picture. */
export interface Collage {
  /** Where it is written, relative to the file of sets. */
  readonly path: string;
  readonly rows: readonly (readonly QueryImage[])[];
}

export interface QueryImage {
  readonly item: string;
  readonly position: number;
}

/** One element of a file, with the place it came from, in words. */
export interface SourceValue {
  readonly where: string;
  readonly value: Json;
}

export interface QueryScores {
  readonly figures: readonly QueryFigure[];
  /** Lines that could not be counted, or not as what they were meant, and why. */
  readonly problems: readonly { readonly where: string; readonly reason: string }[];
  /** What a reader of the figures has to know, in sentences. */
  readonly notes: readonly string[];
}

export interface QueryFigure {
  readonly task: string;
  readonly domain: string;
  readonly metric: string;
  /** What of the task it is about (a family, a cell, an attribute), null for all of it. */
  readonly of: string | null;
  readonly value: number | null;
  /** Why there is none, in words. */
  readonly undefined: string | null;
  /** How many answers (or boxes) it rests on. */
  readonly n: number;
}

import { z } from 'zod';
import { isJsonObject } from '../../base/json.ts';
import { type Pair, pairsIn, plainLabel } from './imagePairs.ts';
import { placeOf, shownOptions } from './options.ts';

/**
 * Matching (MI-Match.): which description belongs to which image. An item has either `descriptions` (a list, labelled
 * a, b, c …, or texts by label) with the gold `matching` ({"Image-1": "b", "Image-2": ["a", "c"]}), or options that
 * each spell a whole assignment ("Image-1: b; Image-2: a"). A description belongs to one image; an image can have
 * several.
 */
export interface OptionMatching {
  readonly descriptions: readonly Description[];
  /** How many images there are. */
  readonly images: number;
  /** Where every option spells an assignment: theirs, in their order. */
  readonly options: readonly Assignment[] | null;
}

export interface Description {
  readonly label: string;
  readonly text: string;
}

/** By the label of each description, the number of its image, from 1. */
export type Assignment = ReadonlyMap<string, number>;

/** What says that an image has no description. */
const NOTHING = /^(?:none|nothing|no)$/u;

/** A text that names one image. */
const IMAGE = /^\s*(?:images?[\s_-]*)?(\d+)\s*$/iu;

/** `descriptions` of an item. */
export const Descriptions = z.union(
  [
    z.array(z.string().regex(/\S/u, 'is empty')).min(2, 'holds fewer than two').max(26, 'holds more than 26'),
    z
      .record(z.string().regex(/\S/u, 'is empty'), z.string().regex(/\S/u, 'is empty'))
      .refine((texts) => Object.keys(texts).length >= 2, 'holds fewer than two'),
  ],
  'is neither a list of texts nor texts by their labels',
);
export type Descriptions = z.infer<typeof Descriptions>;

/** `matching` of an item: by image, the label of its description, or several. */
export const GoldMatching = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .superRefine((matching, context) => {
    for (const name of Object.keys(matching))
      if (!IMAGE.test(name))
        context.addIssue({ code: 'custom', path: [name], message: 'names no image (Image-1)' });
  });
export type GoldMatching = z.infer<typeof GoldMatching>;

/** What an item needs to have for its matching to be told. */
export interface MatchingSource {
  readonly question?: string | undefined;
  readonly options?: readonly string[] | undefined;
  readonly answer?: string | undefined;
  readonly descriptions?: Descriptions | null | undefined;
  readonly matching?: GoldMatching | null | undefined;
}

/** What is to be matched, null where an item is a choice among five. */
export function matchingOf(source: MatchingSource, images: number): OptionMatching | null {
  const spelled = shownOptions(source.options ?? []).map((option) => pairsIn(option));
  const given = describedIn(source.descriptions ?? null);
  const descriptions = given ?? derived(source.question ?? '', spelled);
  if (descriptions === null) return null;
  const read = spelled.map((pairs) => (pairs === null ? null : assigned(pairs, descriptions)));
  const options = read.every((option) => option !== null) && read.length > 0 ? read : null;
  if (options === null && (source.matching ?? null) === null) return null;
  const named = (options ?? []).flatMap((option) => [...option.values()]);
  const count = Math.max(images, ...named, ...Object.keys(source.matching ?? {}).map(imageNumber));
  return count < 2 ? null : { descriptions, images: count, options };
}

/** The right assignment: the gold option's where options spell theirs, else `matching`; null where neither says it. */
export function goldOf(source: MatchingSource, matching: OptionMatching): Assignment | null {
  if (matching.options !== null) {
    const place = placeOf(source.answer ?? '', source.options ?? []);
    return place === null ? null : (matching.options[place] ?? null);
  }
  return source.matching === undefined || source.matching === null
    ? null
    : assigned(pairsOf(source.matching), matching.descriptions);
}

/** Why `matching` cannot stand beside the rest of an item, in words; null where it can. */
export function whyNotMatching(source: MatchingSource, images: number): string | null {
  if (source.matching === undefined || source.matching === null) return null;
  const descriptions = describedIn(source.descriptions ?? null);
  if (descriptions === null) return 'says what belongs to which image, but there are no "descriptions"';
  const pairs = pairsOf(source.matching);
  const beyond = pairs.find(([image]) => image < 1 || image > images);
  if (beyond !== undefined)
    return `names Image-${String(beyond[0])}, and the item has ${String(images)} ${images === 1 ? 'image' : 'images'}`;
  const gold = assigned(pairs, descriptions);
  if (gold === null) return 'does not assign every description to one image by its label';
  const matching = matchingOf(source, images);
  const spelled = matching?.options === null || matching === null ? null : goldOf(source, matching);
  return spelled === null || sameAssignment(spelled, gold) ? null : 'differs from the gold option';
}

/**
 * What `matching` becomes once options or gold are mended: what the gold option now says, or nothing where it says
 * nothing and is another one. Null where it is unchanged.
 */
export function repairMatching(
  source: MatchingSource,
  images: number,
  isOtherGold: boolean,
): { readonly matching: GoldMatching | undefined } | null {
  if ((source.matching ?? null) === null) return null;
  const { matching: _, ...rest } = source;
  const matching = matchingOf(rest, images);
  const gold = matching === null ? null : goldOf(rest, matching);
  if (gold === null && !isOtherGold) return null;
  if (gold !== null && whyNotMatching(source, images) === null) return null;
  if (gold === null) return { matching: undefined };
  const byImage = Map.groupBy(gold, ([, image]) => `Image-${String(image)}`);
  return {
    matching: Object.fromEntries(
      [...byImage].map(([name, pairs]) => {
        const labels = pairs.map(([label]) => label);
        const [only, another] = labels;
        return [name, only !== undefined && another === undefined ? only : labels];
      }),
    ),
  };
}

/** An assignment in words: "Image-1: b; Image-2: a, c". */
export function assignmentInWords(assignment: Assignment): string {
  const images = [...new Set(assignment.values())].sort((a, b) => a - b);
  return images
    .map((image) => {
      const labels = [...assignment].flatMap(([label, at]) => (at === image ? [label] : []));
      return `Image-${String(image)}: ${labels.join(', ')}`;
    })
    .join('; ');
}

/** The whole assignment that a text says ("Image-1: b, Image-2: a", or JSON), null where it says none. Never guessed. */
export function parseAssignment(text: string, { descriptions }: OptionMatching): Assignment | null {
  const begun = /^[^]*?\b(?:answer|matching|assignment)\b[^:]*:/iu;
  const candidates = [text, text.replace(begun, ''), text.replace(/^\s*\(?[A-E][).:]\s+/iu, '')];
  for (const candidate of candidates) {
    // One image can have every description, and others none.
    const pairs = pairsIn(candidate, 1)?.filter(([, what]) => !NOTHING.test(plainLabel(what))) ?? null;
    const said = pairs === null ? null : assigned(pairs, descriptions);
    if (said !== null) return said;
  }
  return null;
}

/**
 * The assignment that pairs are, be they of a label and its image ("b": "1") or of an image and its label ("Image-1":
 * "b"); it may be unfinished. Null where one names anything else.
 */
export function assignmentOfPairs(
  pairs: Readonly<Record<string, string>>,
  { descriptions, images }: OptionMatching,
): Assignment | null {
  const assignment = new Map<string, number>();
  for (const [key, value] of Object.entries(pairs)) {
    const byLabel = labelsIn(key, descriptions);
    const labels = byLabel ?? labelsIn(value, descriptions);
    const image = IMAGE.exec(byLabel === null ? key : value)?.[1];
    if (labels === null || image === undefined || Number(image) < 1 || Number(image) > images) return null;
    for (const label of labels) {
      if (assignment.has(label)) return null;
      assignment.set(label, Number(image));
    }
  }
  return assignment;
}

/** The share of descriptions that are given to their image. */
export function shareRight(said: Assignment, gold: Assignment): number {
  const right = [...gold].filter(([label, image]) => said.get(label) === image).length;
  return gold.size === 0 ? 0 : right / gold.size;
}

export const sameAssignment = (a: Assignment, b: Assignment): boolean =>
  a.size === b.size && shareRight(a, b) === 1;

/** Null unless each description is given to one image, and nothing else to any. */
function assigned(pairs: readonly Pair[], descriptions: readonly Description[]): Assignment | null {
  const assignment = new Map<string, number>();
  for (const [image, what] of pairs) {
    const labels = labelsIn(what, descriptions);
    if (labels === null) return null;
    for (const label of labels) {
      if (assignment.has(label)) return null;
      assignment.set(label, image);
    }
  }
  return assignment.size === descriptions.length ? inOrder(assignment, descriptions) : null;
}

const inOrder = (assignment: Assignment, descriptions: readonly Description[]): Assignment =>
  new Map(descriptions.map(({ label }) => [label, assignment.get(label) ?? 0]));

/** The labels of the descriptions that are named, by label or text, one or several; null where anything else is. */
function labelsIn(what: string, descriptions: readonly Description[]): readonly string[] | null {
  const labelOf = (part: string): string | undefined =>
    descriptions.find(
      ({ label, text }) => plainLabel(label) === plainLabel(part) || plainLabel(text) === plainLabel(part),
    )?.label;
  const whole = labelOf(what);
  if (whole !== undefined) return [whole];
  const labels = what.split(/\s*(?:[,&+/]|\band\b)\s*/iu).map(labelOf);
  return labels.every((label) => label !== undefined) ? labels : null;
}

function describedIn(descriptions: Descriptions | null): readonly Description[] | null {
  if (descriptions === null) return null;
  if (isJsonObject(descriptions))
    return Object.entries(descriptions).map(([label, text]) => ({ label: label.trim(), text: text.trim() }));
  return z
    .array(z.string())
    .parse(descriptions)
    .map((text, place) => ({
      label: String.fromCodePoint(97 + place),
      text: text
        .trim()
        .replace(new RegExp(String.raw`^\(?${String.fromCodePoint(97 + place)}[).:]\s+`, 'iu'), ''),
    }));
}

/** What is a label rather than a description. */
const LABEL = /^[a-z\d]{1,2}$/u;

/**
 * The descriptions that the options share, if each option gives the same ones to the same images, each once. Labels
 * ("b") get their texts from the question; texts get labels in alphabetic order, which reveals nothing.
 */
function derived(
  question: string,
  options: readonly (readonly Pair[] | null)[],
): readonly Description[] | null {
  const sets = options.map((pairs) => {
    if (pairs === null) return null;
    const names = pairs.map(([, what]) => plainLabel(what)).sort();
    const images = pairs.map(([image]) => image).sort((a, b) => a - b);
    return new Set(images).size < images.length || new Set(names).size < names.length
      ? null
      : JSON.stringify([names, images]);
  });
  const [first] = sets;
  const [pairs] = options;
  if (first === undefined || first === null || pairs === undefined || pairs === null) return null;
  if (sets.some((each) => each !== first)) return null;
  const texts = pairs.map(([, what]) => what).sort((a, b) => (plainLabel(a) < plainLabel(b) ? -1 : 1));
  if (!texts.every((text) => LABEL.test(plainLabel(text))))
    return texts.map((text, place) => ({ label: String.fromCodePoint(97 + place), text }));
  return texts.map((text) => {
    const label = plainLabel(text);
    return { label, text: listedAs(label, question) ?? `Description ${label}` };
  });
}

/** What a question lists under a label: "(b) a long bill", to the end of the line or the next label. */
function listedAs(label: string, question: string): string | null {
  const begin = String.raw`(?:^|[\s;,])\(?${label}[).:]\s+`;
  const found = new RegExp(
    String.raw`${begin}([^\n]+?)(?=\s*(?:$|\n|[;,.]?\s+\(?(?:[a-z]|\d)[).:]\s))`,
    'imu',
  ).exec(question);
  const text = found?.[1]?.replace(/[;,]$/u, '').trim() ?? '';
  return text === '' ? null : text;
}

function pairsOf(matching: GoldMatching): readonly Pair[] {
  return Object.entries(matching).flatMap(([image, labels]) =>
    (typeof labels === 'string' ? [labels] : labels).map((label): Pair => [imageNumber(image), label]),
  );
}

const imageNumber = (image: string): number => Number(/\d+/u.exec(image)?.[0] ?? 0);

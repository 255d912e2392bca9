import type { RegionRecord } from '../../domain/document.ts';
import type { CheckImage, CheckSubject } from '../task.ts';
import { missingImage } from '../missing.ts';
import { brokenRule, doubt, markUnanswered, type Problem } from '../problems.ts';
import { attributeName, counterpart, sideOf } from './labels.ts';
import { proposalOf } from './proposals.ts';
import { ObservatoryAnswer, ObservatoryVocabulary, type SideConvention } from './schema.ts';

/** The attributes that an original must have boxes for, in the order of the label set; none of a question. */
export function expectedAttributes(
  answer: Pick<ObservatoryAnswer, 'domain' | 'query'>,
  vocabulary: ObservatoryVocabulary,
): readonly string[] {
  if (answer.query === true) return [];
  return vocabulary.attributes[answer.domain];
}

/** The rules of the benchmark, on a well-formed answer: each message names its field. A question breaks none. */
export function checkRules({
  answer: raw,
  vocabulary: words,
  regions,
  images,
}: CheckSubject): readonly Problem[] {
  const answer = ObservatoryAnswer.parse(raw);
  if (answer.query === true) return [];
  const vocabulary = ObservatoryVocabulary.parse(words);
  const attributes = expectedAttributes(answer, vocabulary);
  const [original] = images;
  return [
    ...checkImages(images),
    ...checkAttributes(attributes, answer, regions),
    ...checkPlaces(regions, images, original),
    ...checkSides(attributes, regions, vocabulary.side),
    ...checkExceptions(answer, images),
    ...checkProposals(answer, regions),
  ];
}

function checkImages(images: readonly CheckImage[]): readonly Problem[] {
  const [original] = images;
  if (original === undefined) return [brokenRule('images', 'The item has no image.')];
  const missing = images.filter(({ size }) => size === null);
  const others = images.filter(
    ({ size }) =>
      size !== null &&
      original.size !== null &&
      (size.width !== original.size.width || size.height !== original.size.height),
  );
  return [
    ...missing.map(({ name }) => brokenRule('images', missingImage(name))),
    ...others.map(({ name }) =>
      brokenRule(
        'images',
        `${name} differs in size from the original, so the original’s boxes cannot fit it.`,
      ),
    ),
  ];
}

function checkAttributes(
  attributes: readonly string[],
  { notVisible }: ObservatoryAnswer,
  regions: readonly RegionRecord[],
): readonly Problem[] {
  const known = new Set(attributes);
  const isUntouched = regions.length === 0 && notVisible.length === 0;
  return [
    ...attributes.flatMap((attribute) => {
      const boxes = regions.filter(({ label }) => label === attribute).length;
      const name = attributeName(attribute);
      const isHidden = notVisible.includes(attribute);
      if (boxes === 0 && !isHidden) {
        const missing = brokenRule('boxes', `${name} has no box: draw it, or mark it as not visible.`);
        return [isUntouched ? markUnanswered(missing) : missing];
      }
      if (boxes > 1) return [brokenRule('boxes', `${name} has ${String(boxes)} boxes: keep one.`)];
      if (boxes === 1 && isHidden)
        return [brokenRule('notVisible', `${name} is marked as not visible but has a box.`)];
      return [];
    }),
    ...[...new Set(regions.map(({ label }) => label))]
      .filter((label) => !known.has(label))
      .map((label) => doubt('boxes', `“${label}” is none of the attributes of this domain.`)),
    ...notVisible
      .filter((attribute) => !known.has(attribute))
      .map((attribute) => doubt('notVisible', `“${attribute}” is none of the attributes of this domain.`)),
  ];
}

function checkPlaces(
  regions: readonly RegionRecord[],
  images: readonly CheckImage[],
  original: CheckImage | undefined,
): readonly Problem[] {
  const places = new Map(images.map((image) => [image.imageId, image]));
  return regions.flatMap((region) => {
    const name = attributeName(region.label);
    const image = places.get(region.imageId);
    if (image === undefined || image.position !== original?.position)
      return [
        brokenRule('boxes', `${name} has its box on a variant: delete that box and draw it on the original.`),
      ];
    const { size } = image;
    if (size === null) return [];
    const outside =
      region.x < 0 ||
      region.y < 0 ||
      region.x + region.width > size.width ||
      region.y + region.height > size.height;
    return outside ? [brokenRule('boxes', `The box of ${name.toLowerCase()} reaches beyond the image.`)] : [];
  });
}

/** Left and right by the middles of their boxes. */
function checkSides(
  attributes: readonly string[],
  regions: readonly RegionRecord[],
  side: SideConvention,
): readonly Problem[] {
  const middleOf = (label: string | null): number | null => {
    const region = regions.find((each) => each.label === label);
    return region === undefined ? null : region.x + region.width / 2;
  };
  return attributes.flatMap((attribute) => {
    if (sideOf(attribute) !== 'left') return [];
    const other = counterpart(attribute, attributes);
    const left = middleOf(attribute);
    const right = middleOf(other);
    if (other === null || left === null || right === null) return [];
    const isSwapped = side === 'image' ? left > right : left < right;
    if (!isSwapped) return [];
    const meant = side === 'image' ? 'as seen in the image' : 'of the person';
    return [
      doubt(
        'boxes',
        `${attributeName(attribute)} and ${attributeName(other).toLowerCase()} look swapped: left means left ${meant}.`,
      ),
    ];
  });
}

function checkExceptions(
  { exceptions }: ObservatoryAnswer,
  images: readonly CheckImage[],
): readonly Problem[] {
  return Object.entries(exceptions).flatMap(([number, reason]) => {
    if (images.every(({ position }) => String(position) !== number))
      return [
        doubt('exceptions', `There is an exception for variant ${number}, which the item does not have.`),
      ];
    return reason.trim() === ''
      ? [brokenRule('exceptions', `The exception for variant ${number} needs a reason.`)]
      : [];
  });
}

function checkProposals(
  { verified }: ObservatoryAnswer,
  regions: readonly RegionRecord[],
): readonly Problem[] {
  const waiting = verified ? 0 : regions.filter((region) => proposalOf(region) !== null).length;
  if (waiting === 0) return [];
  return [
    doubt(
      'verified',
      waiting === 1
        ? 'One proposed box is not verified yet.'
        : `${String(waiting)} proposed boxes are not verified yet.`,
    ),
  ];
}

import type { CheckImage, CheckSubject } from '../task.ts';
import { missingImage } from '../missing.ts';
import { brokenRule, checkVerdict, doubt, markDecided, markUnanswered, type Problem } from '../problems.ts';
import { domainName } from './domains.ts';
import { isolationHints, pressureHints } from './hints.ts';
import { ArgusAnswer, ArgusVocabulary, CRITERIA, type CriterionName } from './schema.ts';

/** The texts of an item, with what messages call them. */
const TEXTS = [
  { field: 'scenario', title: 'scenario' },
  { field: 'trap', title: 'trap' },
  { field: 'basicQuestion', title: 'basic question' },
  { field: 'deceptiveQuestion', title: 'deceptive question' },
  { field: 'standardAnswer', title: 'standard answer' },
] as const;

/** What the texts are not, where a question about them is answered with no. */
const DENIED: Readonly<Record<CriterionName, string>> = {
  logical: 'logical',
  natural: 'natural',
  isolated: 'isolated from the trap',
  pressure: 'under pressure without a hint',
};

/** The rules of the benchmark, on a well-formed answer: each message names its field. */
export function checkRules({
  answer: raw,
  vocabulary: words,
  regions,
  images,
}: CheckSubject): readonly Problem[] {
  const answer = ArgusAnswer.parse(raw);
  if (answer.verdict === 'reject') {
    return answer.reason.trim() === '' ? [brokenRule('reason', 'A rejected item needs a reason.')] : [];
  }
  const others = [
    ...checkDomain(answer, ArgusVocabulary.parse(words)),
    ...TEXTS.flatMap(({ field, title }) =>
      answer[field].trim() === '' ? [brokenRule(field, `The ${title} is missing.`)] : [],
    ),
    ...pressureHints(answer).map(({ field, message }) => brokenRule(field, message)),
    ...checkCriteria(answer),
    ...isolationHints(answer).map(({ field, message }) => doubt(field, message)),
    ...checkImages(images),
    ...checkChoice(answer, images),
  ];
  return [
    ...checkVerdict(answer),
    // The person who fixes a returned item sees what is wrong with it.
    ...(answer.verdict === 'fix' ? others.map(markDecided) : others),
    ...checkBoxes(answer, images, regions),
  ];
}

function checkDomain({ domain }: ArgusAnswer, { domains }: ArgusVocabulary): readonly Problem[] {
  if (domain === null || domain.trim() === '') return [brokenRule('domain', 'Choose a domain.')];
  return domains.includes(domain) || domains.includes(domainName(domain))
    ? []
    : [doubt('domain', `The domain "${domain}" is not among the casebook's domains.`)];
}

/** Accepting an item whose texts were found wanting contradicts itself. */
function checkCriteria(answer: ArgusAnswer): readonly Problem[] {
  if (answer.verdict !== 'accept') return [];
  return CRITERIA.flatMap((name) =>
    answer[name] === 'no'
      ? [doubt(name, `The verdict is accept, but the texts are not ${DENIED[name]}.`)]
      : [],
  );
}

function checkImages(images: readonly CheckImage[]): readonly Problem[] {
  if (images.length === 0) return [brokenRule('images', 'The item has no image.')];
  return images
    .filter(({ size }) => size === null)
    .map(({ name }) => brokenRule('images', missingImage(name)));
}

/** Whether there is something to choose from. */
const isChoice = (images: readonly CheckImage[]): boolean => images.some(({ role }) => role === 'candidate');

function checkChoice({ image, verdict }: ArgusAnswer, images: readonly CheckImage[]): readonly Problem[] {
  if (!isChoice(images)) return [];
  if (image === null) return [markUnanswered(brokenRule('image', 'No candidate image is chosen yet.'))];
  if (image === 'none') {
    return verdict === 'fix'
      ? [markDecided(brokenRule('image', 'All images are discarded: the item needs other images.'))]
      : [brokenRule('image', 'All images are discarded, so you can only reject the item or send it back.')];
  }
  return image > images.length
    ? [brokenRule('image', `There is no image ${String(image)}: choose one of the ${String(images.length)}.`)]
    : [];
}

function checkBoxes(
  { image }: ArgusAnswer,
  images: readonly CheckImage[],
  regions: CheckSubject['regions'],
): readonly Problem[] {
  const places = new Map(images.map(({ imageId, position }) => [imageId, position + 1]));
  if (isChoice(images)) {
    if (image === null || image === 'none') {
      return regions.length === 0
        ? []
        : [
            brokenRule(
              'trapBoxes',
              'There is a box, but no image is chosen: choose the image, or delete the box.',
            ),
          ];
    }
    const elsewhere = [...new Set(regions.map(({ imageId }) => places.get(imageId)))].filter(
      (place) => place !== image,
    );
    if (elsewhere.length > 0) {
      const where = elsewhere.map((place) =>
        place === undefined ? 'another one' : `image ${String(place)}`,
      );
      return [
        brokenRule(
          'trapBoxes',
          `Image ${String(image)} is chosen, but the trap is boxed on ${where.join(' and ')}: delete that box, or choose that image.`,
        ),
      ];
    }
  }
  return images.length > 0 && regions.length === 0
    ? [markUnanswered(doubt('trapBoxes', 'The trap has no box on the image.'))]
    : [];
}

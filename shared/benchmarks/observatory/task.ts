import type { Task } from '../task.ts';
import { parseBy } from '../problems.ts';
import { answerOfPayload, payloadWithAnswer, withBoxes } from './codec.ts';
import { attributeName, regionLabel } from './labels.ts';
import { withProposal } from './proposals.ts';
import { isQuery } from './queries/queryItem.ts';
import { checkRules, expectedAttributes } from './rules.ts';
import { ObservatoryAnswer, ObservatoryVocabulary } from './schema.ts';

/** Boxes around the attributes of the original, which hold on its variants, too, but for exceptions. */
export const localise: Task = {
  id: 'localise',
  title: 'Localise',
  fields: () => [
    { name: 'boxes', title: 'Attribute boxes', comparison: { level: 'boxes' } },
    { name: 'notVisible', title: 'Not visible', comparison: { level: 'set' } },
    { name: 'exceptions', title: 'Exceptions', comparison: { level: 'text' } },
    { name: 'confirmed', title: 'Variants confirmed', comparison: { level: 'text' } },
    { name: 'verified', title: 'Proposals verified', comparison: { level: 'text' } },
    { name: 'rejected', title: 'Rejected proposals', comparison: { level: 'text' } },
  ],
  initialAnswer: answerOfPayload,
  parseAnswer: (answer) => parseBy(ObservatoryAnswer, answer),
  applyAnswer: payloadWithAnswer,
  boxes: {
    labels(answer, vocabulary) {
      const words = ObservatoryVocabulary.parse(vocabulary);
      return expectedAttributes(ObservatoryAnswer.parse(answer), words).map((attribute) =>
        regionLabel(attribute, words.side),
      );
    },
    oneEach: true,
    labelForCategory(answer, vocabulary, category) {
      const wanted = category
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/gu, '_');
      const attributes = expectedAttributes(
        ObservatoryAnswer.parse(answer),
        ObservatoryVocabulary.parse(vocabulary),
      );
      return (
        attributes.find((attribute) => attribute === category) ??
        attributes.find((attribute) => attribute.toLowerCase() === wanted) ??
        attributes.find((attribute) => attributeName(attribute) === category) ??
        null
      );
    },
    applyBoxes(payload, { regions, images: [original] }) {
      if (isQuery(payload)) return payload;
      if (original?.imageId === undefined || original.imageId === null || original.size === null)
        return payload;
      return withBoxes(
        payload,
        regions.filter(({ imageId }) => imageId === original.imageId),
        original.size,
      );
    },
    // What another tool found is a proposal until somebody has looked at it.
    incomingAttributes: (box, attributes, format) => withProposal(box, format, attributes),
    carriedRegions: ({ answer, regions, images }) => {
      const { exceptions, query = false } = ObservatoryAnswer.parse(answer);
      const [original, ...variants] = images;
      if (query || original?.imageId === undefined || original.imageId === null) return [];
      const shared = regions.filter(({ imageId }) => imageId === original.imageId);
      const held = variants.flatMap(({ position, imageId }) =>
        imageId === null || imageId === original.imageId || Object.hasOwn(exceptions, String(position))
          ? []
          : [imageId],
      );
      // Two variants can be one picture.
      return [...new Set(held)].flatMap((imageId) => shared.map((region) => ({ ...region, imageId })));
    },
  },
  check: checkRules,
};

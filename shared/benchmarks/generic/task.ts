import { type JsonObject, sameJson } from '../../base/json.ts';
import type { CheckSubject, Task, TaskPart } from '../task.ts';
import { withParts } from '../parts.ts';
import { missingImage } from '../missing.ts';
import { brokenRule, doubt, parseBy, type Problem } from '../problems.ts';
import { checkAttribute, comparisonOf } from './attributes.ts';
import { isAsked, withoutUnasked } from './asked.ts';
import { askedQuestions } from './conditions.ts';
import { withRatedFields } from './ratedFields.ts';
import { GenericAnswer, GenericPayload, initialVocabulary, LabelSet } from './schema.ts';

/** The field of the boxes. */
const BOXES = 'regions';

const BOXES_ONLY: TaskPart = {
  id: 'boxes',
  title: 'Boxes only',
  description: 'Raters draw and label boxes; they answer no questions about the image.',
  asked: () => [BOXES],
  given: () => ({}),
  lacks: () => null,
};

const ATTRIBUTES_ONLY: TaskPart = {
  id: 'attributes',
  title: 'Attributes only',
  description: 'Raters answer the questions about the image; they draw no boxes.',
  asked: (vocabulary) => LabelSet.parse(vocabulary).imageAttributes.map(({ id }) => id),
  given: () => ({}),
  lacks: () => null,
};

/** Attributes of the image and labelled boxes with attributes of their own, as the casebook's label set asks. */
export const annotate: Task = {
  id: 'annotate',
  title: 'Annotate',
  parts: [BOXES_ONLY, ATTRIBUTES_ONLY],
  answersUnder: 'attributes',
  fields(vocabulary) {
    const words = LabelSet.parse(vocabulary);
    return [
      ...words.imageAttributes.map((definition) => ({
        name: definition.id,
        title: definition.name,
        comparison: comparisonOf(definition),
      })),
      { name: BOXES, title: 'Boxes', comparison: { level: 'boxes' } as const },
    ];
  },
  initialAnswer: (payload) => GenericPayload.parse(payload).attributes ?? {},
  parseAnswer: (answer) => parseBy(GenericAnswer, answer),
  applyAnswer(payload, answer, asked = null) {
    const before = GenericPayload.parse(payload).attributes ?? {};
    const now = withParts(before, answer, asked);
    return sameJson(before, now) ? payload : { ...payload, attributes: now };
  },
  boxes: {
    labels: (_answer, vocabulary) =>
      LabelSet.parse(vocabulary).labels.map((label) => ({
        id: label.id,
        name: label.name,
        category: label.name,
        attributes: {},
      })),
    labelForCategory: (_answer, vocabulary, category) =>
      LabelSet.parse(vocabulary).labels.find((label) => label.id === category || label.name === category)
        ?.id ?? null,
  },
  openVocabulary: {
    withLabels(vocabulary, categories, isUnused) {
      const before = LabelSet.parse(vocabulary).labels;
      // The label that a new casebook begins with is none of the source's.
      const labels = isUnused && sameJson(vocabulary, initialVocabulary) ? [] : before;
      const known = new Set(labels.flatMap(({ id, name }) => [id, name]));
      const added = categories.filter((category) => category !== '' && !known.has(category));
      if (added.length === 0) return vocabulary;
      const grown = {
        ...vocabulary,
        labels: [...labels, ...added.map((name) => ({ id: name, name, attributes: [] }))],
      };
      return sameJson(grown, vocabulary) ? vocabulary : grown;
    },
    withFields: withRatedFields,
  },
  conditions: { isAsked, withoutUnasked },
  check: checkLabelSet,
};

function checkLabelSet({ answer, vocabulary, regions, images }: CheckSubject): readonly Problem[] {
  const words = LabelSet.parse(vocabulary);
  const missing = images.filter((image) => image.size === null);
  return [
    ...missing.map((image) => brokenRule('images', missingImage(image.name))),
    ...askedQuestions(words.imageAttributes, answer).flatMap((definition) =>
      checkAttribute(definition, attributeOf(answer, definition.id), definition.id),
    ),
    ...regions.flatMap((region) => {
      const label = words.labels.find((each) => each.id === region.label);
      if (label === undefined)
        return [doubt('regions', `The label "${region.label}" is not in the label set.`)];
      return askedQuestions(label.attributes, region.attributes).flatMap((definition) =>
        checkAttribute(
          definition,
          attributeOf(region.attributes, definition.id),
          `regions.${region.id}.${definition.id}`,
        ),
      );
    }),
  ];
}

function attributeOf(values: JsonObject, id: string): JsonObject[string] | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined;
}

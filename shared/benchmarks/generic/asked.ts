import type { RegionRecord } from '../../domain/document.ts';
import type { JsonObject } from '../../base/json.ts';
import type { AnswerWithRegions } from '../task.ts';
import { askedAnswers, askedQuestions } from './conditions.ts';
import { type AttributeDefinition, LabelSet } from './schema.ts';

/** What of a label set says when questions are asked; null where all of them always are. */
type Conditional = Pick<LabelSet, 'imageAttributes' | 'labels'> | null;

/** Read once: agreement asks of each answer. */
const known = new WeakMap<JsonObject, { readonly conditional: Conditional }>();

function conditionalOf(vocabulary: JsonObject): Conditional {
  const before = known.get(vocabulary);
  if (before !== undefined) return before.conditional;
  const { imageAttributes, labels } = LabelSet.parse(vocabulary);
  const isConditional = ({ askedIf }: AttributeDefinition): boolean => askedIf !== undefined;
  const some =
    imageAttributes.some(isConditional) || labels.some(({ attributes }) => attributes.some(isConditional));
  const conditional = some ? { imageAttributes, labels } : null;
  known.set(vocabulary, { conditional });
  return conditional;
}

/** Whether a question about the image is asked, given the other answers; what is no such question always is. */
export function isAsked(answer: JsonObject, field: string, vocabulary: JsonObject): boolean {
  const questions = conditionalOf(vocabulary)?.imageAttributes ?? [];
  return (
    !questions.some(({ id }) => id === field) ||
    askedQuestions(questions, answer).some(({ id }) => id === field)
  );
}

/** What an answer says to the questions that are asked, given its other answers; the same objects where nothing goes. */
export function withoutUnasked(
  answer: JsonObject,
  regions: readonly RegionRecord[],
  vocabulary: JsonObject,
): AnswerWithRegions {
  const conditional = conditionalOf(vocabulary);
  if (conditional === null) return { answer, regions };
  const { imageAttributes, labels } = conditional;
  return {
    answer: askedAnswers(imageAttributes, answer),
    regions: regions.map((region) => {
      const questions = labels.find(({ id }) => id === region.label)?.attributes ?? [];
      const attributes = askedAnswers(questions, region.attributes);
      return attributes === region.attributes ? region : { ...region, attributes };
    }),
  };
}

import { isList } from '../../base/json.ts';
import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { constantAnswers } from '../health/answers.ts';
import { boxPositionPrior, largeBoxes, relativeBoxes } from '../health/boxes.ts';
import { shapesAsBoxes } from '../health/carriedShapes.ts';
import { duplicateTexts } from '../health/duplicateTexts.ts';
import { imageFindings } from '../health/images.ts';
import { bySeverity, groupBy } from '../health/report.ts';
import { unusualShapes } from '../health/shapes.ts';
import { urlFindings } from '../health/urls.ts';
import { GenericPayload } from './schema.ts';

/** A box of nearly the whole image marks the image, not a thing in it. */
const LARGEST_BOX = 0.95;

/** What can be said of a label set of any kind: images, texts and sources used twice, constant values, boxes. */
export function health(items: readonly HealthItem[]): readonly HealthFinding[] {
  const sources = items.map((item) => ({
    id: item.id,
    label: null,
    item,
    source: GenericPayload.parse(item.payload),
  }));
  const boxes = relativeBoxes(items);
  const boxFindings = [
    largeBoxes(boxes, 'box', LARGEST_BOX),
    ...[...groupBy(boxes, ({ category }) => category)].map(([category, own]) =>
      boxPositionPrior(own, `label "${category}"`),
    ),
  ];
  return bySeverity([
    ...imageFindings(sources),
    ...duplicateTexts(
      'texts',
      'text',
      sources.map(({ id, source }) => ({ id, text: source.text ?? '' })),
    ),
    ...urlFindings(
      sources.flatMap(({ id, label, source }) =>
        typeof source['url'] === 'string' ? [{ id, label, url: source['url'] }] : [],
      ),
    ),
    ...constantValues(items),
    ...[...boxFindings, shapesAsBoxes(items)].flatMap((finding) => finding ?? []),
    ...[unusualShapes(sources.map(({ id, label, item }) => ({ id, label, payload: item.payload })))].flatMap(
      (finding) => finding ?? [],
    ),
  ]);
}

/** Attributes that nearly always have the same value. Empty answers and compound ones are no values to compare. */
function constantValues(items: readonly HealthItem[]): HealthFinding[] {
  const answers = items.flatMap(({ id, answer }) =>
    Object.entries(answer).flatMap(([attribute, value]) =>
      value === null || value === '' || isList(value) || typeof value === 'object'
        ? []
        : [{ id, attribute, answer: typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value) }],
    ),
  );
  return [...groupBy(answers, ({ attribute }) => attribute)].flatMap(
    ([attribute, own]) => constantAnswers('constant-answers', `attribute ${attribute}`, own) ?? [],
  );
}

import { type MetricValue } from '../../shared/benchmarks/metrics.ts';
import { metrics } from '../../shared/benchmarks/observatory/metrics.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { type Corners } from './perceptionQuestions.ts';
import { present } from './present.ts';

export const { initial } = metrics.parameters;

export interface Answered {
  readonly question: JsonObject;
  readonly answer: StepAnswer;
}

export const contribution = ({ question, answer }: Answered, parameters: JsonObject = initial) =>
  metrics.contributions(
    { payload: question, condition: '', steps: { answer: { answer, verdict: () => null } } },
    parameters,
  );

/** The figures of some answers. */
export function figuresOf(answered: readonly Answered[], parameters: JsonObject = initial) {
  const sums = metrics.columns(parameters).map(() => 0);
  for (const one of answered)
    contribution(one, parameters).values?.forEach((value, place) => {
      sums[place] = (sums[place] ?? 0) + value;
    });
  return metrics.figures(sums, parameters);
}

export const of = (figures: Readonly<Record<string, MetricValue>>, id: string): MetricValue =>
  present(figures[id], `There is no figure ${id}.`);
export const says = (text: string): StepAnswer => ({ kind: 'text', text });
export const cell = (row: number, column: number): StepAnswer => ({ kind: 'cell', row, column });
export const drawn = (boxes: readonly (readonly [string, Corners])[]): StepAnswer => ({
  kind: 'boxes',
  boxes: boxes.map(([label, [x1, y1, x2, y2]]) => ({ label, x: x1, y: y1, width: x2 - x1, height: y2 - y1 })),
});

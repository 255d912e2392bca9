import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import { spearman } from '../../../../shared/statistics/spearman.ts';
import type { PersonAnswer } from './table.ts';

type People = NonNullable<MetricsReport['people']>;

/** How time, order and correctness of people's answers go together; null where nobody's order is known. */
export function peopleOf(answers: readonly PersonAnswer[]): MetricsReport['people'] {
  if (answers.length === 0) return null;
  return {
    answers: [...answers],
    speed: correlation(
      answers,
      ({ seconds }) => seconds,
      ({ correct }) => correct,
    ),
    order: correlation(
      answers,
      ({ position }) => position,
      ({ correct }) => correct,
    ),
    pace: correlation(
      answers,
      ({ position }) => position,
      ({ seconds }) => seconds,
    ),
  };
}

function correlation(
  answers: readonly PersonAnswer[],
  first: (answer: PersonAnswer) => number | null,
  second: (answer: PersonAnswer) => number | null,
): People['speed'] {
  const [a, b]: [number[], number[]] = [[], []];
  for (const answer of answers) {
    const [x, y] = [first(answer), second(answer)];
    if (x === null || y === null) continue;
    a.push(x);
    b.push(y);
  }
  const found = spearman(a, b);
  return found.defined
    ? { rho: found.rho, p: found.p, n: a.length, undefined: null }
    : { rho: null, p: null, n: a.length, undefined: found.reason };
}

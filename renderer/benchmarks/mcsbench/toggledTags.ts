import type { McsBenchAnswer } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { byPriority, type Operator, RELATIONS } from '../../../shared/benchmarks/mcsbench/taxonomy.ts';

type Operators = Pick<McsBenchAnswer, 'operator' | 'secondOperator'>;

/** The operators after one is switched on or off, the primary one first; null if two others are chosen already. */
export function toggledOperators(answer: Operators, id: Operator): Operators | null {
  const chosen = [answer.operator, answer.secondOperator].filter((each) => each !== null);
  if (!chosen.includes(id) && chosen.length === 2) return null;
  const wanted = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
  const [operator = null, secondOperator = null] = byPriority<Operator>(wanted);
  return { operator, secondOperator };
}

/** The relations after one is switched on or off, in the order of the taxonomy. */
export const toggledRelations = (
  chosen: McsBenchAnswer['relations'],
  toggled: McsBenchAnswer['relations'][number],
): McsBenchAnswer['relations'] =>
  RELATIONS.map(({ id }) => id).filter((id) => chosen.includes(id) !== (id === toggled));

import {
  FIRST_QUEUE_STATE,
  QUEUE_FACTS,
  QUEUE_RULES,
  type QueueFacts,
} from '../../../../shared/domain/queueState.ts';
import { Promotion } from '../../../../shared/domain/status.ts';
import { isShort } from './promotion.ts';

/** SQL: whether an item with `validation_state AS v` falls short of the casebook's rule for acceptance. */
const IS_SHORT = `(CASE (SELECT json_extract(value, '$.promotion') FROM meta WHERE key = 'settings')
    ${Promotion.options.map((each) => `WHEN '${each}' THEN ${isShort(each)}`).join(' ')} ELSE 0 END)`;

/** SQL: each fact about an item (`item AS i` with `validation_state AS v`), as `QueueFacts` spells it. */
const FACTS: Readonly<Record<keyof QueueFacts, string>> = {
  status: 'i.status',
  outcome: 'v.outcome',
  short: `CASE WHEN ${IS_SHORT} THEN 'yes' ELSE 'no' END`,
  asked: `CASE WHEN EXISTS (SELECT 1 FROM assignment s WHERE s.item_id = v.item_id AND s.state = 'open') THEN 'open'
    WHEN EXISTS (SELECT 1 FROM assignment s WHERE s.item_id = v.item_id) THEN 'done' ELSE 'nobody' END`,
};

/**
 * SQL: the state of an item in the validation queue, by the rules of `queueStateOf`.
 * @param known SQL of facts that are not to be looked up, for example the status that an item would have
 */
function queueState(known: Partial<Record<keyof QueueFacts, string>> = {}): string {
  const facts = { ...FACTS, ...known };
  const whens = QUEUE_RULES.map(({ when, state }) => {
    const conditions = QUEUE_FACTS.flatMap((fact) =>
      when[fact] === undefined ? [] : [`(${facts[fact]}) = '${when[fact]}'`],
    );
    return `WHEN ${conditions.join(' AND ')} THEN '${state}'`;
  });
  return `(CASE ${whens.join(' ')} ELSE '${FIRST_QUEUE_STATE}' END)`;
}

/** SQL: the state of an item in the validation queue. */
export const QUEUE_STATE = queueState();

/** SQL: the state that an item would have if nobody had accepted or rejected it: what acceptance asks for. */
export const STATE_IN_REVIEW = queueState({ status: "'in_review'" });

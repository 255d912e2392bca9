import { counted } from '../../../../shared/base/counts.ts';
import type { VerdictEntry } from '../../../../shared/contract/verdicts.ts';
import { causeTitle } from '../causes.ts';
import { BETWEEN, VerdictBadge } from '../VerdictBadge.tsx';
import classes from './Queue.module.css';

/** Up to this many characters an answer leaves its second line to the question. */
const SHORT_ANSWER = 32;

/** One case of the queue: the question, the answer, and between whom it is disputed. */
export function QueueRow({ entry }: { readonly entry: VerdictEntry }) {
  const { title, question, answer, state, judges, between, refusal, decision, youJudged } = entry;
  const short = answer.length <= SHORT_ANSWER;
  return (
    <>
      <span className={classes['line']}>
        <span className={classes['name']}>{title}</span>
        {/* What is open is disputed unless it says otherwise. */}
        {state !== 'disputed' && <VerdictBadge state={state} />}
      </span>
      <span className={classes['question']} data-lines={short ? 2 : 1}>
        {question}
      </span>
      <span className={classes['answer']} data-lines={short ? 1 : 2}>
        {answer === '' ? 'No answer was given.' : `“${answer}”`}
      </span>
      <span className={classes['about']}>
        {counted(judges, 'judge')}
        {refusal === true && ', marked as refused'}
        {between !== null &&
          between.length > 0 &&
          `, between ${between.map((each) => BETWEEN[each]).join(', ')}`}
        {decision !== null && `, ${causeTitle(decision.cause).toLowerCase()}`}
        {youJudged && <strong>. You judged this answer</strong>}
      </span>
    </>
  );
}

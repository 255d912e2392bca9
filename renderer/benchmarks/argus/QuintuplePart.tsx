import { leakedWords } from '../../../shared/benchmarks/argus/isolation.ts';
import { CRITERIA } from '../../../shared/benchmarks/argus/schema.ts';
import { CRITERION_TITLES } from '../../../shared/benchmarks/argus/task.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import classes from './DeskForm.module.css';
import { MarkedText } from './MarkedText.tsx';
import { Questions } from './Questions.tsx';
import { type FormStep, JUDGEMENTS } from './steps.ts';
import { useAnswerForm } from './useAnswerForm.ts';

/** The first step: the quintuple to be read, with what can be told of it by itself, and what is asked of it. */
export function QuintuplePart({ asked }: { readonly asked: FormStep }) {
  const { answer, change } = useAnswerForm();
  const { prohibition, scenario, trap, basicQuestion, deceptiveQuestion, standardAnswer } = answer;
  return (
    <>
      <dl className={classes['texts']}>
        {prohibition.trim() !== '' && <Text name="Prohibition">{prohibition}</Text>}
        <Text name="Trap">
          <strong className={classes['trap']}>{trap}</strong>
        </Text>
        <Text name="Scenario">
          <MarkedText trap={trap} text={scenario} />
        </Text>
      </dl>
      <Questions basic={basicQuestion} deceptive={deceptiveQuestion} trap={trap} />
      <dl className={classes['texts']}>
        <Text name="Standard answer">{standardAnswer}</Text>
      </dl>
      <Isolation words={leakedWords(trap, `${scenario}\n${basicQuestion}\n${deceptiveQuestion}`)} />
      <div className={classes['criteria']}>
        {CRITERIA.map((name) => (
          <div key={name} className={classes['criterion']} data-next={asked === name || undefined}>
            <span className={classes['name']} aria-hidden>
              {CRITERION_TITLES[name]}
            </span>
            <ChoiceField
              path={name}
              label={CRITERION_TITLES[name]}
              choices={JUDGEMENTS}
              value={answer[name]}
              wide
              hideLabel
              onChoose={(chosen) => change({ [name]: chosen })}
            />
          </div>
        ))}
      </div>
    </>
  );
}

function Text({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['text']}>{children}</dd>
    </div>
  );
}

/** What the isolation check found: a hint, never a verdict. */
function Isolation({ words }: { readonly words: readonly string[] }) {
  return (
    <p className={classes['isolation']} data-found={words.length > 0 || undefined}>
      {words.length === 0
        ? 'Isolation check: the scenario and the questions contain no word of the trap.'
        : `Isolation check: ${words.map((word) => `“${word}”`).join(', ')} ${words.length === 1 ? 'is' : 'are'} also in the trap (marked above).`}
    </p>
  );
}

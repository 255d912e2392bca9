import { useId, useState } from 'react';
import type { ArrivalView } from '../../../shared/contract/arrivals.ts';
import { useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { PlainText } from '../../ui/participant/PlainText.tsx';
import { Reading } from '../../ui/participant/Reading.tsx';
import { WayOn } from '../../ui/participant/WayOn.tsx';
import classes from './ScreeningPage.module.css';
import { NotSent } from './NotSent.tsx';
import type { ArrivalPageState } from './useArrival.ts';

type Questions = Extract<ArrivalView, { view: 'screening' }>['questions'];

/** The questions that decide whether somebody can take part, all at once. */
export function ScreeningPage({
  questions,
  arrival,
}: {
  readonly questions: Questions;
  readonly arrival: ArrivalPageState;
}) {
  const say = useSay();
  const name = useId();
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const answers = questions.flatMap((_, place) => chosen[place] ?? []);
  return (
    <Reading title={say('screeningTitle')}>
      <PlainText>{say('screeningText')}</PlainText>
      {questions.map(({ prompt, options }, place) => (
        // Prompts can repeat; their order never changes.
        <fieldset
          key={`${String(place)} ${prompt}`}
          className={classes['question']}
          disabled={arrival.isBusy}
        >
          <legend translate="no">{prompt}</legend>
          {options.map((option, index) => (
            <label
              key={`${String(index)} ${option}`}
              className={classes['option']}
              data-chosen={chosen[place] === index || undefined}
            >
              <input
                type="radio"
                name={`${name} ${String(place)}`}
                checked={chosen[place] === index}
                onChange={() => setChosen({ ...chosen, [place]: index })}
              />
              <span translate="no">{option}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <WayOn
        title={say('continue')}
        missing={answers.length < questions.length ? say('screeningMissing') : null}
        isBusy={arrival.isBusy}
        onGo={() => arrival.answer({ to: 'screening', answers })}
        troubles={<NotSent arrival={arrival} />}
      />
    </Reading>
  );
}

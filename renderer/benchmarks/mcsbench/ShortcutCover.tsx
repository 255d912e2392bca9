import { Button, UnstyledButton } from '@mantine/core';
import { flushSync } from 'react-dom';
import { optionsOf } from '../../../shared/benchmarks/mcsbench/codec.ts';
import { LETTERS, shownOptions, type Letter } from '../../../shared/benchmarks/mcsbench/options.ts';
import { useDesk } from '../../ui/form/context.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { KeyCaps } from '../../ui/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

/** Hides the image until it is said whether the question can be answered without it. */
export function ShortcutCover() {
  const { canvas } = useDesk();
  const { answer, change } = useAnswerForm();
  const choose = (shortcut: 'yes' | 'no', blindOption: Letter | null = null): void => {
    flushSync(() => change({ shortcut, blindOption }));
    canvas.current?.focus();
  };
  useDigits('stage', (digit) => {
    if (digit > 2) return false;
    choose(digit === 1 ? 'yes' : 'no');
    return true;
  });
  const options = shownOptions(optionsOf(answer));
  return (
    <section className={classes['cover']} aria-label="Before the image is shown" data-field="shortcut">
      <div className={classes['coverContent']}>
        <p className={classes['coverQuestion']}>{answer.question}</p>
        <ol className={classes['coverOptions']}>
          {LETTERS.map((letter, at) => (
            <li key={letter}>
              <UnstyledButton
                className={classes['coverOption']}
                disabled={(options[at] ?? '') === ''}
                onClick={() => {
                  choose('yes', letter);
                }}
              >
                <KeyCaps value={letter} />
                <span>{options[at]}</span>
              </UnstyledButton>
            </li>
          ))}
        </ol>
        <h2 className={classes['coverAsk']}>Can you answer it without the image?</h2>
        <div className={classes['coverChoices']}>
          <Button
            variant="default"
            leftSection={<KeyCaps value="1" />}
            onClick={() => {
              choose('yes');
            }}
          >
            Yes, but I choose none
          </Button>
          <Button
            variant="default"
            leftSection={<KeyCaps value="2" />}
            onClick={() => {
              choose('no');
            }}
          >
            No
          </Button>
        </div>
        <p className={classes['strategy']}>
          Choose the option if you can. You see the image once you have answered.
        </p>
      </div>
    </section>
  );
}

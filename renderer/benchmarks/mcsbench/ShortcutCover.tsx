import { Box, Button, Flex, UnstyledButton } from '@mantine/core';
import { optionsOf } from '../../../shared/benchmarks/mcsbench/codec.ts';
import { LETTERS, shownOptions } from '../../../shared/benchmarks/mcsbench/options.ts';
import { Cover } from '../../ui/form/Cover.tsx';
import { useDigits } from '../../ui/form/useDigits.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm, useBlindAnswer } from './useAnswerForm.ts';

/** Hides the image until it is said whether the question can be answered without it. */
export function ShortcutCover() {
  const { answer } = useAnswerForm();
  const choose = useBlindAnswer();
  useDigits('stage', (digit) => {
    if (digit > 2) return false;
    choose(digit === 1 ? 'yes' : 'no', null);
    return true;
  });
  const options = shownOptions(optionsOf(answer));
  return (
    <Cover field="shortcut">
      <Box component="p" fz={16} fw={500} lh="24px">
        {answer.question}
      </Box>
      <Flex component="ol" direction="column" gap="sm" style={{ listStyle: 'none' }}>
        {LETTERS.map((letter, at) => (
          <li key={letter}>
            <UnstyledButton
              className={classes['coverOption']}
              disabled={(options[at] ?? '') === ''}
              onClick={() => choose('yes', letter)}
            >
              <KeyCaps value={letter} />
              <span>{options[at]}</span>
            </UnstyledButton>
          </li>
        ))}
      </Flex>
      <h2>Can you answer it without the image?</h2>
      <Flex gap="sm">
        <Button variant="default" leftSection={<KeyCaps value="1" />} onClick={() => choose('yes', null)}>
          Yes, without choosing
        </Button>
        <Button variant="default" leftSection={<KeyCaps value="2" />} onClick={() => choose('no', null)}>
          No
        </Button>
      </Flex>
      <p className={classes['strategy']}>
        If you can, choose the option. The image appears once you have answered.
      </p>
    </Cover>
  );
}

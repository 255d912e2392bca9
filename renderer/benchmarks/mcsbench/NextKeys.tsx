import { Box, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { deskCommands } from '../../ui/commands/deskCommands.ts';
import { keysOf, useKeymap } from '../../ui/commands/keymap.ts';
import { useDeskState } from '../../ui/form/context.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { chainCommands, formCommands } from './commands.ts';
import { askedTitle, type FormField, isScore, nextCriterion, wordsFor } from './criteria.ts';
import { useFormView } from './formView.ts';
import classes from './NextKeys.module.css';
import { useAnswerForm, useSource } from './useAnswerForm.ts';

/** What the next key does, so that keyboard users need not look for it. */
export function NextKeys() {
  const { answer } = useAnswerForm();
  const [{ at, chain }] = useFormView();
  const isSubmitted = useDeskState(({ state, pending }) => state === 'submitted' && pending === 0);
  const chains = useSource().rc_items?.length ?? 0;
  const open = nextCriterion(answer);
  const asked = at ?? open;
  if (chain !== null)
    return (
      <div className={classes['next']} aria-label="Next" role="group">
        <Title>
          Chain {chain.letter} of probe {chain.probe}
        </Title>
        <Key command={chainCommands.next}>next chain</Key>
        <Key command={chainCommands.close}>back to the image</Key>
      </div>
    );
  return (
    <div className={classes['next']} aria-label="Next" role="group">
      {asked === null ? (
        answer.verdict === null ? (
          <>
            <Title>Verdict</Title>
            <Key command={formCommands.accept}>accept</Key>
            <Key command={formCommands.fix}>fix</Key>
            <Key command={formCommands.reject}>reject</Key>
          </>
        ) : (
          <>
            <Title>{isSubmitted ? 'Submitted' : 'Done'}</Title>
            <Key command={deskCommands.submit}>{isSubmitted ? 'next' : 'submit, next'}</Key>
            {!isSubmitted && <Key command={formCommands.submitHere}>submit, compare</Key>}
          </>
        )
      ) : (
        <>
          <Title>{askedTitle(asked)}</Title>
          <Digits field={asked} />
          {open !== null && <Key command={formCommands.restYes}>the rest is fine</Key>}
        </>
      )}
      <Flex component="span" display="inline-flex" wrap="wrap" rowGap={2} columnGap="md" ml="auto" c="dimmed">
        <Key command={formCommands.relations}>relations</Key>
        <Key command={formCommands.operators}>operators</Key>
        <Key command={formCommands.scores}>scores</Key>
        {chains > 0 && <Key command={formCommands.chains}>chains</Key>}
      </Flex>
    </div>
  );
}

function Digits({ field }: { readonly field: FormField }) {
  if (field === 'relations') return <Range from="1" to="7" says="on or off" />;
  if (field === 'operator') return <Range from="1" to="6" says="on or off" />;
  if (isScore(field)) return <Range from="1" to="5" says="points" />;
  return wordsFor(field).map((word, at) => (
    <span key={word} className={classes['key']}>
      <KeyCaps value={String(at + 1)} /> {word}
    </span>
  ));
}

function Range({ from, to, says }: { readonly from: string; readonly to: string; readonly says: string }) {
  return (
    <span className={classes['key']}>
      <KeyCaps value={from} /> to <KeyCaps value={to} /> {says}
    </span>
  );
}

function Title({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="strong" fw={600}>
      {children}
    </Box>
  );
}

/** A command with the key that it has now. */
export function Key({
  command,
  children,
}: {
  readonly command: CommandDefinition;
  readonly children: ReactNode;
}) {
  const [key] = keysOf(command, useKeymap());
  return (
    <span className={classes['key']}>
      {key !== undefined && (
        <>
          <KeyCaps value={key} />{' '}
        </>
      )}
      {children}
    </span>
  );
}

import { Box, Button, Flex } from '@mantine/core';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CHAIN_LETTERS } from '../../../shared/benchmarks/mcsbench/options.ts';
import { CHAIN_ERRORS } from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useDesk } from '../../ui/form/context.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { announce } from '../../ui/form/view.ts';
import { ChainErrors } from './ChainErrors.tsx';
import {
  type Chain,
  chainAt,
  errorField,
  isAnswered,
  LENSES,
  openPlace,
  placesOf,
  type Probe,
} from './chainForm.ts';
import { ChainTable, OverviewTable } from './ChainTable.tsx';
import classes from './ChainsStage.module.css';
import { chainCommands, formCommands } from './commands.ts';
import { CHAIN_CRITERIA } from '../../../shared/benchmarks/mcsbench/chainQuestions.ts';
import { JUDGEMENTS } from './criteria.ts';
import { Criterion } from './Criterion.tsx';
import { Definitions } from './Definitions.tsx';
import { type ChainPlace, useFormView } from './formView.ts';
import { Key } from './NextKeys.tsx';
import { useAnswerForm } from './useAnswerForm.ts';

/**
 * The chains of a probe beside its gold one, over the image: first whether the gold chain holds, a digit each, then what is
 * wrong with each other, a digit for the lens and one for the error.
 */
export function ChainsStage({
  probes,
  place,
}: {
  readonly probes: readonly Probe[];
  readonly place: ChainPlace;
}) {
  const { canvas, view, readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const [{ overview, lens }, setView] = useFormView();
  const [defining, setDefining] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const probe = probes.find(({ number }) => number === place.probe) ?? probes[0];
  const chain = chainAt(probes, place);
  const gold = probe?.chains.find(({ isGold }) => isGold);
  const field = errorField(place);

  const goTo = (next: ChainPlace): void => {
    setView({ chain: next, lens: null });
    body.current?.scrollTo({ top: 0 });
  };
  const step = (by: 1 | -1): void => {
    const places = placesOf(probes);
    const at = places.findIndex(
      ({ probe: number, letter }) => number === place.probe && letter === place.letter,
    );
    const next = places[at + by];
    if (next !== undefined) goTo(next);
  };
  const close = (): void => {
    setView({ chain: null, overview: false, lens: null });
    canvas.current?.focus();
  };
  /** On to the next chain with an open question. */
  const goOn = (given: Readonly<Record<string, string>>): void => {
    const next = openPlace({ ...answer, ...given }, probes, place);
    if (next === null) {
      setView({ lens: null });
      announce(view, 'All chains are answered.');
    } else goTo(next);
  };
  const choose = (id: (typeof CHAIN_ERRORS)[number]['id']): void => {
    flushSync(() => change({ [field]: id }));
    goOn({ [field]: id });
  };

  // The keys work from wherever the focus was, and the arrows scroll.
  useEffect(() => {
    body.current?.focus({ preventScroll: true });
  }, []);
  useDigits('stage', (digit) => {
    if (readOnly || chain === undefined) return false;
    if (chain.isGold) {
      const open = CHAIN_CRITERIA.find((criterion) => answer[criterion.field] === null);
      const word = JUDGEMENTS[digit - 1];
      if (open === undefined || word === undefined) return false;
      flushSync(() => change({ [open.field]: word }));
      if (CHAIN_CRITERIA.at(-1)?.field === open.field) goOn({ [open.field]: word });
      return true;
    }
    if (lens === null) {
      if (LENSES[digit - 1] === undefined) return false;
      setView({ lens: digit - 1 });
      return true;
    }
    const error = LENSES[lens]?.errors[digit - 1];
    if (error === undefined) return false;
    choose(error.id);
    return true;
  });
  useChainCommands({
    place,
    canClear: !readOnly && chain?.isGold === false,
    onGo: goTo,
    onStep: step,
    onClose: close,
    onDefine: () => {
      setDefining(true);
    },
  });

  if (probe === undefined || chain === undefined || gold === undefined) return null;
  return (
    <section className={classes['stage']} aria-label="Reasoning chains">
      <header className={classes['head']}>
        <h2 className={classes['title']}>
          Probe {probe.number} of {probes.length}
        </h2>
        <Box component="span" flex={1} miw={0} lh="18px" style={{ overflowWrap: 'anywhere' }}>
          {probe.question}
        </Box>
        <Button size="compact-sm" variant="default" onClick={close}>
          <Key command={chainCommands.close}>image</Key>
        </Button>
      </header>
      <ChainNav probes={probes} probe={probe} chain={chain} onGo={goTo} />
      {/* Scrolled by the arrows: it has to take the focus. */}
      <Box
        ref={body}
        className={classes['body']}
        tabIndex={0}
        role="region"
        aria-label="The chains side by side"
      >
        {overview ? (
          <OverviewTable probe={probe} gold={gold} current={chain} />
        ) : (
          <ChainTable gold={gold} chain={chain} />
        )}
      </Box>
      <footer className={classes['foot']}>
        {chain.isGold ? (
          <>
            <p className={classes['ask']}>Is the gold chain valid? All probes share it.</p>
            <Flex wrap="wrap" rowGap="xs" columnGap="xl">
              {CHAIN_CRITERIA.map(({ field: name, label }) => (
                <Criterion key={name} field={name} label={label} />
              ))}
            </Flex>
          </>
        ) : (
          <ChainErrors
            letter={chain.letter}
            chosen={answer[field]}
            lens={lens}
            readOnly={readOnly}
            onChoose={choose}
          />
        )}
      </footer>
      <Definitions opened={defining} onClose={() => setDefining(false)} />
    </section>
  );
}

/** The keys of the chains: to go from one to another, to clear an error, to look up definitions. */
function useChainCommands({
  place,
  canClear,
  onGo,
  onStep,
  onClose,
  onDefine,
}: {
  readonly place: ChainPlace;
  readonly canClear: boolean;
  readonly onGo: (place: ChainPlace) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
  readonly onDefine: () => void;
}): void {
  const { change } = useAnswerForm();
  const [{ overview, lens }, setView] = useFormView();
  useCommands('overlay', [
    ...CHAIN_LETTERS.map((letter) => ({
      ...chainCommands[letter],
      run: () => {
        onGo({ probe: place.probe, letter });
      },
    })),
    {
      ...chainCommands.next,
      run: () => {
        onStep(1);
      },
    },
    {
      ...chainCommands.previous,
      run: () => {
        onStep(-1);
      },
    },
    {
      ...chainCommands.overview,
      run: () => setView({ overview: !overview }),
    },
    {
      ...chainCommands.clear,
      enabled: () => canClear,
      run: () => {
        if (lens === null) change({ [errorField(place)]: null });
        else setView({ lens: null });
      },
    },
    { ...chainCommands.close, run: onClose },
    {
      ...formCommands.definitions,
      run: onDefine,
    },
  ]);
}

function ChainNav({
  probes,
  probe,
  chain,
  onGo,
}: {
  readonly probes: readonly Probe[];
  readonly probe: Probe;
  readonly chain: Chain;
  readonly onGo: (place: ChainPlace) => void;
}) {
  const [{ overview }] = useFormView();
  return (
    <nav className={classes['chains']} aria-label="Chains">
      {probes.map((each) => (
        <span key={each.number} className={classes['group']} data-current={each === probe || undefined}>
          <span className={classes['number']}>{each.number}</span>
          {each.chains.map((one) => (
            <ChainButton
              key={one.letter}
              place={{ probe: each.number, letter: one.letter }}
              chain={one}
              isCurrent={each === probe && one === chain}
              onGo={onGo}
            />
          ))}
        </span>
      ))}
      <Flex component="span" display="inline-flex" gap="md" ml="auto" fz="xs">
        <Key command={chainCommands.next}>next</Key>
        <Key command={chainCommands.overview}>{overview ? 'one' : 'all'}</Key>
      </Flex>
    </nav>
  );
}

/** A chain to go to, with what is said of it. */
function ChainButton({
  place,
  chain,
  isCurrent,
  onGo,
}: {
  readonly place: ChainPlace;
  readonly chain: Chain;
  readonly isCurrent: boolean;
  readonly onGo: (place: ChainPlace) => void;
}) {
  const { answer } = useAnswerForm();
  const done = isAnswered(answer, place, chain);
  const error = CHAIN_ERRORS.find(({ id }) => id === answer[errorField(place)]);
  const said = chain.isGold ? 'gold chain' : (error?.name ?? 'no error type yet');
  return (
    <button
      type="button"
      className={classes['chain']}
      aria-current={isCurrent}
      aria-label={`Chain ${place.letter} of probe ${String(place.probe)}: ${said}${done ? '' : ', open'}`}
      title={said}
      data-gold={chain.isGold || undefined}
      onClick={() => onGo(place)}
    >
      {place.letter}
      {done && <Check size={11} aria-hidden />}
    </button>
  );
}

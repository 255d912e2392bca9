import { NativeSelect } from '@mantine/core';
import { Check } from 'lucide-react';
import {
  CHAIN_LETTERS,
  placeOf,
  shownOptions,
  type ChainLetter,
} from '../../../shared/benchmarks/mcsbench/options.ts';
import type { ChainItem } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { CHAIN_ITEMS } from '../../../shared/benchmarks/mcsbench/task.ts';
import { CHAIN_ERRORS } from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import { useDesk } from '../../features/desk/context.ts';
import { Criterion } from './Criterion.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm, useSource } from './useAnswerForm.ts';

const LENSES = [...new Set(CHAIN_ERRORS.map(({ lens }) => lens))].map((lens) => ({
  group: lens,
  items: CHAIN_ERRORS.filter((error) => error.lens === lens).map(({ id, name }) => ({
    value: id,
    label: name,
  })),
}));

/** The overlay: whether the gold chain holds, and what is wrong with each faulty one. */
export function ChainsPart() {
  const probes = useSource().rc_items ?? [];
  return (
    <>
      <div className={classes['criteria']}>
        <Criterion field="chainSufficient" label="Sufficient" fullLabel="Gold chain: sufficient" />
        <Criterion field="chainCorrect" label="Correct" fullLabel="Gold chain: factually correct" />
        <Criterion field="chainSound" label="Sound" fullLabel="Gold chain: logically sound" />
      </div>
      {CHAIN_ITEMS.flatMap((number) => {
        const probe = probes[number - 1];
        return probe === undefined ? [] : [<Probe key={number} number={number} probe={probe} />];
      })}
    </>
  );
}

function Probe({ number, probe }: { readonly number: 1 | 2 | 3; readonly probe: ChainItem }) {
  const gold = placeOf(probe.answer, probe.options, CHAIN_LETTERS);
  const chains = shownOptions(probe.options, CHAIN_LETTERS);
  return (
    <section aria-label={`Probe ${String(number)}`}>
      <h4 className={classes['heading']}>
        Probe {number}: {probe.question}
      </h4>
      <ol className={classes['options']}>
        {CHAIN_LETTERS.map((letter, at) => (
          <li key={letter} className={classes['option']} data-gold={at === gold || undefined}>
            <span className={classes['letter']}>{letter}</span>
            <div className={classes['optionText']}>
              <span>{chains[at]}</span>
              {at === gold && (
                <span className={classes['gold']}>
                  <Check size={12} aria-hidden /> Gold chain
                </span>
              )}
            </div>
            {at !== gold && <ErrorType number={number} letter={letter} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function ErrorType({ number, letter }: { readonly number: 1 | 2 | 3; readonly letter: ChainLetter }) {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const field = `chain${number}${letter}` as const;
  return (
    <div className={classes['criteria']} data-field={field}>
      <NativeSelect
        aria-label={`What is wrong with chain ${letter} of probe ${String(number)}?`}
        disabled={readOnly}
        data={[{ value: '', label: 'What is wrong with it?' }, ...LENSES]}
        value={answer[field] ?? ''}
        onChange={(event) => {
          const chosen = CHAIN_ERRORS.find(({ id }) => id === event.currentTarget.value);
          change({ [field]: chosen?.id ?? null });
        }}
      />
    </div>
  );
}

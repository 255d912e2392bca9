import { Box } from '@mantine/core';
import type { McsBenchAnswer } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { type ChainError, LENSES } from './chainForm.ts';
import classes from './ChainsStage.module.css';

/** What can be wrong with a chain, by lens: a digit for the lens, then one for the error. */
export function ChainErrors({
  letter,
  chosen,
  lens,
  readOnly,
  onChoose,
}: {
  readonly letter: string;
  readonly chosen: McsBenchAnswer['chain1F'];
  /** The lens whose digit is pressed, from 0. */
  readonly lens: number | null;
  readonly readOnly: boolean;
  readonly onChoose: (id: ChainError['id']) => void;
}) {
  return (
    <>
      <p className={classes['ask']}>
        What is wrong with chain {letter}?{' '}
        <Box component="span" c="dimmed" fz="xs" fw={400}>
          {lens === null ? 'A digit for the lens, then one for the error.' : 'Now a digit for the error.'}
        </Box>
      </p>
      <div className={classes['lenses']}>
        {LENSES.map(({ lens: name, errors }, at) => (
          <fieldset
            key={name}
            className={classes['lens']}
            aria-label={name}
            data-armed={lens === at || undefined}
            data-off={(lens !== null && lens !== at) || undefined}
          >
            <Box component="span" fz="xs" fw={600} lh="22px" aria-hidden>
              {lens === null && <KeyCaps value={String(at + 1)} />} {name}
            </Box>
            {errors.map(({ id, name: error, definition }, place) => (
              <button
                key={id}
                type="button"
                className={classes['error']}
                aria-pressed={chosen === id}
                title={definition}
                disabled={readOnly}
                onClick={() => onChoose(id)}
              >
                {lens === at && <KeyCaps value={String(place + 1)} />}
                {error}
              </button>
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}

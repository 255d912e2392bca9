import { Button, Flex, NativeSelect } from '@mantine/core';
import { Check } from 'lucide-react';
import { CHAIN_ERRORS } from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import { useDesk } from '../../ui/form/context.ts';
import { errorField, LENSES, openPlace, type Probe, probesOf } from './chainForm.ts';
import { formCommands } from './commands.ts';
import { CHAIN_CRITERIA } from '../../../shared/benchmarks/mcsbench/chainQuestions.ts';
import { Criterion } from './Criterion.tsx';
import classes from './DeskForm.module.css';
import { type ChainPlace, useFormView } from './formView.ts';
import { Key } from './NextKeys.tsx';
import { useAnswerForm, useSource } from './useAnswerForm.ts';

const ERRORS = LENSES.map(({ lens, errors }) => ({
  group: lens,
  items: errors.map(({ id, name }) => ({ value: id, label: name })),
}));

/** The overlay: whether the gold chain holds, and what is wrong with each faulty one. */
export function ChainsPart() {
  const { hasCover } = useDesk();
  const source = useSource();
  const { answer } = useAnswerForm();
  const [, setView] = useFormView();
  const probes = probesOf(source);
  return (
    <>
      {hasCover && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              const first = probes[0]?.chains[0];
              const start: ChainPlace | null =
                first === undefined ? null : { probe: 1, letter: first.letter };
              setView({ chain: openPlace(answer, probes, null) ?? start, lens: null });
            }}
          >
            <Key command={formCommands.chains}>side by side</Key>
          </Button>
        </div>
      )}
      <div className={classes['columns']}>
        {CHAIN_CRITERIA.map(({ field, label }) => (
          <Criterion key={field} field={field} label={`Gold chain: ${label.toLowerCase()}`} />
        ))}
      </div>
      {probes.map((probe) => (
        <ProbeList key={probe.number} probe={probe} />
      ))}
    </>
  );
}

function ProbeList({ probe }: { readonly probe: Probe }) {
  return (
    <section aria-label={`Probe ${String(probe.number)}`}>
      <h4 className={classes['heading']}>
        Probe {probe.number}: {probe.question}
      </h4>
      <Flex component="ol" direction="column" style={{ listStyle: 'none' }}>
        {probe.chains.map(({ letter, isGold, text }) => (
          <li key={letter} className={classes['chain']} data-gold={isGold || undefined}>
            <span className={classes['letter']}>{letter}</span>
            <span className={classes['chainText']} title={text}>
              {text}
            </span>
            {isGold ? (
              <span className={classes['gold']}>
                <Check size={12} aria-hidden /> Gold chain
              </span>
            ) : (
              <ErrorType place={{ probe: probe.number, letter }} />
            )}
          </li>
        ))}
      </Flex>
    </section>
  );
}

function ErrorType({ place }: { readonly place: ChainPlace }) {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const field = errorField(place);
  return (
    <div data-field={field}>
      <NativeSelect
        aria-label={`What is wrong with chain ${place.letter} of probe ${String(place.probe)}?`}
        disabled={readOnly}
        data={[{ value: '', label: 'What is wrong?' }, ...ERRORS]}
        value={answer[field] ?? ''}
        onChange={(event) => {
          const chosen = CHAIN_ERRORS.find(({ id }) => id === event.currentTarget.value);
          change({ [field]: chosen?.id ?? null });
        }}
      />
    </div>
  );
}

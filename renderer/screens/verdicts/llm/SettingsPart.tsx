import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Criterion } from '../../../../shared/benchmarks/judging.ts';
import { orpc } from '../../../client/index.ts';
import type { JudgeForm } from './form.ts';
import classes from './judgeRuns.module.css';
import { NumberField } from '../../../ui/form/NumberField.tsx';

type NumberName = 'temperature' | 'maxTokens' | 'concurrency' | 'retries' | 'timeoutSeconds';

interface NumberShape {
  readonly name: NumberName;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}

const NUMBERS: readonly NumberShape[] = [
  { name: 'temperature', label: 'Temperature', min: 0, max: 2, step: 0.1 },
  { name: 'maxTokens', label: 'Tokens per reply', min: 1, max: 100_000 },
  { name: 'concurrency', label: 'Parallel requests', min: 1, max: 64 },
  { name: 'retries', label: 'Retries', min: 0, max: 20 },
  { name: 'timeoutSeconds', label: 'Timeout (seconds)', min: 1, max: 3600 },
];

const numberIn = (typed: number | string): number | null => (typeof typed === 'number' ? typed : null);

/** Who judges and what: the model, how it is run, criteria and respondents. */
export function SettingsPart({
  form,
  change,
  criteria,
  problems,
}: {
  readonly form: JudgeForm;
  readonly change: (change: Partial<JudgeForm>) => void;
  readonly criteria: readonly Criterion[];
  readonly problems: Readonly<Record<string, string>>;
}) {
  const respondents = useQuery(orpc.responses.respondents.queryOptions()).data ?? [];
  const chosen = form.criteria ?? criteria.map(({ id }) => id);
  return (
    <section className={classes['panel']} aria-labelledby="judge-what">
      <h2 id="judge-what">Judge</h2>
      <p className={classes['hint']}>
        Model, version, temperature and instructions define a judge. Change one, and it is another judge with
        its own verdicts.
      </p>
      <div className={classes['fields']}>
        <TextInput
          label="Model"
          value={form.model}
          error={form.model === '' ? undefined : problems['model']}
          placeholder="gpt-4.1"
          spellCheck={false}
          onChange={(event) => change({ model: event.currentTarget.value })}
        />
        <TextInput
          label="Version"
          value={form.version}
          placeholder="a date, a quantisation"
          spellCheck={false}
          onChange={(event) => change({ version: event.currentTarget.value })}
        />
        {NUMBERS.map(({ name, label, min, max, step = 1 }) => (
          <NumberField
            key={name}
            label={label}
            min={min}
            max={max}
            step={step}
            isWhole={step === 1}
            value={numberIn(form[name])}
            error={problems[name]}
            onChange={(value) => change({ [name]: value ?? '' })}
            onRefuse={(text) => change({ [name]: text })}
          />
        ))}
        <NumberField
          label="First answers only"
          min={1}
          isWhole
          optional
          value={numberIn(form.first)}
          error={problems['first']}
          placeholder="all"
          onChange={(first) => change({ first: first ?? '' })}
          onRefuse={(first) => change({ first })}
        />
        <NumberField
          label="Price per 1M sent"
          min={0}
          optional
          value={numberIn(form.promptPrice)}
          placeholder="not known"
          onChange={(promptPrice) => change({ promptPrice: promptPrice ?? '' })}
          onRefuse={(promptPrice) => change({ promptPrice })}
        />
        <NumberField
          label="Price per 1M received"
          min={0}
          optional
          value={numberIn(form.completionPrice)}
          placeholder="not known"
          onChange={(completionPrice) => change({ completionPrice: completionPrice ?? '' })}
          onRefuse={(completionPrice) => change({ completionPrice })}
        />
      </div>
      <Checkbox.Group
        label="Criteria"
        value={[...chosen]}
        error={problems['criteria']}
        onChange={(next) => change({ criteria: next })}
      >
        <Stack gap="xs" mt="xs" className={classes['criteria']}>
          {criteria.map(({ id, title, question }) => (
            <Checkbox key={id} value={id} label={title} description={question} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label="Answers of"
        placeholder={form.respondents.length === 0 ? 'Everybody' : ''}
        data={respondents.map(({ personId, name, version }) => ({
          value: personId,
          label: version === null ? name : `${name} (${version})`,
        }))}
        value={[...form.respondents]}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Everybody' }}
        onChange={(values) => {
          change({
            respondents: respondents.flatMap(({ personId }) => (values.includes(personId) ? [personId] : [])),
          });
        }}
      />
    </section>
  );
}

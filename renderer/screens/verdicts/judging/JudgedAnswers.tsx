import { Checkbox, Group, Radio, Select } from '@mantine/core';
import type { Respondent } from '../../../../shared/contract/responses.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import classes from './Judging.module.css';
import type { JudgingDraft } from './judgingDraft.ts';

interface JudgedAnswersProps {
  readonly draft: JudgingDraft;
  readonly onChange: (part: Partial<JudgingDraft>) => void;
}

/** Asks whose answers are judged. */
export function JudgedRespondents({
  draft,
  respondents,
  onChange,
}: JudgedAnswersProps & { readonly respondents: readonly Respondent[] | undefined }) {
  return (
    <>
      <Radio.Group
        label="Answers of"
        value={draft.whose}
        onChange={(value) => onChange({ whose: value === 'some' ? 'some' : 'all' })}
      >
        <Group gap="md" mt="xs">
          <Radio
            value="all"
            label={`Everybody (${respondents === undefined ? '…' : formatCount(respondents.length)})`}
          />
          <Radio value="some" label="Some" />
        </Group>
      </Radio.Group>
      {draft.whose === 'some' && (
        <Checkbox.Group
          aria-label="Respondents"
          value={[...draft.respondents]}
          onChange={(values) => onChange({ respondents: values.map((id) => PersonId.parse(id)) })}
        >
          <div className={classes['choices']}>
            {respondents?.map(({ personId, name, responses, targets, settled }) => (
              <Checkbox
                key={personId}
                value={personId}
                label={name}
                description={`${counted(responses, 'answer')}, ${formatCount(targets - settled)} of ${formatCount(targets)} without a verdict`}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}

/** Asks whether all of their answers are judged or a sample. */
export function JudgedSample({ draft: { sampled, sampleSize }, onChange }: JudgedAnswersProps) {
  return (
    <Group align="flex-end" gap="md">
      <Select
        label="Which answers"
        w={232}
        allowDeselect={false}
        data={[
          { value: 'all', label: 'All' },
          { value: 'total', label: 'Random sample, in proportion' },
          { value: 'each', label: 'Random sample per respondent' },
        ]}
        value={sampled}
        onChange={(value) => onChange({ sampled: value === 'each' || value === 'total' ? value : 'all' })}
      />
      {sampled !== 'all' && (
        <NumberField
          label={sampled === 'each' ? 'Answers per respondent' : 'Answers'}
          w={160}
          min={1}
          isWhole
          value={sampleSize}
          onChange={(value) => {
            if (value !== null) onChange({ sampleSize: value });
          }}
        />
      )}
    </Group>
  );
}

import { Box, Group, MultiSelect, Select } from '@mantine/core';
import { answersOf } from '../../../shared/benchmarks/generic/conditions.ts';
import type { AttributeDraft } from './labelSetDraft.ts';

/** Whether a question is always asked, or only if another one has certain answers. */
export function ConditionEditor({
  attribute,
  spoken,
  parents,
  readOnly,
  onChange,
}: {
  readonly attribute: AttributeDraft;
  readonly spoken: string;
  /** The questions on which it may depend. */
  readonly parents: readonly AttributeDraft[];
  readonly readOnly: boolean;
  readonly onChange: (attribute: AttributeDraft) => void;
}) {
  const { askedIf, ...always } = attribute;
  const parent = parents.find(({ id }) => id === askedIf?.attribute);
  if (parents.length === 0 && askedIf === undefined) return null;
  const answers = parent === undefined ? [] : answersOf(parent);
  const gone = askedIf?.values.filter((value) => !answers.includes(value)) ?? [];
  return (
    <Group gap="xs" mt="xs" align="flex-start">
      <Box component="span" w={56} pt="xs" c="dimmed">
        Asked if
      </Box>
      <Select
        w={200}
        size="xs"
        aria-label={`${spoken} is asked if`}
        placeholder="always"
        clearable
        clearButtonProps={{ 'aria-label': `Always ask ${spoken}` }}
        data={parents.map(({ id, name }) => ({ value: id, label: name === '' ? 'the new question' : name }))}
        value={parent?.id ?? null}
        error={askedIf !== undefined && parent === undefined ? 'That question cannot decide it.' : undefined}
        disabled={readOnly}
        onChange={(id) => {
          onChange(id === null ? always : { ...always, askedIf: { attribute: id, values: [] } });
        }}
      />
      {askedIf !== undefined && parent !== undefined && (
        <MultiSelect
          flex={1}
          miw={160}
          size="xs"
          aria-label={`Answers with which ${spoken} is asked`}
          placeholder={askedIf.values.length === 0 ? 'is one of' : ''}
          data={[...answers, ...gone]}
          value={[...askedIf.values]}
          error={
            askedIf.values.length === 0
              ? 'Choose at least one answer.'
              : gone.length > 0
                ? `“${gone.join('”, “')}” is none of its answers any more.`
                : undefined
          }
          disabled={readOnly}
          onChange={(values) => onChange({ ...always, askedIf: { attribute: parent.id, values } })}
        />
      )}
    </Group>
  );
}

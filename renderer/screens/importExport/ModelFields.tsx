import { Autocomplete, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { PathField } from '../../ui/files/PathField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import type { ModelDraft } from './modelDraft.ts';

/** Which model answered or judged: change one part, and it is another. */
export function ModelFields({
  who,
  draft,
  fallback,
  known,
  onChange,
}: {
  readonly who: 'respondent' | 'judge';
  readonly draft: ModelDraft;
  /** The name where none is typed. */
  readonly fallback: string;
  /** The names that there are already: the same name is the same respondent. */
  readonly known?: readonly string[];
  readonly onChange: (draft: ModelDraft) => void;
}) {
  const isJudge = who === 'judge';
  return (
    <Fieldset legend={isJudge ? 'Who judged' : 'Whose answers'}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <Autocomplete
            flex={2}
            data={known === undefined ? [] : [...known]}
            label={isJudge ? 'LLM judge' : 'Respondent'}
            placeholder={isJudge ? 'gpt-4.1' : fallback}
            required={isJudge}
            maxLength={200}
            spellCheck={false}
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name })}
          />
          <TextInput
            flex={1}
            label="Version"
            aria-label={isJudge ? 'Version of the judge' : 'Version of the respondent'}
            placeholder="not known"
            maxLength={200}
            spellCheck={false}
            value={draft.version}
            onChange={(event) => onChange({ ...draft, version: event.currentTarget.value })}
          />
          <NumberField
            w={112}
            label="Temperature"
            aria-label={isJudge ? 'Temperature of the judge' : 'Temperature of the respondent'}
            placeholder="not known"
            min={0}
            max={100}
            step={0.1}
            optional
            value={draft.temperature}
            onChange={(temperature) => onChange({ ...draft, temperature })}
          />
        </Group>
        {isJudge && (
          <PathField
            label="Instructions"
            description="The judge’s instruction file, if you have it. Other instructions define another judge."
            value={draft.instructions}
            onChange={(instructions) => onChange({ ...draft, instructions })}
            requests={[{ kind: 'file', title: 'Choose the judge’s instructions' }]}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

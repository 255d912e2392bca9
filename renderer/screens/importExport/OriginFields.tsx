import { Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { MADE_WHEN_IN_WORDS } from '../../../shared/domain/answerOrigin.ts';
import { BLIND, isOriginValid, type OriginDraft } from './originDraft.ts';

/** Asks where ratings were made, whether blind, and when. Nothing has to be answered: then exports say that it is not known. */
export function OriginFields({
  draft,
  onChange,
}: {
  readonly draft: OriginDraft;
  readonly onChange: (draft: OriginDraft) => void;
}) {
  return (
    <Fieldset legend="How the ratings came about">
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            label="Made in"
            placeholder="not known"
            maxLength={200}
            spellCheck={false}
            value={draft.madeIn}
            onChange={(event) => onChange({ ...draft, madeIn: event.currentTarget.value })}
          />
          <Select
            flex={1}
            label="Did raters see others’ answers?"
            data={BLIND}
            value={draft.blind}
            allowDeselect={false}
            onChange={(value) => {
              onChange({ ...draft, blind: BLIND.find((each) => each.value === value)?.value ?? 'unknown' });
            }}
          />
        </Group>
        <TextInput
          label="Made when"
          description="Of ratings without a time in the file: a day, month, year or period, such as 2025-03 or 2025-03/2025-05."
          placeholder="not known"
          spellCheck={false}
          value={draft.madeWhen}
          error={isOriginValid(draft) ? null : `It is not ${MADE_WHEN_IN_WORDS}.`}
          onChange={(event) => onChange({ ...draft, madeWhen: event.currentTarget.value })}
        />
      </Stack>
    </Fieldset>
  );
}

import { Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { MADE_WHEN_IN_WORDS, MadeWhen, type SaidOrigin } from '../../../shared/domain/answerOrigin.ts';

/** What is said of how ratings came about, as it is typed; empty where nothing is. */
export interface OriginDraft {
  readonly madeIn: string;
  readonly blind: Blind;
  readonly madeWhen: string;
}

const BLIND = [
  { value: 'unknown', label: 'Not known' },
  { value: 'yes', label: 'No, each rater answered blind' },
  { value: 'no', label: 'Yes' },
] as const;
type Blind = (typeof BLIND)[number]['value'];

/** Nothing is known. */
export const noOrigin: OriginDraft = { madeIn: '', blind: 'unknown', madeWhen: '' };

/** What a draft says, without what is left empty. */
export function saidOrigin({ madeIn, blind, madeWhen }: OriginDraft): SaidOrigin {
  return {
    ...(madeIn.trim() !== '' && { madeIn: madeIn.trim() }),
    ...(blind !== 'unknown' && { blind: blind === 'yes' }),
    ...(madeWhen.trim() !== '' && { madeWhen: madeWhen.trim() }),
  };
}

/** Whether it can be imported as it is typed. */
export const isOriginValid = ({ madeWhen }: OriginDraft): boolean =>
  madeWhen.trim() === '' || MadeWhen.safeParse(madeWhen).success;

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
            onChange={(event) => {
              onChange({ ...draft, madeIn: event.currentTarget.value });
            }}
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
          onChange={(event) => {
            onChange({ ...draft, madeWhen: event.currentTarget.value });
          }}
        />
      </Stack>
    </Fieldset>
  );
}

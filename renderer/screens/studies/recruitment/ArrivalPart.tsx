import { Group, Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import { RecruitmentSettings } from '../../../../shared/contract/recruitment.ts';
import { CountField } from './CountField.tsx';
import { checkWords, panelTitles } from './recruitmentWords.ts';
import { CHECKS, type FormPart, parameterProblem, withPanel } from './settingsForm.ts';

const { panel: Panel, check: Check } = RecruitmentSettings.shape;

/** How many come, where from, and how their ids are checked. */
export function ArrivalPart({
  settings,
  change,
  isFixed,
}: FormPart & {
  /** Whether people have already come: their ids would mean something else. */
  readonly isFixed: boolean;
}) {
  const { places, panel, idParameter, check, open } = settings;
  const checks = CHECKS[panel];
  return (
    <section aria-label="Arriving">
      <Switch
        label="The link takes people in"
        description="Switch it off for a break. People under way go on."
        checked={open}
        onChange={(event) => change({ open: event.currentTarget.checked })}
      />
      <Group align="flex-start" gap="md">
        <CountField
          label="Places"
          description="How many are to finish"
          w={176}
          min={1}
          max={5000}
          value={places}
          onChange={(next) => change({ places: next })}
        />
        <Select
          label="People come from"
          description={isFixed ? 'Fixed: people have already come' : 'Decides which ids the link has'}
          disabled={isFixed}
          w={248}
          data={Panel.options.map((value) => ({ value, label: panelTitles[value] }))}
          value={panel}
          allowDeselect={false}
          onChange={(value) => {
            const chosen = Panel.safeParse(value).data;
            if (chosen !== undefined) change(withPanel(settings, chosen));
          }}
        />
        {panel === 'generic' && (
          <TextInput
            label="Id parameter"
            description="Names the id in the link"
            w={200}
            maxLength={40}
            disabled={isFixed}
            value={idParameter}
            error={parameterProblem(idParameter)}
            onChange={(event) => change({ idParameter: event.currentTarget.value.trim() })}
          />
        )}
      </Group>
      {checks.length > 1 && (
        <Radio.Group
          label="How ids are checked"
          value={check}
          onChange={(value) => {
            const chosen = Check.safeParse(value).data;
            if (chosen !== undefined) change({ check: chosen });
          }}
        >
          <Stack gap="xs" mt="xs">
            {checks.map((each) => (
              <Radio
                key={each}
                value={each}
                label={checkWords[each].title}
                description={checkWords[each].text}
                disabled={isFixed}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </section>
  );
}

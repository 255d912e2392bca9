import { Group, Radio } from '@mantine/core';
import type { StudyChoices } from '../../../../shared/contract/studies.ts';
import { withFollowUps } from '../../../../shared/domain/followUps.ts';
import { sayGoingBack } from '../../../../shared/domain/goingBack.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';

/** When the questions come that follow up on the first one about an item; the instructions follow. */
export function FollowUpsSection({
  settings,
  change,
  followUps: { title, why, instructions },
}: SectionProps & { readonly followUps: NonNullable<StudyChoices['followUps']> }) {
  const say = (text: string): string => sayGoingBack(text, settings.allowBack);
  return (
    <section className={classes['section']} aria-label={title}>
      <h2>{title}</h2>
      <Radio.Group
        description={why}
        value={settings.followUps ?? 'with_item'}
        onChange={(value) => {
          change(
            withFollowUps(settings, value === 'second_pass' ? 'second_pass' : 'with_item', {
              with_item: say(instructions.with_item),
              second_pass: say(instructions.second_pass),
            }),
          );
        }}
      >
        <Group gap="xl" mt="xs" align="flex-start">
          <Radio
            value="second_pass"
            label="In a second pass"
            description="Once the first question about every item is answered, the items come again."
          />
          <Radio
            value="with_item"
            label="Right after each item"
            description="Participants can tell which items have these questions."
          />
        </Group>
      </Radio.Group>
    </section>
  );
}

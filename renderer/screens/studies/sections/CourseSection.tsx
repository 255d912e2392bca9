import { Checkbox, Group, Radio, Select, Switch } from '@mantine/core';
import { sayGoingBack } from '../../../../shared/domain/goingBack.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';

/** How a study session goes: order, versions, breaks, limits. */
export function CourseSection({
  settings,
  change,
  conditions,
}: SectionProps & { readonly conditions: readonly { readonly id: string; readonly title: string }[] }) {
  return (
    <section className={classes['section']} aria-label="Course">
      <h2>Course</h2>
      {conditions.length > 1 && (
        <Checkbox.Group
          label="Versions"
          description="Each participant gets an item in one of them; across participants they appear equally often."
          value={[...settings.conditions]}
          onChange={(values) => {
            const chosen = conditions.map(({ id }) => id).filter((id) => values.includes(id));
            if (chosen.length > 0) change({ conditions: chosen });
          }}
        >
          <Group gap="md" mt="xs">
            {conditions.map(({ id, title }) => (
              <Checkbox key={id} value={id} label={title} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Group align="flex-end" gap="md">
        <Select
          label="Order of items"
          w={232}
          data={[
            { value: 'random', label: 'Random for each participant' },
            { value: 'fixed', label: 'The same for everybody' },
          ]}
          value={settings.order}
          allowDeselect={false}
          onChange={(value) => change({ order: value === 'fixed' ? 'fixed' : 'random' })}
        />
        <NumberField
          label="Items per participant"
          w={128}
          min={1}
          isWhole
          optional
          placeholder="all"
          value={settings.itemsEach}
          onChange={(value) => change({ itemsEach: value })}
        />
        <NumberField
          label="Items before a break"
          w={160}
          min={1}
          isWhole
          optional
          placeholder="no breaks"
          value={settings.breakEvery}
          onChange={(value) => change({ breakEvery: value })}
        />
        <NumberField
          label="Seconds per question"
          w={168}
          min={1}
          max={86_400}
          isWhole
          optional
          placeholder="no limit"
          value={settings.timeLimitSeconds}
          onChange={(value) => change({ timeLimitSeconds: value })}
        />
        <NumberField
          label="Longest image side (px)"
          w={144}
          min={64}
          max={8192}
          isWhole
          optional
          placeholder="original"
          value={settings.imageSide}
          onChange={(value) => change({ imageSide: value })}
        />
      </Group>
      <Radio.Group
        label="While the window is not in front"
        value={settings.whileAway ?? 'hide'}
        onChange={(value) => change({ whileAway: value === 'run' ? 'run' : 'hide' })}
      >
        <Group gap="xl" mt="xs" align="flex-start">
          <Radio
            value="hide"
            label="Hide the question"
            description="Its time pauses, so nobody studies it from another window."
          />
          <Radio
            value="run"
            label="Keep the time running"
            description="The question stays visible; closing the window does not stop its time either."
          />
        </Group>
      </Radio.Group>
      <Switch
        label="Participants may return to the previous question"
        description="The new answer counts; Casebook keeps both."
        checked={settings.allowBack}
        onChange={(event) => {
          const allowBack = event.currentTarget.checked;
          const { texts } = settings;
          change({
            allowBack,
            texts: { ...texts, instructions: sayGoingBack(texts.instructions, allowBack) },
          });
        }}
      />
    </section>
  );
}

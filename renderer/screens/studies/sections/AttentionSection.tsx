import { ActionIcon, Button, Group, Radio, Select, Textarea, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import type { AttentionCheck } from '../../../../shared/domain/study.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';
import { useItemChoices } from './useItemChoices.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';

const FRESH: AttentionCheck = {
  prompt: 'This question only checks that you are reading. Please choose “Blue”.',
  options: ['Red', 'Blue', 'Green'],
  expected: 1,
};

/** Questions that show whether a participant still reads. `among`: the items whose images a check may show. */
export function AttentionSection({ settings, change, among }: SectionProps & { readonly among: ItemFilter }) {
  const { checks, every } = settings.attention;
  const put = (next: readonly AttentionCheck[]) => change({ attention: { checks: [...next], every } });
  return (
    <section className={classes['section']} aria-label="Attention checks">
      <h2>Attention checks</h2>
      <p>The participants table shows who fails them. You decide whether to exclude them.</p>
      {checks.map((check, index) => (
        <CheckForm
          // Checks have no name of their own; nothing in the form depends on which was which.
          key={`check ${String(index)}`}
          number={index + 1}
          check={check}
          among={among}
          onChange={(next) => put(checks.map((each, at) => (at === index ? next : each)))}
          onRemove={() => put(checks.filter((_, at) => at !== index))}
        />
      ))}
      <Group align="flex-end" gap="md">
        <Button
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={checks.length >= 50}
          onClick={() => put([...checks, FRESH])}
        >
          Add a check
        </Button>
        {checks.length > 0 && (
          <NumberField
            label="Items between checks"
            w={176}
            min={1}
            isWhole
            value={every}
            onChange={(value) => {
              if (value !== null) change({ attention: { checks, every: value } });
            }}
          />
        )}
      </Group>
    </section>
  );
}

function CheckForm({
  number,
  check,
  among,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly check: AttentionCheck;
  readonly among: ItemFilter;
  readonly onChange: (check: AttentionCheck) => void;
  readonly onRemove: () => void;
}) {
  const { search, setSearch, isSearching, data } = useItemChoices(
    among,
    check.image === undefined ? [] : [check.image],
  );
  return (
    <div className={classes['check']} role="group" aria-label={`Check ${String(number)}`}>
      <Group align="flex-start" wrap="nowrap">
        <Textarea
          label="Question"
          autosize
          flex={1}
          value={check.prompt}
          error={check.prompt.trim() === '' ? 'is empty' : undefined}
          onChange={(event) => onChange({ ...check, prompt: event.currentTarget.value })}
        />
        <ActionIcon variant="subtle" mt={24} aria-label={`Remove check ${String(number)}`} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </Group>
      <Select
        label="Image"
        description="Shown with the question. The study leaves this item out."
        placeholder="None; type to search"
        searchable
        clearable
        searchValue={search}
        onSearchChange={setSearch}
        // The search has been made already, over everything that the items say.
        filter={({ options }) => options}
        nothingFoundMessage={isSearching ? 'Searching…' : 'Nothing found'}
        data={data}
        value={check.image ?? null}
        onChange={(value) => {
          const { image: _image, ...rest } = check;
          onChange(value === null ? rest : { ...rest, image: ItemId.parse(value) });
        }}
      />
      <Radio.Group
        label="Options; select the right one"
        value={String(check.expected)}
        onChange={(value) => onChange({ ...check, expected: Number(value) })}
      >
        <Group gap="md" mt="xs">
          {check.options.map((option, index) => (
            <Group key={`option ${String(index)}`} gap={4} wrap="nowrap">
              <Radio value={String(index)} aria-label={`“${option}” is right`} />
              <TextInput
                w={120}
                aria-label={`Option ${String(index + 1)}`}
                value={option}
                error={option.trim() === ''}
                onChange={(event) => {
                  const text = event.currentTarget.value;
                  onChange({
                    ...check,
                    options: check.options.map((each, at) => (at === index ? text : each)),
                  });
                }}
              />
              {check.options.length > 2 && (
                <ActionIcon
                  variant="subtle"
                  aria-label={`Remove option ${String(index + 1)}`}
                  onClick={() => {
                    onChange({
                      ...check,
                      options: check.options.filter((_, at) => at !== index),
                      expected:
                        check.expected > index
                          ? check.expected - 1
                          : Math.min(check.expected, check.options.length - 2),
                    });
                  }}
                >
                  <Trash2 size={12} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          ))}
          {check.options.length < 10 && (
            <Button
              variant="subtle"
              onClick={() => onChange({ ...check, options: [...check.options, 'Other'] })}
            >
              Add an option
            </Button>
          )}
        </Group>
      </Radio.Group>
    </div>
  );
}

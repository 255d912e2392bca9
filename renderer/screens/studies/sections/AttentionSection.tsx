import { ActionIcon, Button, Group, NumberInput, Radio, TextInput, Textarea } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { AttentionCheck } from '../../../../shared/domain/study.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';
import { wholeNumber } from './section.ts';

const FRESH: AttentionCheck = {
  prompt: 'This question only checks that you are reading. Please choose “Blue”.',
  options: ['Red', 'Blue', 'Green'],
  expected: 1,
};

/** Questions that show whether a participant still reads. */
export function AttentionSection({ settings, change }: SectionProps) {
  const { checks, every } = settings.attention;
  const put = (next: readonly AttentionCheck[]) => {
    change({ attention: { checks: [...next], every } });
  };
  return (
    <section className={classes['section']} aria-label="Attention checks">
      <h2>Attention checks</h2>
      <p>Who fails them is shown beside their name; whether their answers count is for you to say.</p>
      {checks.map((check, index) => (
        <CheckForm
          // Checks have no name of their own; nothing in the form depends on which was which.
          key={`check ${String(index)}`}
          number={index + 1}
          check={check}
          onChange={(next) => {
            put(checks.map((each, at) => (at === index ? next : each)));
          }}
          onRemove={() => {
            put(checks.filter((_, at) => at !== index));
          }}
        />
      ))}
      <Group align="flex-end" gap="md">
        <Button
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={checks.length >= 50}
          onClick={() => {
            put([...checks, FRESH]);
          }}
        >
          Add a check
        </Button>
        {checks.length > 0 && (
          <NumberInput
            label="Items between checks"
            w={176}
            min={1}
            allowDecimal={false}
            value={every}
            onChange={(value) => {
              change({ attention: { checks, every: Math.max(1, wholeNumber(value) ?? 1) } });
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
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly check: AttentionCheck;
  readonly onChange: (check: AttentionCheck) => void;
  readonly onRemove: () => void;
}) {
  return (
    <div className={classes['check']} role="group" aria-label={`Check ${String(number)}`}>
      <Group align="flex-start" wrap="nowrap">
        <Textarea
          label="Question"
          autosize
          flex={1}
          value={check.prompt}
          error={check.prompt.trim() === '' ? 'is empty' : undefined}
          onChange={(event) => {
            onChange({ ...check, prompt: event.currentTarget.value });
          }}
        />
        <ActionIcon variant="subtle" mt={24} aria-label={`Remove check ${String(number)}`} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </Group>
      <Radio.Group
        label="Options; mark the right one"
        value={String(check.expected)}
        onChange={(value) => {
          onChange({ ...check, expected: Number(value) });
        }}
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
              onClick={() => {
                onChange({ ...check, options: [...check.options, 'Other'] });
              }}
            >
              Add an option
            </Button>
          )}
        </Group>
      </Radio.Group>
    </div>
  );
}

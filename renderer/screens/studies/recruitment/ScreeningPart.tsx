import { ActionIcon, Button, Checkbox, Group, Text, Textarea, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ScreeningQuestion } from '../../../../shared/contract/recruitment.ts';
import classes from './Recruitment.module.css';
import type { FormPart } from './settingsForm.ts';

const FRESH: ScreeningQuestion = {
  prompt: 'Is your vision normal, or corrected to normal?',
  options: [
    { text: 'Yes', passes: true },
    { text: 'No', passes: false },
  ],
};

/** Questions before the study that decide who takes part. */
export function ScreeningPart({ settings: { screening }, change }: FormPart) {
  const put = (next: readonly ScreeningQuestion[]) => change({ screening: [...next] });
  return (
    <section aria-label="Screening">
      <h3>Screening</h3>
      <p>
        Casebook asks these after consent. People who choose an option without “may take part” are screened
        out.
      </p>
      {screening.map((question, index) => (
        <Question
          // Questions have no name of their own; nothing in the form depends on which was which.
          key={`question ${String(index)}`}
          number={index + 1}
          question={question}
          onChange={(changed) => put(screening.map((each, at) => (at === index ? changed : each)))}
          onRemove={() => put(screening.filter((_, at) => at !== index))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={screening.length >= 20}
          onClick={() => put([...screening, FRESH])}
        >
          Add a question
        </Button>
      </Group>
    </section>
  );
}

function Question({
  number,
  question,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly question: ScreeningQuestion;
  readonly onChange: (question: ScreeningQuestion) => void;
  readonly onRemove: () => void;
}) {
  const { prompt, options } = question;
  const changeOption = (index: number, changed: Partial<ScreeningQuestion['options'][number]>) => {
    onChange({
      ...question,
      options: options.map((each, at) => (at === index ? { ...each, ...changed } : each)),
    });
  };
  return (
    <div className={classes['question']} role="group" aria-label={`Screening question ${String(number)}`}>
      <Group align="flex-start" wrap="nowrap">
        <Textarea
          label="Question"
          autosize
          flex={1}
          maxLength={1000}
          value={prompt}
          error={prompt === '' ? 'is empty' : undefined}
          onChange={(event) => onChange({ ...question, prompt: event.currentTarget.value })}
        />
        <ActionIcon
          variant="subtle"
          mt={24}
          aria-label={`Remove screening question ${String(number)}`}
          onClick={onRemove}
        >
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </Group>
      {options.map(({ text, passes }, index) => (
        <div
          // The same holds for options.
          key={`option ${String(index)}`}
          className={classes['option']}
        >
          <TextInput
            aria-label={`Option ${String(index + 1)}`}
            maxLength={500}
            value={text}
            error={text === '' ? 'is empty' : undefined}
            onChange={(event) => changeOption(index, { text: event.currentTarget.value })}
          />
          <Checkbox
            label="may take part"
            aria-label={`Option ${String(index + 1)} may take part`}
            checked={passes}
            onChange={(event) => changeOption(index, { passes: event.currentTarget.checked })}
          />
          {options.length > 2 && (
            <ActionIcon
              variant="subtle"
              aria-label={`Remove option ${String(index + 1)}`}
              onClick={() => onChange({ ...question, options: options.filter((_, at) => at !== index) })}
            >
              <Trash2 size={12} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {options.every(({ passes }) => !passes) && (
        <Text c="red" size="xs" role="alert">
          Nobody could take part: mark an option.
        </Text>
      )}
      <Group>
        <Button
          variant="subtle"
          disabled={options.length >= 20}
          onClick={() => onChange({ ...question, options: [...options, { text: 'Other', passes: false }] })}
        >
          Add an option
        </Button>
      </Group>
    </div>
  );
}

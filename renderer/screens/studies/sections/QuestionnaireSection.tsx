import { ActionIcon, Button, Group, TagsInput, Textarea } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ClosingQuestion } from '../../../../shared/domain/study.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';

const FRESH: ClosingQuestion = { prompt: 'Was anything unclear?', options: [] };

/** Questions about the participant or the study, asked at the end. */
export function QuestionnaireSection({ settings, change }: SectionProps) {
  const questions = settings.questionnaire ?? [];
  const put = (next: readonly ClosingQuestion[]) => change({ questionnaire: [...next] });
  return (
    <section className={classes['section']} aria-label="Questionnaire">
      <h2>Questionnaire</h2>
      <p>Asked after the last item. The answers are in the report and never count towards a figure.</p>
      {questions.map((question, index) => {
        const number = String(index + 1);
        const replace = (changed: Partial<ClosingQuestion>) => {
          put(questions.map((each, at) => (at === index ? { ...each, ...changed } : each)));
        };
        return (
          <div
            // Questions have no name of their own; nothing in the form depends on which was which.
            key={`question ${number}`}
            className={classes['check']}
            role="group"
            aria-label={`Question ${number}`}
          >
            <Group align="flex-start" wrap="nowrap">
              <Textarea
                label="Question"
                autosize
                flex={1}
                maxLength={2000}
                value={question.prompt}
                error={question.prompt.trim() === '' ? 'is empty' : undefined}
                onChange={(event) => replace({ prompt: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                mt={24}
                aria-label={`Remove question ${number}`}
                onClick={() => put(questions.filter((_, at) => at !== index))}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </Group>
            <TagsInput
              label="Options"
              placeholder={
                question.options.length === 0 ? 'None: answered in their own words' : 'Add an option'
              }
              error={question.options.length === 1 ? 'Add another option' : undefined}
              maxTags={20}
              clearable
              value={[...question.options]}
              onChange={(options) => replace({ options })}
            />
          </div>
        );
      })}
      <Group>
        <Button
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={questions.length >= 50}
          onClick={() => put([...questions, FRESH])}
        >
          Add a question
        </Button>
      </Group>
    </section>
  );
}

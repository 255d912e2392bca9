import { ActionIcon, Box, Button, Flex, Group, Tooltip } from '@mantine/core';
import { Plus, Trash2, WandSparkles } from 'lucide-react';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';
import type { QuestionActions, QuestionKind } from './useQuestions.ts';

const KINDS: readonly { readonly kind: QuestionKind; readonly title: string; readonly help: string }[] = [
  { kind: 'perception', title: 'Perception', help: 'Asks whether the clue is visible, and says where.' },
  { kind: 'reasoning', title: 'Reasoning', help: 'Asks what the clue implies.' },
];

/** The claim taken apart: whether the clue is seen, and whether what it means is understood. */
export function QuestionsPart({ questions }: { readonly questions: QuestionActions }) {
  const { readOnly } = useDesk();
  return (
    <>
      {KINDS.map(({ kind, title, help }) => (
        <QuestionList key={kind} kind={kind} title={title} help={help} questions={questions} />
      ))}
      <Button
        size="compact-sm"
        variant="default"
        className={classes['add'] ?? ''}
        leftSection={<WandSparkles size={14} aria-hidden />}
        rightSection={<KeyCaps value="Alt+S" />}
        disabled={readOnly}
        onClick={questions.suggest}
      >
        Suggest from the clue
      </Button>
    </>
  );
}

function QuestionList({
  kind,
  title,
  help,
  questions,
}: {
  readonly kind: QuestionKind;
  readonly title: string;
  readonly help: string;
  readonly questions: QuestionActions;
}) {
  const { readOnly } = useDesk();
  const { answer } = useAnswerForm();
  const { problems, messageId, control } = useFieldProblems(kind);
  return (
    <Flex component="section" direction="column" gap="sm" data-field={kind} aria-label={`${title} questions`}>
      <Group gap="sm" wrap="nowrap">
        <Box component="span" fw={500}>
          {title}
        </Box>
        <Box component="span" flex={1} c="dimmed" fz="xs">
          {help}
        </Box>
        <Tooltip label={`Add a ${kind} question`}>
          <ActionIcon
            size={22}
            aria-label={`Add a ${kind} question`}
            aria-describedby={control['aria-describedby']}
            disabled={readOnly}
            onClick={() => questions.add(kind)}
          >
            <Plus size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Messages id={messageId} problems={problems} />
      {answer[kind].map((each, index) => {
        const number = String(index + 1);
        return (
          // Questions have no identity of their own: their place is what the data set knows them by.
          <div key={`${kind} ${number}`} className={classes['question']}>
            <TextField
              path={`${kind}.${String(index)}.question`}
              label={`${title} question ${number}`}
              hideLabel
              value={each.question}
              onType={(question, keystroke) => questions.write(kind, index, { question }, keystroke)}
            />
            <div className={classes['answer']}>
              <TextField
                path={`${kind}.${String(index)}.answer`}
                label={`Answer to ${kind} question ${number}`}
                hideLabel
                singleLine
                value={each.answer}
                onType={(text, keystroke) => questions.write(kind, index, { answer: text }, keystroke)}
              />
            </div>
            <Tooltip label={`Delete ${kind} question ${number}`}>
              <ActionIcon
                size={28}
                aria-label={`Delete ${kind} question ${number}`}
                disabled={readOnly}
                onClick={() => questions.remove(kind, index)}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
        );
      })}
    </Flex>
  );
}

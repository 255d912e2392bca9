import { ActionIcon, Button, Flex, Stack, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BookPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Guideline, isForRound } from '../../../shared/contract/guidelines.ts';
import type { Task } from '../../../shared/benchmarks/task.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { queryClient } from '../../client/queryClient.ts';
import { client, failureOf, orpc } from '../../client/index.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { toastFailure } from '../feedback/toast.tsx';
import { categoriesOf } from './categories.ts';
import { GuidelineDialog, type GuidelineStart } from './GuidelineDialog.tsx';
import classes from './Guidelines.module.css';

/** The guidelines of a task, in the order of its form. */
export function useGuidelines(task: Task, vocabulary: JsonObject) {
  const query = useQuery(orpc.guidelines.list.queryOptions({ input: { task: task.id } }));
  const order = task.fields(vocabulary).map(({ name }) => name);
  const place = ({ field }: Guideline): number => {
    const at = order.indexOf(field);
    return at < 0 ? order.length : at;
  };
  return {
    error: query.error,
    guidelines: query.data?.toSorted((a, b) => place(a) - place(b)),
  };
}

/** Guidance for raters, by field and category; people who may edit it add and remove. */
export function GuidelineList({
  task,
  vocabulary,
  answer,
  round,
  mayChange,
}: {
  readonly task: Task;
  readonly vocabulary: JsonObject;
  /** Which labels boxes can have follows from it. */
  readonly answer: JsonObject;
  /** The round that is answered: others' guidelines are left out; null: all are listed. */
  readonly round: number | null;
  readonly mayChange: boolean;
}) {
  const { guidelines = [], error } = useGuidelines(task, vocabulary);
  const [start, setStart] = useState<GuidelineStart | null>(null);
  const fields = task.fields(vocabulary);
  const titleOf = ({ field, category, round: only }: Guideline): string => {
    const title = fields.find(({ name }) => name === field)?.title ?? field;
    const about = category === null ? title : `${title}: ${category}`;
    return only === null ? about : `${about} (round ${String(only)})`;
  };
  const shown = guidelines.filter((guideline) => isForRound(guideline, round));

  const remove = async (guideline: Guideline): Promise<void> => {
    const agreed = await confirm({
      title: `Remove the guideline on “${titleOf(guideline)}”?`,
      message: 'Raters no longer see it. The history keeps it.',
      action: 'Remove guideline',
    });
    if (!agreed) return;
    try {
      await client.guidelines.remove({ id: guideline.id });
      await queryClient.invalidateQueries({ queryKey: orpc.guidelines.key() });
    } catch (failure) {
      toastFailure('The guideline was not removed', failure);
    }
  };

  return (
    <Stack gap="sm">
      {error !== null && <p role="alert">Guidelines could not be read: {failureOf(error).message}</p>}
      {shown.length > 0 && (
        <Flex component="dl" direction="column" gap="sm">
          {shown.map((guideline) => (
            <div key={guideline.id} className={classes['entry']}>
              <dt>{titleOf(guideline)}</dt>
              <dd>
                <span className={classes['note']}>{guideline.note}</span>
                {mayChange && (
                  <Tooltip label="Remove">
                    <ActionIcon
                      size={22}
                      aria-label={`Remove the guideline on ${titleOf(guideline)}`}
                      onClick={() => void remove(guideline)}
                    >
                      <Trash2 size={14} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                )}
              </dd>
            </div>
          ))}
        </Flex>
      )}
      {mayChange && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes['add'] ?? ''}
          leftSection={<BookPlus size={14} aria-hidden />}
          onClick={() => setStart({ field: fields[0]?.name ?? '', category: '' })}
        >
          Add a guideline
        </Button>
      )}
      <GuidelineDialog
        task={task.id}
        fields={fields}
        start={start}
        categoriesOf={categoriesOf(task, vocabulary, answer)}
        onClose={() => setStart(null)}
      />
    </Stack>
  );
}

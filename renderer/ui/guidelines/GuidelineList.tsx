import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BookPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Guideline } from '../../../shared/contract/guidelines.ts';
import type { Task } from '../../../shared/benchmarks/benchmark.ts';
import type { JsonObject } from '../../../shared/domain/json.ts';
import { queryClient } from '../../client/queryClient.ts';
import { client, failureOf, orpc } from '../../client/index.ts';
import { confirm } from '../confirm.tsx';
import { toastFailure } from '../toast.tsx';
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

/** What raters are told, by field and category; whoever may, adds and removes. */
export function GuidelineList({
  task,
  vocabulary,
  answer,
  mayChange,
}: {
  readonly task: Task;
  readonly vocabulary: JsonObject;
  /** Which labels boxes can have follows from it. */
  readonly answer: JsonObject;
  readonly mayChange: boolean;
}) {
  const { guidelines = [], error } = useGuidelines(task, vocabulary);
  const [start, setStart] = useState<GuidelineStart | null>(null);
  const fields = task.fields(vocabulary);
  const titleOf = ({ field, category }: Guideline): string => {
    const title = fields.find(({ name }) => name === field)?.title ?? field;
    return category === null ? title : `${title}: ${category}`;
  };

  const remove = async (guideline: Guideline): Promise<void> => {
    const agreed = await confirm({
      title: `Remove the guideline on “${titleOf(guideline)}”?`,
      message: 'Raters do not see it any more. It stays in the history.',
      action: 'Remove it',
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
    <div className={classes['guidelines']}>
      {error !== null && <p role="alert">Guidelines could not be read: {failureOf(error).message}</p>}
      {guidelines.length > 0 && (
        <dl className={classes['list']}>
          {guidelines.map((guideline) => (
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
        </dl>
      )}
      {mayChange && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes['add'] ?? ''}
          leftSection={<BookPlus size={14} aria-hidden />}
          onClick={() => {
            setStart({ field: fields[0]?.name ?? '', category: '' });
          }}
        >
          Add a guideline
        </Button>
      )}
      <GuidelineDialog
        task={task.id}
        fields={fields}
        start={start}
        categoriesOf={categoriesOf(task, vocabulary, answer)}
        onClose={() => {
          setStart(null);
        }}
      />
    </div>
  );
}

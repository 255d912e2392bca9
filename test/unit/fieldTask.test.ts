import { expect, it } from 'vitest';
import { taskOf } from '../../electron/core/features/import/ratings/fieldTask.ts';
import { generic } from '../../shared/benchmarks/generic/index.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import { present } from '../helpers/present.ts';

const vocabulary = { labels: [], imageAttributes: [{ id: 'w', name: 'W', kind: 'text', required: false }] };

it('is the one that has the field', () => {
  const main = present(mcsBench.tasks[0]);
  const name = present(main.fields({})[0]).name;
  expect(taskOf({ name, task: null }, mcsBench, {})).toEqual({ task: main, isNew: false });
});

it('is the main one for a new field, where its fields are open', () => {
  expect(taskOf({ name: 'mood', task: null }, generic, vocabulary)).toEqual({
    task: generic.tasks[0],
    isNew: true,
  });
});

it.each([
  { name: 'mood', task: 'none', of: generic, reason: 'There is no task "none"; there is ' },
  { name: 'a\nb', task: null, of: generic, reason: 'This cannot be a field name' },
  { name: '__proto__', task: null, of: generic, reason: 'This cannot be a field name' },
  { name: 'mood', task: null, of: mcsBench, reason: `${mcsBench.title} has no such field; its fields are ` },
])('is none for $name of $task: $reason', ({ name, task, of, reason }) => {
  expect(taskOf({ name, task }, of, vocabulary)).toContain(reason);
});

it('is unclear where several have the field', () => {
  const [main] = generic.tasks;
  const tasks = [present(main), { ...present(main), id: 'second' }];
  const name = present(present(main).fields(vocabulary)[0]).name;
  expect(taskOf({ name, task: null }, { tasks, title: '' }, vocabulary)).toContain(
    'Several tasks have this field',
  );
  expect(taskOf({ name, task: 'second' }, { tasks, title: '' }, vocabulary)).toEqual({
    task: tasks[1],
    isNew: false,
  });
});

import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../../shared/contract/transfer.ts';
import type {
  LabelStudioAnswer,
  LabelStudioTask,
  LabelStudioValue,
} from '../../formats/labelStudioReader.ts';
import { readLabelStudioTask } from '../../formats/labelStudioReader.ts';
import { layoutOf, readSource } from '../../formats/sourceFile.ts';
import type { RaterDescription, ReadRatings } from './importRatings.ts';
import { timeOf } from './importRatingsCsv.ts';
import type { ReportBuilder } from './importReport.ts';
import type { BoxCell } from './ratingValues.ts';
import type { Work } from './work.ts';

/** Stars are counted up to this unless somebody gave more. */
const USUAL_RATING = 5;

/** What a field was answered with, over all tasks. */
interface Usage {
  readonly kinds: Set<LabelStudioValue['kind']>;
  several: boolean;
  most: number;
}

interface Options {
  /** The field that boxes belong to, null where the casebook's tasks have none. */
  readonly boxField: string | null;
  /** The level that a field has in the casebook or that was asked for; undefined where neither is so. */
  readonly levelOf: (field: string) => string | undefined;
}

/**
 * Ratings of a JSON export of Label Studio: every annotator's annotation of a task, every model's predictions. The file
 * is read twice: only its end tells which questions can have several answers.
 */
export function ratingsOfLabelStudio(path: string, { boxField, levelOf }: Options): ReadRatings {
  return async (staging, report, work) => {
    const items = new Map<string, ParsedItem>();
    const raters = new Map<string, RaterDescription>();
    const usages = new Map<string, Usage>();
    if ((await stat(path)).size === 0) report.skip(basename(path), null, 'The file is empty.');
    for await (const { task } of tasksOf(path, work, report)) {
      if (items.has(task.item)) {
        report.skip(`task ${task.item}`, null, 'There is another task of this name.');
        continue;
      }
      items.set(task.item, itemOf(task));
      for (const { field, reason } of task.left) report.warn(task.item, field, reason);
      for (const { rater, values } of latestOfEach(task, report)) {
        const { handle, name, kind } = rater;
        raters.set(handle, { kind, name, version: kind === 'model' ? name : null });
        for (const value of values) {
          if (value.kind !== 'boxes') note(usages, value);
          else if (boxField === null)
            report.warn(task.item, 'boxes', 'This casebook’s tasks have no boxes: left out.');
        }
      }
    }
    const levels = levelsOf(usages);
    const isSet = (field: string): boolean => (levelOf(field) ?? levels.get(field)?.level) === 'set';
    const staged = new Set<string>();
    for await (const { task, number } of tasksOf(path, work, null)) {
      if (staged.has(task.item)) continue;
      staged.add(task.item);
      for (const { rater, at, values } of latestOfEach(task, null)) {
        const submittedAt = at === null ? null : (timeOf(at) ?? null);
        for (const value of values) {
          const [field, cell] = cellOf(value, boxField, isSet);
          if (field === null || cell === '') continue;
          staging.add({
            line: number,
            item: task.item,
            rater: rater.handle,
            task: null,
            field,
            round: 1,
            value: cell,
            submittedAt,
          });
        }
      }
    }
    return { levels, raters, items };
  };
}

async function* tasksOf(
  path: string,
  work: Work,
  report: ReportBuilder | null,
): AsyncGenerator<{ task: LabelStudioTask; number: number }, void> {
  let number = 0;
  const elements = readSource(path, await layoutOf(path), {
    signal: work.signal,
    progress: (done, total) => work.progress('Reading', done, total),
  });
  for await (const element of elements) {
    if (!element.ok) {
      report?.skip(element.where, null, element.reason);
      continue;
    }
    if (element.member !== null) {
      report?.skip('the file', null, 'It holds one object where a list of tasks is expected.');
      return;
    }
    number += 1;
    const read = readLabelStudioTask(element.value);
    if (read.ok) yield { task: read.task, number };
    else
      for (const { field, reason } of read.problems)
        report?.skip(`task ${read.item ?? String(number)}`, field, reason);
  }
}

/** One answer of each rater: who answered a task several times means the latest. */
function latestOfEach({ item, answers }: LabelStudioTask, report: ReportBuilder | null): LabelStudioAnswer[] {
  const latest = new Map<string, LabelStudioAnswer>();
  for (const answer of answers) {
    const key = answer.rater.handle.toLowerCase();
    const before = latest.get(key);
    if (before !== undefined) {
      report?.warn(item, 'annotations', 'A rater answered several times: the latest answer counts.');
    }
    if (before === undefined || (answer.at ?? '') >= (before.at ?? '')) latest.set(key, answer);
  }
  return [...latest.values()];
}

function note(usages: Map<string, Usage>, value: Exclude<LabelStudioValue, { kind: 'boxes' }>): void {
  const usage = usages.get(value.field) ?? { kinds: new Set(), several: false, most: 0 };
  usages.set(value.field, usage);
  usage.kinds.add(value.kind);
  if (value.kind === 'choice') usage.several ||= value.chosen.length > 1;
  if (value.kind === 'rating') usage.most = Math.max(usage.most, value.value);
}

/** A value as ratings are staged: its field, null where it has none, and its cell. */
function cellOf(
  value: LabelStudioValue,
  boxField: string | null,
  isSet: (field: string) => boolean,
): [string | null, string] {
  switch (value.kind) {
    case 'boxes':
      return [
        boxField,
        JSON.stringify(value.boxes.map((box): BoxCell => ({ ...box, image: 1, relative: true }))),
      ];
    case 'choice': {
      const [only = '', ...others] = value.chosen;
      return [value.field, isSet(value.field) || others.length > 0 ? JSON.stringify(value.chosen) : only];
    }
    case 'rating':
    case 'number':
      return [value.field, String(value.value)];
    case 'text':
      return [value.field, value.text];
  }
}

/** Choices of one are names, of several sets; stars are a scale from 1. */
function levelsOf(usages: ReadonlyMap<string, Usage>): Map<string, FieldLevel> {
  return new Map(
    [...usages].map(([field, { kinds, several, most }]): [string, FieldLevel] => {
      if (kinds.has('text')) return [field, { level: 'text' }];
      if (kinds.has('choice')) return [field, { level: several ? 'set' : 'nominal' }];
      if (kinds.has('number')) return [field, { level: 'interval' }];
      const order = Array.from({ length: Math.min(1000, Math.max(USUAL_RATING, most)) }, (_, index) =>
        String(index + 1),
      );
      return [field, { level: 'ordinal', order }];
    }),
  );
}

function itemOf({ item, payload, images }: LabelStudioTask): ParsedItem {
  return { externalId: item, payload, images: images.map((name) => ({ role: 'image', name })) };
}

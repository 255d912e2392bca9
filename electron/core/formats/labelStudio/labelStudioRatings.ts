import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../../shared/contract/importExport.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import {
  type LabelStudioAnswer,
  type LabelStudioTask,
  type LabelStudioValue,
  readLabelStudioTask,
} from './labelStudioReader.ts';
import type { LabelStudioBox } from './labelStudioRegions.ts';
import { Tally } from '../reading/tally.ts';
import { layoutOf, readSource } from '../reading/sourceFile.ts';
import type { RaterDescription, RatingStaging, ReadRatings } from '../ratings/ratingStaging.ts';
import { timeOf } from '../ratings/ratingsCsv.ts';
import type { ReportBuilder } from '../reading/importReport.ts';
import type { BoxCell } from '../ratings/ratingValues.ts';
import type { TaskItem } from './labelStudioItems.ts';
import type { Work } from '../../base/work.ts';

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
  /** Which item a task is about. */
  readonly itemOf: (task: LabelStudioTask) => TaskItem;
}

/**
 * Ratings of a JSON export of Label Studio: every annotator's annotation, every model's prediction. A rater who was
 * asked for boxes and drew none says that there are none. The file is read twice: only its end shows which questions
 * have several answers and whether boxes were asked for.
 */
export function ratingsOfLabelStudio(path: string, options: Options): ReadRatings {
  return async (staging, report, work) => {
    const survey = new TaskSurvey(options, report);
    if ((await stat(path)).size === 0) report.skip(basename(path), null, 'The file is empty.');
    for await (const { task, number } of tasksOf(path, work, report)) survey.take(task, number);
    survey.end();
    for await (const { task, number } of tasksOf(path, work, null)) survey.stage(task, number, staging);
    return { levels: survey.levels, raters: survey.raters, items: survey.items };
  };
}

type KnownTask = Extract<TaskItem, { ok: true }>;

/** What the tasks of a file are about and how they were answered: gathered first, then staged. */
class TaskSurvey {
  readonly items = new Map<string, ParsedItem>();
  readonly raters = new Map<string, RaterDescription>();
  readonly #options: Options;
  readonly #report: ReportBuilder;
  readonly #usages = new Map<string, Usage>();
  /** Who drew anything. */
  readonly #drawers = new Set<string>();
  readonly #regions: RegionCount;
  /** By their numbers in the file. */
  readonly #known = new Map<number, KnownTask>();
  #levels: ReadonlyMap<string, FieldLevel> = new Map();

  constructor(options: Options, report: ReportBuilder) {
    this.#options = options;
    this.#report = report;
    this.#regions = new RegionCount(report);
  }

  get levels(): ReadonlyMap<string, FieldLevel> {
    return this.#levels;
  }

  /** Notes a task with its answers. */
  take(task: LabelStudioTask, number: number): void {
    const about = this.#options.itemOf(task);
    const report = this.#report;
    if (!about.ok) {
      report.skip(`task ${task.item}`, about.field, about.reason);
      return;
    }
    if (this.items.has(about.item)) {
      const reason = about.byImage
        ? `There is another task about ${about.item}.`
        : 'There is another task of this name.';
      report.skip(`task ${task.item}`, null, reason);
      return;
    }
    this.#known.set(number, about);
    this.items.set(about.item, parsedItem(about.item, task));
    if (task.answers.length === 0)
      report.left(['task that nobody answered', 'tasks that nobody answered'], 1);
    for (const answer of latestOfEach(task, report)) {
      const { handle, name, kind } = answer.rater;
      this.raters.set(handle, { kind, name, version: kind === 'model' ? name : null });
      for (const { field, reason } of answer.problems) report.skip(`${about.item}, ${handle}`, field, reason);
      for (const value of answer.values)
        if (value.kind === 'boxes') this.#takeBoxes(value.boxes, answer.rater, about, task);
        else note(this.#usages, value);
    }
  }

  /** To be called once all are noted: says of the whole file what there is to say. */
  end(): void {
    const byImage = [...this.#known.values()].filter((about) => about.byImage).length;
    if (byImage > 0) {
      this.#report.warn(
        null,
        'image',
        `${String(byImage)} ${byImage === 1 ? 'task is' : 'tasks are'} about existing items, recognised by the names of their images.`,
      );
    }
    this.#regions.end();
    this.#levels = levelsOf(this.#usages);
  }

  /** Stages the answers to a task that was noted. */
  stage(task: LabelStudioTask, number: number, staging: RatingStaging): void {
    const about = this.#known.get(number);
    if (about === undefined) return;
    const { boxField, levelOf } = this.#options;
    const isSet = (field: string): boolean => (levelOf(field) ?? this.#levels.get(field)?.level) === 'set';
    for (const answer of latestOfEach(task, null)) {
      const { rater, at } = answer;
      const submittedAt = at === null ? null : (timeOf(at) ?? null);
      const values = this.#saysNone(answer)
        ? [...answer.values, { kind: 'boxes' as const, boxes: [] }]
        : answer.values;
      if (values.length === 0 && answer.drewNothing) {
        this.#report.warn(
          about.item,
          'annotations',
          'An annotation is empty, and nobody was asked for boxes: it has nothing to import.',
        );
      }
      for (const value of values) {
        const [field, cell] = cellOf(value, { boxField, isSet, places: about.places });
        if (field === null || cell === '') continue;
        staging.add({
          line: number,
          item: about.item,
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

  #takeBoxes(
    boxes: readonly LabelStudioBox[],
    rater: LabelStudioAnswer['rater'],
    about: KnownTask,
    task: LabelStudioTask,
  ): void {
    if (this.#options.boxField === null) {
      this.#report.warn(about.item, 'boxes', 'This casebook’s tasks have no boxes: left out.');
      return;
    }
    const lost = boxes.find(({ image }) => about.places[image] === null);
    if (lost === undefined) this.#drawers.add(keyOf(rater));
    else
      this.#report.skip(
        `${about.item}, ${rater.handle}`,
        'boxes',
        `The item has no image ${task.images[lost.image]?.name ?? ''}. The boxes of this annotation are left out.`,
      );
    this.#regions.add(about.item, boxes);
  }

  /** Whether a rater says that there are no boxes: they were asked for boxes and drew none. */
  #saysNone({ rater, drewNothing }: LabelStudioAnswer): boolean {
    // Of a file in which nobody says anything, nothing tells what was asked: then it was what the casebook asks.
    const isAsked = this.#options.boxField !== null && (this.#drawers.size > 0 || this.#usages.size === 0);
    // A model that never draws was not asked to.
    return isAsked && drewNothing && (rater.kind === 'human' || this.#drawers.has(keyOf(rater)));
  }
}

/** As the casebook tells raters apart. */
const keyOf = ({ handle }: LabelStudioAnswer['rater']): string => handle.toLowerCase();

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
      report?.skip('the file', null, 'It has one object instead of a list of tasks.');
      return;
    }
    number += 1;
    const read = readLabelStudioTask(element.value, (what, count) => report?.left(what, count));
    if (read.ok) yield { task: read.task, number };
    else
      for (const { field, reason } of read.problems)
        report?.skip(`task ${read.item ?? String(number)}`, field, reason);
  }
}

/** One answer of each rater: who answered a task several times means the latest. */
function latestOfEach({ answers }: LabelStudioTask, report: ReportBuilder | null): LabelStudioAnswer[] {
  const latest = new Map<string, LabelStudioAnswer>();
  for (const answer of answers) {
    const key = keyOf(answer.rater);
    const before = latest.get(key);
    if (before !== undefined)
      report?.left(
        [
          'annotation before its annotator’s latest of the task',
          'annotations before their annotators’ latest of the task',
        ],
        1,
      );
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
  {
    boxField,
    isSet,
    places,
  }: {
    readonly boxField: string | null;
    readonly isSet: (field: string) => boolean;
    readonly places: readonly (number | null)[];
  },
): [string | null, string] {
  switch (value.kind) {
    case 'boxes': {
      const cells = value.boxes.map((box) => boxCellOf(box, places));
      // Boxes are no rating if one of them has no image.
      return [boxField, cells.includes(null) ? '' : JSON.stringify(cells)];
    }
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

function boxCellOf(
  { label, image, x, y, width, height, note, attributes, foreign }: LabelStudioBox,
  places: readonly (number | null)[],
): BoxCell | null {
  // A task without an image has its boxes on the first, which is missing.
  const place = places.length === 0 ? 1 : places[image];
  return place === undefined || place === null
    ? null
    : { label, image: place, x, y, width, height, note, attributes, relative: true, foreign };
}

/** Counts regions by how they were drawn, and says once of each kind that boxes stand for them. */
class RegionCount {
  readonly #report: ReportBuilder;
  readonly #drawn = new Tally();
  #all = 0;
  #severalLabels = 0;

  constructor(report: ReportBuilder) {
    this.#report = report;
  }

  add(item: string, boxes: readonly LabelStudioBox[]): void {
    this.#all += boxes.length;
    for (const box of boxes) {
      if (box.drawn !== null) this.#drawn.add(box.drawn, 1);
      if (box.hasMoreLabels) this.#severalLabels += 1;
      if (box.isCut) this.#report.warn(item, 'boxes', 'A box reached beyond its image and was cut to it.');
    }
  }

  end(): void {
    const ofAll = `of ${counted(this.#all, 'region')}`;
    for (const { what, count } of this.#drawn.lines())
      this.#report.warn(
        null,
        'boxes',
        count === 1
          ? `1 ${ofAll} is ${what}: compared by its box.`
          : `${formatCount(count)} ${ofAll} are ${what}: compared by their boxes.`,
      );
    const several = this.#severalLabels;
    if (several > 0)
      this.#report.warn(
        null,
        'boxes',
        `${formatCount(several)} ${ofAll} ${several === 1 ? 'has' : 'have'} several labels: compared by the first.`,
      );
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

function parsedItem(externalId: string, { payload, images }: LabelStudioTask): ParsedItem {
  return { externalId, payload, images: images.map(({ name }) => ({ role: 'image', name })) };
}

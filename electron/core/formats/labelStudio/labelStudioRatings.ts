import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../../shared/contract/importExport.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { LabelStudioAnswer, LabelStudioTask, LabelStudioValue } from './labelStudioReader.ts';
import { readLabelStudioTask } from './labelStudioReader.ts';
import type { LabelStudioBox } from './labelStudioRegions.ts';
import { Tally } from '../reading/tally.ts';
import { layoutOf, readSource } from '../reading/sourceFile.ts';
import type { RaterDescription, ReadRatings } from '../ratings/ratingStaging.ts';
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
 * Ratings of a JSON export of Label Studio: every annotator's annotation of a task, every model's predictions. A rater
 * who was asked for boxes and drew none says that there are none. The file is read twice: only its end tells which
 * questions can have several answers, and whether anybody was asked for boxes.
 */
export function ratingsOfLabelStudio(path: string, { boxField, levelOf, itemOf }: Options): ReadRatings {
  return async (staging, report, work) => {
    const items = new Map<string, ParsedItem>();
    const raters = new Map<string, RaterDescription>();
    const usages = new Map<string, Usage>();
    const drawers = new Set<string>();
    const regions = createRegionCount(report);
    const known = new Map<number, Extract<TaskItem, { ok: true }>>();
    let byImage = 0;
    if ((await stat(path)).size === 0) report.skip(basename(path), null, 'The file is empty.');
    for await (const { task, number } of tasksOf(path, work, report)) {
      const about = itemOf(task);
      if (!about.ok) {
        report.skip(`task ${task.item}`, about.field, about.reason);
        continue;
      }
      if (items.has(about.item)) {
        report.skip(
          `task ${task.item}`,
          null,
          about.byImage
            ? `There is another task about ${about.item}.`
            : 'There is another task of this name.',
        );
        continue;
      }
      known.set(number, about);
      if (about.byImage) byImage += 1;
      items.set(about.item, parsedItem(about.item, task));
      if (task.answers.length === 0)
        report.left(['task that nobody answered', 'tasks that nobody answered'], 1);
      for (const { rater, values, problems } of latestOfEach(task, report)) {
        const { handle, name, kind } = rater;
        raters.set(handle, { kind, name, version: kind === 'model' ? name : null });
        for (const { field, reason } of problems) report.skip(`${about.item}, ${handle}`, field, reason);
        for (const value of values) {
          if (value.kind !== 'boxes') note(usages, value);
          else if (boxField === null)
            report.warn(about.item, 'boxes', 'This casebook’s tasks have no boxes: left out.');
          else {
            const lost = value.boxes.find(({ image }) => about.places[image] === null);
            if (lost === undefined) drawers.add(keyOf(rater));
            else
              report.skip(
                `${about.item}, ${handle}`,
                'boxes',
                `The item has no image ${task.images[lost.image]?.name ?? ''}. The boxes of this annotation are left out.`,
              );
            regions.add(about.item, value.boxes);
          }
        }
      }
    }
    if (byImage > 0) {
      report.warn(
        null,
        'image',
        `${String(byImage)} ${byImage === 1 ? 'task is' : 'tasks are'} about existing items, recognised by the names of their images.`,
      );
    }
    regions.end();
    const levels = levelsOf(usages);
    const isSet = (field: string): boolean => (levelOf(field) ?? levels.get(field)?.level) === 'set';
    // Of a file in which nobody says anything, nothing tells what was asked: then it was what the casebook asks.
    const asksForBoxes = boxField !== null && (drawers.size > 0 || usages.size === 0);
    // A model that never draws was not asked to.
    const saysNone = ({ rater, drewNothing }: LabelStudioAnswer): boolean =>
      asksForBoxes && drewNothing && (rater.kind === 'human' || drawers.has(keyOf(rater)));
    for await (const { task, number } of tasksOf(path, work, null)) {
      const about = known.get(number);
      if (about === undefined) continue;
      for (const answer of latestOfEach(task, null)) {
        const { rater, at } = answer;
        const submittedAt = at === null ? null : (timeOf(at) ?? null);
        const values = saysNone(answer)
          ? [...answer.values, { kind: 'boxes' as const, boxes: [] }]
          : answer.values;
        if (values.length === 0 && answer.drewNothing) {
          report.warn(
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
    return { levels, raters, items };
  };
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
      // Boxes of which one has no image are no rating.
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
function createRegionCount(report: ReportBuilder): {
  add(item: string, boxes: readonly LabelStudioBox[]): void;
  end(): void;
} {
  const drawn = new Tally();
  let [all, severalLabels] = [0, 0];
  return {
    add(item, boxes) {
      all += boxes.length;
      for (const box of boxes) {
        if (box.drawn !== null) drawn.add(box.drawn, 1);
        if (box.hasMoreLabels) severalLabels += 1;
        if (box.isCut) report.warn(item, 'boxes', 'A box reached beyond its image and was cut to it.');
      }
    },
    end() {
      const ofAll = `of ${counted(all, 'region')}`;
      for (const { what, count } of drawn.lines())
        report.warn(
          null,
          'boxes',
          count === 1
            ? `1 ${ofAll} is ${what}: compared by its box.`
            : `${formatCount(count)} ${ofAll} are ${what}: compared by their boxes.`,
        );
      if (severalLabels > 0)
        report.warn(
          null,
          'boxes',
          `${formatCount(severalLabels)} ${ofAll} ${severalLabels === 1 ? 'has' : 'have'} several labels: compared by the first.`,
        );
    },
  };
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

import type { Case } from '../../../../shared/contract/adjudications.ts';
import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { fieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { type Box, type Size, toSubpixels } from '../../../../shared/base/geometry.ts';
import type { ImageId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';

/** What raters said of an item, and what of it is decided on. */
export type Disagreement = Pick<Case, 'columns' | 'fields' | 'clusters' | 'sameBox'>;

/** A draft of the decision, or the decision. */
export interface DecisionDraft {
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
}

export interface DecisionSubject {
  readonly task: Task;
  readonly vocabulary: JsonObject;
  readonly disagreement: Disagreement;
  readonly draft: DecisionDraft;
  /** Sizes of images, in pixels: a mean is kept in the steps in which boxes are. */
  readonly sizes: ReadonlyMap<ImageId, Size>;
}

/** Where a box of the decision is from; `columns` are those that drew it, or whose mean it is. */
export interface BoxOrigin {
  readonly how: 'accepted' | 'mean' | 'written';
  readonly columns: readonly string[];
}

const WRITTEN: BoxOrigin = { how: 'written', columns: [] };

/** The field of a task whose answer is boxes, undefined where it has none. */
export function boxField(task: Task, vocabulary: JsonObject): TaskField | undefined {
  return task.fields(vocabulary).find(({ comparison }) => comparison.level === 'boxes');
}

/** Where each box of the draft is from, by what it is and not by how it came there, in the draft's order. */
export function boxOrigins(subject: DecisionSubject): readonly BoxOrigin[] {
  const { disagreement, draft, sizes } = subject;
  const drawn = new Map<string, string[]>();
  const boxes = boxField(subject.task, subject.vocabulary)?.name ?? '';
  for (const { column, answer, regions, asked } of disagreement.columns) {
    if (!isAnswered(asked, boxes)) continue;
    for (const { region, category } of ratedBoxes(subject, { answer, regions })) {
      const key = keyOf(region.imageId, category, region);
      drawn.set(key, [...(drawn.get(key) ?? []), column]);
    }
  }
  const means = new Map(
    disagreement.clusters
      .filter(({ members }) => members.length > 1)
      .map(({ imageId, category, mean, members }) => [
        keyOf(imageId, category, meanBox(mean, sizes.get(imageId))),
        members.map(({ column }) => column),
      ]),
  );
  return ratedBoxes(subject, draft).map(({ region, category }) => {
    const key = keyOf(region.imageId, category, region);
    const theirs = drawn.get(key);
    if (theirs !== undefined) return { how: 'accepted', columns: [...new Set(theirs)] };
    const averaged = means.get(key);
    return averaged === undefined ? WRITTEN : { how: 'mean', columns: averaged };
  });
}

/** A mean as a box of the decision: in the steps in which boxes are kept. */
export function meanBox(mean: Box, size: Size | undefined): Box {
  return size === undefined ? mean : toSubpixels(mean, size);
}

/** An answer's boxes with the categories under which they are compared. */
export function ratedBoxes({ task, vocabulary }: DecisionSubject, { answer, regions }: DecisionDraft) {
  const field = boxField(task, vocabulary);
  if (field === undefined) return [];
  const rating = fieldRating(task, field, { answer, regions, asked: null }, vocabulary);
  return rating?.kind === 'boxes' ? rating.boxes : [];
}

function keyOf(imageId: ImageId, category: string, { x, y, width, height }: Box): string {
  return JSON.stringify([imageId, category, x, y, width, height]);
}

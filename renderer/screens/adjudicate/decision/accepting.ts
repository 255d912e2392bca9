import type { BoxCluster, RaterColumn } from '../../../../shared/contract/adjudications.ts';
import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import {
  answerOf,
  type DocumentRecord,
  type DocumentRecords,
  fieldRecords,
  type RegionRecord,
  regionsOf,
} from '../../../../shared/domain/document.ts';
import { type Box, intersectionOverUnion } from '../../../../shared/base/geometry.ts';
import { RegionId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { type DecisionSubject, meanBox, ratedBoxes } from './origins.ts';

type NewId = () => string;

/** The draft with a rater's value of one field; of boxes, with all of theirs in place of those there are. */
export function acceptField(
  records: DocumentRecords,
  field: TaskField,
  column: RaterColumn,
  newId: NewId,
): DocumentRecords {
  const taken = withValue(records, field.name, column);
  return field.comparison.level === 'boxes' ? withRegions(taken, column.regions, newId) : taken;
}

/** The draft with a rater's value of any part of the answer. */
export function acceptPart(records: DocumentRecords, name: string, column: RaterColumn): DocumentRecords {
  return withValue(records, name, column);
}

/**
 * The draft with everything as a rater has it who was asked for everything; else with the parts that they were asked for.
 * @param boxes the part that the task's boxes are
 */
export function acceptAll(
  records: DocumentRecords,
  column: RaterColumn,
  newId: NewId,
  boxes: string | null,
): DocumentRecords {
  const { asked } = column;
  if (asked !== null) {
    const taken = asked.reduce((draft, part) => withValue(draft, part, column), records);
    return boxes !== null && isAnswered(asked, boxes) ? withRegions(taken, column.regions, newId) : taken;
  }
  const images = Object.entries(records).filter(([, record]) => record.type === 'image');
  const answer = fieldRecords(column.answer).map((record): [string, DocumentRecord] => [
    `field:${record.name}`,
    record,
  ]);
  return withRegions(Object.fromEntries([...images, ...answer]), column.regions, newId);
}

/** The draft with a rater's box of a cluster, in place of what it had of that cluster. */
export function acceptBox(
  records: DocumentRecords,
  cluster: BoxCluster,
  column: string,
  subject: DecisionSubject,
  newId: NewId,
): DocumentRecords {
  return takeBox(records, cluster, column, (region) => region, subject, newId);
}

/** The draft with the mean of a cluster's boxes, in place of what it had of that cluster. */
export function acceptMean(
  records: DocumentRecords,
  cluster: BoxCluster,
  subject: DecisionSubject,
  newId: NewId,
): DocumentRecords {
  const [first] = cluster.members;
  if (first === undefined) return records;
  const box = meanBox(cluster.mean, subject.sizes.get(cluster.imageId));
  return takeBox(records, cluster, first.column, (region) => ({ ...region, ...box }), subject, newId);
}

/** The draft without what it has of a cluster. */
export function withoutCluster(
  records: DocumentRecords,
  cluster: BoxCluster,
  subject: DecisionSubject,
): DocumentRecords {
  const gone = new Set(ofCluster(cluster, subject).map(({ id }) => `region:${id}`));
  return Object.fromEntries(Object.entries(records).filter(([id]) => !gone.has(id)));
}

/** The boxes of the draft that are about the same thing as a cluster. */
export function ofCluster(cluster: BoxCluster, subject: DecisionSubject): readonly RegionRecord[] {
  const others = subject.disagreement.clusters.filter(
    (each) => each !== cluster && each.imageId === cluster.imageId && each.category === cluster.category,
  );
  return ratedBoxes(subject, subject.draft)
    .filter(({ region, category }) => {
      if (region.imageId !== cluster.imageId || category !== cluster.category) return false;
      const here = overlap(region, cluster, subject);
      return (
        here >= subject.disagreement.sameBox &&
        others.every((other) => overlap(region, other, subject) <= here)
      );
    })
    .map(({ region }) => region);
}

/** How much a box covers of a cluster: of its mean or of the member that it covers most, 0 to 1. */
function overlap(box: Box, cluster: BoxCluster, { disagreement }: DecisionSubject): number {
  const members = cluster.members.flatMap(
    ({ column, regionId }) => regionOf(disagreement.columns, column, regionId) ?? [],
  );
  return Math.max(...[cluster.mean, ...members].map((each) => intersectionOverUnion(box, each)));
}

function takeBox(
  records: DocumentRecords,
  cluster: BoxCluster,
  letter: string,
  shaped: (region: RegionRecord) => RegionRecord,
  subject: DecisionSubject,
  newId: NewId,
): DocumentRecords {
  const column = subject.disagreement.columns.find((each) => each.column === letter);
  const member = cluster.members.find((each) => each.column === letter);
  const region = member === undefined ? undefined : column?.regions.find(({ id }) => id === member.regionId);
  if (column === undefined || region === undefined) return records;
  const cleared = withoutCluster(records, cluster, subject);
  const { answer, regions } = taken(subject.task, answerOf(cleared), column.answer, [region]);
  const after = { ...cleared };
  for (const record of fieldRecords(answer)) after[`field:${record.name}`] = record;
  return addRegions(after, regions.map(shaped), newId);
}

function taken(task: Task, into: JsonObject, from: JsonObject, regions: readonly RegionRecord[]) {
  return task.boxes?.includeRegions?.(into, from, regions) ?? { answer: {}, regions };
}

function withValue(records: DocumentRecords, name: string, { answer }: RaterColumn): DocumentRecords {
  const id = `field:${name}`;
  const others = Object.entries(records).filter(([key]) => key !== id);
  const value = Object.hasOwn(answer, name) ? answer[name] : undefined;
  return Object.fromEntries(
    value === undefined ? others : [...others, [id, { type: 'field', name, value }] as const],
  );
}

function withRegions(
  records: DocumentRecords,
  regions: readonly RegionRecord[],
  newId: NewId,
): DocumentRecords {
  const others = Object.entries(records).filter(([, record]) => record.type !== 'region');
  return addRegions(Object.fromEntries(others), regions, newId);
}

/** New boxes come last, under ids of the decision's own. */
function addRegions(
  records: DocumentRecords,
  regions: readonly RegionRecord[],
  newId: NewId,
): DocumentRecords {
  const after: Record<string, DocumentRecord> = { ...records };
  let order = regionsOf(records).reduce((highest, region) => Math.max(highest, region.order), 0);
  for (const region of regions) {
    order += 1;
    const id = RegionId.parse(newId());
    after[`region:${id}`] = { ...region, id, order };
  }
  return after;
}

function regionOf(columns: readonly RaterColumn[], letter: string, id: RegionId): RegionRecord | undefined {
  return columns.find(({ column }) => column === letter)?.regions.find((region) => region.id === id);
}

import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../shared/benchmarks/task.ts';
import type { AnnotationId } from '../../../shared/base/ids.ts';
import { JsonObject, sameJson } from '../../../shared/base/json.ts';
import { mergePayload } from '../../../shared/base/mergeJson.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import type { GoldSource } from '../../../shared/domain/status.ts';
import { answeredGold, composeAnswer, type GoldPart, type GoldParts } from '../records/answers/goldParts.ts';
import type { CurrentGold, RatingStatus } from './ratingStatus.ts';

/** Which answers are written into a payload: one, or per part the one that gives it. */
export interface GoldGivers {
  readonly annotationId: AnnotationId | null;
  readonly parts: GoldParts | null;
}

/** The gold that an item is to have. */
export interface WantedGold extends GoldGivers {
  readonly source: GoldSource | null;
  readonly boxes: readonly RegionRecord[] | null;
}

/** An item's payloads and gold as its row has them. */
export interface GoldRow {
  readonly externalId: string;
  readonly payload: string;
  readonly imported: string | null;
  /** What the edition in force is; null: the item as it came. */
  readonly edition: string | null;
  readonly goldSource: GoldSource | null;
  readonly goldAnnotationId: AnnotationId | null;
  readonly goldParts: GoldParts | null;
  /** The boxes in force where they are no rater's own, in JSON. */
  readonly goldBoxes: string | null;
}

type AnswerOf = (annotationId: AnnotationId) => JsonObject;

/** What becomes of an item's gold: where it comes from as a whole, and part by part where that differs. */
export function wantedGold(item: GoldRow, { gold, parts }: RatingStatus, benchmark: Benchmark): WantedGold {
  const source = goldSource(item, gold, benchmark);
  return {
    source,
    annotationId: gold.annotationId,
    parts:
      parts === null
        ? null
        : goldParts(item, parts, { gold, source, base: goldSource(item, UNANSWERED, benchmark) }),
    boxes: consensusBoxes(parts),
  };
}

const UNANSWERED: CurrentGold = { source: 'base', annotationId: null };

/** Where an item's gold comes from. What it came with is gold where that says more than the benchmark's blank item. */
function goldSource(item: GoldRow, gold: CurrentGold, benchmark: Benchmark): GoldSource | null {
  if (gold.source === 'none') return null;
  if (gold.source === 'base') {
    if (item.imported === null) return item.goldSource === 'imported' ? 'imported' : null;
    const candidate = benchmark.candidate(item.externalId);
    return sameJson(JsonObject.parse(JSON.parse(item.imported)), candidate) ? null : 'imported';
  }
  // An answer that came with the item is what was imported.
  const same = item.goldAnnotationId === gold.annotationId;
  return gold.source === 'single' && same && item.goldSource === 'imported' ? 'imported' : gold.source;
}

/** Where the parts come from; null where all of them come from where the item's gold does. */
function goldParts(
  item: GoldRow,
  parts: NonNullable<RatingStatus['parts']>,
  whole: { readonly gold: CurrentGold; readonly source: GoldSource | null; readonly base: GoldSource | null },
): GoldParts | null {
  const all = [...parts].map(([part, current]): [string, GoldPart] => {
    const { annotationId, consensus } = current;
    if (current.source === 'base') return [part, { source: whole.base, annotationId: null }];
    const before = item.goldParts === null ? wholeOf(item) : item.goldParts[part];
    // As for the whole: an answer that came with the item is what was imported.
    const came = before?.source === 'imported' && before.annotationId === annotationId;
    return [
      part,
      {
        source: current.source === 'single' && came ? 'imported' : current.source,
        annotationId,
        ...(consensus !== undefined && { raters: consensus.raters, iou: consensus.iou }),
      },
    ];
  });
  const isWhole = all.every(
    ([, part]) =>
      part.source === whole.source &&
      part.annotationId === whole.gold.annotationId &&
      part.raters === undefined,
  );
  return isWhole ? null : Object.fromEntries(all);
}

const wholeOf = ({ goldSource: source, goldAnnotationId: annotationId }: GoldRow) => ({
  source,
  annotationId,
});

/** The boxes that no answer has as they are: those that raters have in common. */
const consensusBoxes = (parts: RatingStatus['parts']): readonly RegionRecord[] | null =>
  [...(parts?.values() ?? [])].find(({ consensus }) => consensus !== undefined)?.consensus?.regions ?? null;

/** Whether an item's row has this gold already. */
export function isGoldWritten(item: GoldRow, wanted: WantedGold): boolean {
  return wanted.source === item.goldSource && isSameGold(item, wanted);
}

/** Whether the same answers count as before. */
export function isSameGold(item: GoldRow, { annotationId, parts, boxes }: WantedGold): boolean {
  return (
    annotationId === item.goldAnnotationId &&
    sameJson(parts, item.goldParts) &&
    item.goldBoxes === (boxes === null ? null : JSON.stringify(boxes))
  );
}

/** The parts that another answer gives, or that are a consensus now. */
export function changedGoldParts(item: GoldRow, wanted: WantedGold): readonly string[] {
  const names = new Set([...Object.keys(item.goldParts ?? {}), ...Object.keys(wanted.parts ?? {})]);
  const giverOf = ({ parts, annotationId }: GoldGivers, part: string) =>
    parts === null ? annotationId : (parts[part]?.annotationId ?? null);
  const before = writtenGold(item);
  return [...names].filter(
    (part) => wanted.parts?.[part]?.source === 'consensus' || giverOf(before, part) !== giverOf(wanted, part),
  );
}

/** The answers that an item's payload has in it. */
export const writtenGold = ({ goldAnnotationId, goldParts: parts }: GoldRow): GoldGivers => ({
  annotationId: goldAnnotationId,
  parts,
});

/** The answers that give this gold. */
export const giversOf = ({ annotationId, parts }: GoldGivers): AnnotationId[] => [
  ...(annotationId === null ? [] : [annotationId]),
  ...Object.values(parts ?? {}).flatMap((part) => part.annotationId ?? []),
];

/** The payload without anybody's answer, as far as that was kept. */
export const unansweredPayload = ({ edition, imported, payload }: GoldRow): JsonObject =>
  JsonObject.parse(JSON.parse(edition ?? imported ?? payload));

/** A payload with the answers that give this gold written into it. */
export function answeredPayload(
  task: Task,
  base: JsonObject,
  { annotationId, parts }: GoldGivers,
  answerOf: AnswerOf,
): JsonObject {
  if (parts === null) return annotationId === null ? base : task.applyAnswer(base, answerOf(annotationId));
  return task.applyAnswer(
    base,
    composeAnswer(task.initialAnswer(base), parts, answerOf),
    answeredGold(parts),
  );
}

/** An item's payload with other gold in it than it has. What else has changed it since (a changed source) stays. */
export function payloadWithGold(task: Task, item: GoldRow, gold: GoldGivers, answerOf: AnswerOf): JsonObject {
  const actual = JsonObject.parse(JSON.parse(item.payload));
  const base = unansweredPayload(item);
  const target = answeredPayload(task, base, gold, answerOf);
  const expected = answeredPayload(task, base, writtenGold(item), answerOf);
  return sameJson(expected, actual) ? target : mergePayload(expected, target, actual).payload;
}

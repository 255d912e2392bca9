import { z } from 'zod';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { boxesPart, regionLabels } from '../../../../shared/benchmarks/taskParts.ts';
import type { Proposals } from '../../../../shared/benchmarks/proposals.ts';
import { type ItemVerification, judgedItem } from '../../../../shared/benchmarks/verificationReport.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { RatingsReader } from '../../records/answers/ratings.ts';
import { latestRound } from '../../derived/agreement/choices.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { REGION_COLUMNS, toRegion } from '../../records/answers/regions.ts';
import {
  goldAnnotationOf,
  GoldBoxesColumn,
  goldPathOf,
  isAskedFor,
} from '../../records/answers/goldParts.ts';
import { createMetaReader } from '../../db/meta.ts';

/** An item's proposals. */
export interface ItemProposals extends ItemVerification {
  readonly id: ItemId;
}

/** The proposals of all items, in the order of import, and what their labels are called. */
export interface ReadProposals {
  readonly items: readonly ItemProposals[];
  readonly names: Readonly<Record<string, string>>;
}

const AnswerRow = z.object({
  id: ItemId,
  annotationId: z.string(),
  answer: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
  submitted: z.int().transform((value) => value === 1),
  /** The boxes in force where they are no rater's own. */
  inCommon: GoldBoxesColumn,
});

/** After how many items the reading reports its progress. */
const BREATH = 500;

/**
 * Reads what became of proposals: in an item's gold, else in the latest submitted answer, else, as not verified yet, in
 * the latest draft. Rejected items are left out.
 * @param condition of `item AS i`
 */
export function readProposals(
  database: CasebookDatabase,
  { task, proposals, condition }: { task: Task; proposals: Proposals; condition: Condition },
  progress: (done: number) => void,
): ReadProposals {
  const vocabulary = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored))();
  const boxes = boxesPart(task, vocabulary) ?? '';
  const answers = database.prepare<(string | number)[]>(
    `SELECT i.id, a.id AS annotationId, a.payload AS answer, a.state = 'submitted' AS submitted, i.gold_boxes AS inCommon
     FROM item i JOIN annotation a ON a.id = coalesce(${goldAnnotationOf('i')},
       (SELECT s.id FROM annotation s WHERE s.item_id = i.id AND s.task = ? AND s.state = 'submitted'
          AND ${isOfCurrentEdition('s')}
          AND ${isAskedFor('s')} ORDER BY s.submitted_at DESC, s.version DESC LIMIT 1),
       (SELECT d.id FROM annotation d WHERE d.item_id = i.id AND d.task = ? AND d.state = 'draft'
          ORDER BY d.updated_at DESC, d.version DESC LIMIT 1))
     WHERE i.status <> 'rejected' AND (${condition.sql}) ORDER BY i.sequence`,
  );
  const regions = database.prepare<[string]>(
    `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
  );
  const items: ItemProposals[] = [];
  const names: Record<string, string> = {};
  let read = 0;
  for (const raw of answers.iterate(goldPathOf(boxes), task.id, boxes, task.id, ...condition.parameters)) {
    read += 1;
    if (read % BREATH === 0) progress(read);
    const { id, annotationId, answer, submitted, inCommon } = AnswerRow.parse(raw);
    const judged = judgedItem(
      proposals,
      { answer, regions: inCommon ?? regions.all(annotationId).map(toRegion) },
      submitted,
    );
    if (judged === null) continue;
    items.push({ id, ...judged });
    for (const { label } of judged.boxes) names[label] ??= nameOf(task, answer, vocabulary, label);
  }
  return { items, names };
}

/** Of the answers that agreement compares, in the latest round, how many began from proposals. */
export function readCompared(
  database: CasebookDatabase,
  { task, proposals, condition }: { task: Task; proposals: Proposals; condition: Condition },
): { readonly round: number; readonly answers: number; readonly begun: number } {
  const round = latestRound(database, task.id);
  const asked = new Set(
    database
      .prepare<(string | number)[], string>(`SELECT i.id FROM item i WHERE ${condition.sql}`)
      .pluck()
      .all(...condition.parameters),
  );
  const reader = new RatingsReader(database);
  const items = new Map<string, { answers: number; begun: number }>();
  for (const { itemId, annotationId, answer } of reader.all(task.id, round)) {
    if (!asked.has(itemId)) continue;
    const counts = items.get(itemId) ?? { answers: 0, begun: 0 };
    items.set(itemId, counts);
    counts.answers += 1;
    if (judgedItem(proposals, { answer, regions: reader.regions(annotationId) }, true) !== null)
      counts.begun += 1;
  }
  const compared = [...items.values()].filter(({ answers }) => answers >= 2);
  return {
    round,
    answers: compared.reduce((sum, { answers }) => sum + answers, 0),
    begun: compared.reduce((sum, { begun }) => sum + begun, 0),
  };
}

function nameOf(task: Task, answer: JsonObject, vocabulary: JsonObject, label: string): string {
  return regionLabels(task, answer, vocabulary).find(({ id }) => id === label)?.name ?? label;
}

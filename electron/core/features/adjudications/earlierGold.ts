import { z } from 'zod';
import { differencesFromGold } from '../../../../shared/benchmarks/earlierGold.ts';
import type { RatedAnswer } from '../../../../shared/benchmarks/fieldRating.ts';
import { type AskedParts, isAnswered, withParts } from '../../../../shared/benchmarks/parts.ts';
import { boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { AnnotationId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { KeptEarlierGold } from '../../access/adjudicationRows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { askedColumn } from '../../records/answers/ratings.ts';
import type { CaseFile } from './case.ts';

const Correction = z.object({
  id: AnnotationId,
  answer: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
  asked: z.string().nullable().transform(askedColumn),
});

/**
 * The gold that an item had before any rater answered it, against which decisions are told from it: what the item came
 * with, and what sources and curators corrected in it since. Decisions and ratings, of earlier rounds too, are no part of it.
 */
export function createEarlierGold(
  casebook: Casebook,
): (file: CaseFile, decision: Pick<RatedAnswer, 'answer' | 'regions'>) => Omit<KeptEarlierGold, 'shown'> {
  const { annotations, settings } = casebook.records;
  const corrections = casebook.database.prepare<[string, string]>(
    `SELECT a.id, a.payload AS answer, a.asked FROM annotation a
     WHERE a.item_id = ? AND a.task = ? AND a.state = 'submitted' AND a.independent = 0 AND ${isOfCurrentEdition('a')}
       AND NOT EXISTS (SELECT 1 FROM adjudication d WHERE d.annotation_id = a.id)
     ORDER BY a.submitted_at, a.id`,
  );
  return ({ key, task, vocabulary, asked }, decision) => {
    const boxes = boxesPart(task, vocabulary);
    const came = task.initialAnswer(casebook.derived.recompute.unanswered(key.itemId));
    const gold = corrections
      .all(key.itemId, key.task)
      .map((row) => Correction.parse(row))
      .reduce<{ readonly answer: JsonObject; readonly regions: readonly RegionRecord[] }>(
        ({ answer, regions }, correction) => ({
          answer: withParts(answer, correction.answer, correction.asked),
          regions:
            boxes !== null && isAnswered(correction.asked, boxes)
              ? annotations.regions(correction.id)
              : regions,
        }),
        { answer: came, regions: [] },
      );
    const { sameBox } = settings.current();
    const differs = differencesFromGold(task, gold, { ...decision, asked }, vocabulary, sameBox);
    return {
      differs: differs === null ? null : [...differs],
      answer: askedOf(gold.answer, asked),
      regions: boxes !== null && isAnswered(asked, boxes) ? [...gold.regions] : [],
    };
  };
}

const askedOf = (answer: JsonObject, asked: AskedParts): JsonObject =>
  Object.fromEntries(Object.entries(answer).filter(([part]) => isAnswered(asked, part)));

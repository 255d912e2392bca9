import { z } from 'zod';
import type { JudgingTarget } from '../../../../shared/benchmarks/judging.ts';
import { answerInWords, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { ImageId, ItemId, PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookFiles } from '../casebook.ts';
import { isShownImage } from '../images/chosenImages.ts';

/** An answer with what it is held against. Who gave it does not leave the core before a decision. */
export interface JudgedAnswer {
  readonly responseId: ResponseId;
  readonly respondent: PersonId;
  readonly item: { readonly id: ItemId; readonly revision: number; readonly payload: JsonObject };
  readonly question: string;
  readonly answer: StepAnswer;
  /** The answer in words. */
  readonly text: string;
  readonly targets: readonly JudgingTarget[];
}

const Row = z.object({
  responseId: ResponseId,
  respondent: PersonId,
  itemId: ItemId,
  revision: z.int(),
  payload: z.string(),
  condition: z.string(),
  step: z.string(),
  question: z.string(),
  answer: z.string(),
});

const Image = z.object({ id: ImageId, width: z.int(), height: z.int() });

/** Reads answers as those who judge them or decide between judges see them. */
export class JudgedAnswers {
  readonly #casebook: CasebookFiles;
  readonly #read;
  readonly #images;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#read = database.prepare<[string]>(
      `SELECT r.id AS responseId, r.person_id AS respondent, r.item_id AS itemId, i.revision, i.payload, r.condition,
       r.step, r.question, r.answer
     FROM response r JOIN item i ON i.id = r.item_id WHERE r.id = ?`,
    );
    this.#images = database.prepare<[string]>(
      `SELECT m.id, m.width, m.height FROM item_image f JOIN image m ON m.id = f.image_id
     WHERE f.item_id = ? AND ${isShownImage('f')} ORDER BY f.position`,
    );
  }

  read(id: string): JudgedAnswer | undefined {
    const raw = this.#read.get(id);
    if (raw === undefined) return undefined;
    const { responseId, respondent, itemId, revision, condition, step, question, ...row } = Row.parse(raw);
    const payload = JsonObject.parse(JSON.parse(row.payload));
    const answer = StepAnswer.parse(JSON.parse(row.answer));
    const asked = this.#casebook.benchmark.baseline
      ?.steps(payload, condition)
      .find(({ id: each }) => each === step);
    return {
      responseId,
      respondent,
      item: { id: itemId, revision, payload },
      question,
      answer,
      text: answerInWords(answer, asked?.answer ?? null),
      targets: this.#casebook.benchmark.judging?.targets(payload, condition, step) ?? [],
    };
  }

  /** The item's images: no name, no place of origin. */
  images(itemId: ItemId): z.infer<typeof Image>[] {
    return this.#images.all(itemId).map((row) => Image.parse(row));
  }
}

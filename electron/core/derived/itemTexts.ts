import { JsonObject } from '../../../shared/base/json.ts';
import { memoized } from '../base/memo.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { asSet, IN_SET, inSets } from '../db/sets.ts';
import { collectTexts } from '../records/items/searchTexts.ts';

/** Items whose texts are updated at a time: few enough that SQLite still has their rows in memory. */
const TOGETHER = 1000;

interface TextsOfItem {
  readonly sequence: number;
  readonly id: string;
  readonly externalId: string;
  readonly payload: string;
}

interface TextsOfAnswer {
  readonly itemId: string;
  readonly id: string;
  readonly task: string;
  readonly round: number;
  readonly personId: string;
  readonly payload: string;
  /** Whether a box of it has a note or attributes. */
  readonly noted: number;
}

/** The full-text index of items (`item_text`): their payload, tags and answers. */
export class ItemTexts {
  readonly #insert;
  readonly #delete;
  readonly #readItems;
  readonly #readTags;
  readonly #readAnswers;
  readonly #readNotes;
  readonly #textsOf = memoized((answer: string) => collectTexts(JsonObject.parse(JSON.parse(answer)), []));
  #waiting: Map<number, string> | null = null;

  constructor(database: CasebookDatabase) {
    this.#insert = database.prepare<[number, string]>('INSERT INTO item_text (rowid, text) VALUES (?, ?)');
    this.#delete = database.prepare<[number]>('DELETE FROM item_text WHERE rowid = ?');
    this.#readItems = database.prepare<[string], TextsOfItem>(
      `SELECT sequence, id, external_id AS externalId, payload FROM item WHERE id ${IN_SET}`,
    );
    this.#readTags = database.prepare<[string], { item: number; tag: string }>(
      `SELECT item, tag FROM item_tag WHERE item ${IN_SET}`,
    );
    // In the order of their index, so that the last of each document is its latest version.
    this.#readAnswers = database.prepare<[string], TextsOfAnswer>(
      `SELECT item_id AS itemId, id, task, round, person_id AS personId, payload,
       EXISTS (SELECT 1 FROM region WHERE annotation_id = annotation.id AND (note <> '' OR attributes <> '{}')) AS noted
     FROM annotation WHERE item_id ${IN_SET} ORDER BY item_id, task, round, person_id, version`,
    );
    this.#readNotes = database.prepare<[string], { note: string; attributes: string }>(
      "SELECT note, attributes FROM region WHERE annotation_id = ? AND (note <> '' OR attributes <> '{}')",
    );
  }

  /** A new item has neither tags nor answers: its texts are the payload's. */
  add({ sequence, id, externalId }: Omit<TextsOfItem, 'payload'>, payload: JsonObject): void {
    if (this.#waiting === null) this.#insert.run(sequence, collectTexts(payload, [externalId]).join('\n'));
    else this.bring(id, sequence);
  }

  /** Brings an item up to date after its payload, an answer or a tag changed. */
  bring(id: string, sequence: number): void {
    if (this.#waiting === null) {
      this.#write([id]);
      return;
    }
    this.#waiting.set(sequence, id);
    if (this.#waiting.size >= TOGETHER) this.#writeWaiting();
  }

  /** Brings several up to date at a time, each once however often it changed meanwhile, at the latest when the work is done. */
  together<T>(work: () => T): T {
    if (this.#waiting !== null) return work();
    this.#waiting = new Map();
    try {
      const result = work();
      this.#writeWaiting();
      return result;
    } finally {
      this.#waiting = null;
    }
  }

  #writeWaiting(): void {
    if (this.#waiting === null) return;
    for (const ids of inSets(this.#waiting.values())) this.#write(ids);
    this.#waiting.clear();
  }

  #write(ids: readonly string[]): void {
    const rows = this.#readItems.all(asSet(ids));
    const tags = Map.groupBy(
      this.#readTags.all(`[${rows.map(({ sequence }) => sequence).join()}]`),
      ({ item }) => item,
    );
    const answers = Map.groupBy(this.#readAnswers.all(asSet(ids)), ({ itemId }) => itemId);
    // Rising numbers: the index writes out what it has gathered whenever a number is not above the one before.
    for (const row of rows.sort((a, b) => a.sequence - b.sequence)) {
      this.#delete.run(row.sequence);
      this.#insert.run(
        row.sequence,
        this.#textOf(row, tags.get(row.sequence) ?? [], answers.get(row.id) ?? []),
      );
    }
  }

  #textOf(
    { externalId, payload }: TextsOfItem,
    tags: readonly { readonly tag: string }[],
    answers: readonly TextsOfAnswer[],
  ): string {
    const texts = collectTexts(JsonObject.parse(JSON.parse(payload)), [externalId]);
    texts.push(...tags.map(({ tag }) => tag));
    const latest = answers.filter((answer, at) => !isSameDocument(answer, answers[at + 1]));
    // Raters who agree say the same to the letter.
    for (const answer of new Set(latest.map((row) => row.payload))) texts.push(...this.#textsOf(answer));
    for (const answer of latest) {
      if (answer.noted === 0) continue;
      for (const { note, attributes } of this.#readNotes.all(answer.id)) {
        texts.push(note);
        collectTexts(JsonObject.parse(JSON.parse(attributes)), texts);
      }
    }
    return [...new Set(texts)].join('\n');
  }
}

function isSameDocument(a: TextsOfAnswer, b: TextsOfAnswer | undefined): boolean {
  return b !== undefined && a.personId === b.personId && a.round === b.round && a.task === b.task;
}

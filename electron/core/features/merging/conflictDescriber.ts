import type { MergeConflict } from '../../../../shared/contract/merging.ts';
import type { ConflictSide } from '../../../../shared/domain/conflictSides.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { isJsonObject, isList, type Json, JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { rowReader } from '../../db/rows.ts';
import { readMeta } from '../../db/meta.ts';
import { type KeptAnswer, type KeptConflict, Sides } from '../../records/sharing/conflicts.ts';
import { regionLabels } from '../../../../shared/benchmarks/taskParts.ts';

type Differences = MergeConflict['differences'];

/** A field's value on both sides, as values. */
type Pairs = readonly (readonly [field: string, ours: Json, theirs: Json])[];

/** Describes conflicts of an open casebook for those who resolve them. */
export class ConflictDescriber {
  readonly #casebook: Casebook;
  readonly #decision;
  readonly #annotation;
  readonly #regions;
  readonly #edition;
  readonly #lastOf;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#decision = rowReader(database, 'adjudication', 'WHERE id = ?');
    this.#annotation = rowReader(database, 'annotation', 'WHERE id = ?');
    this.#regions = rowReader(database, 'region', 'WHERE annotation_id = ? ORDER BY position, id');
    this.#edition = rowReader(database, 'edition', 'WHERE id = ?');
    this.#lastOf = database
      .prepare<[string, string, number, string], string>(
        `SELECT id FROM annotation WHERE (item_id, task, round, person_id) = (?, ?, ?, ?) AND state = 'submitted'
         ORDER BY version DESC LIMIT 1`,
      )
      .pluck();
  }

  /** Both sides in words, field by field; what they agree on is left out. */
  differences(conflict: KeptConflict): Differences {
    return this.#pairsOf(conflict)
      .filter(([, ours, theirs]) => !sameJson(ours, theirs))
      .map(([field, ours, theirs]) => ({ field, ours: inWords(ours), theirs: inWords(theirs) }));
  }

  /** Whose each side is, from which computer, made when, and which counts for now. */
  sides({ kind, ours, theirs }: KeptConflict): {
    readonly ours: ConflictSide;
    readonly theirs: ConflictSide;
  } {
    return { ours: this.#sideOf(kind, ours, true), theirs: this.#sideOf(kind, theirs, false) };
  }

  #pairsOf({ kind, ours, theirs }: KeptConflict): Pairs {
    switch (kind) {
      case 'answer': {
        const own = Sides.answer.parse(ours).answers.at(-1) ?? null;
        return answerPairs(this.#casebook, own, Sides.answer.parse(theirs).answers.at(-1) ?? null);
      }
      case 'decision': {
        const [own, other] = [this.#decided(ours), this.#decided(theirs)];
        return [
          ...answerPairs(this.#casebook, own.answer, other.answer),
          ['Cause', own.cause, other.cause],
          ['Note', own.note, other.note],
        ];
      }
      case 'item': {
        const [own, other] = [Sides.item.parse(ours), Sides.item.parse(theirs)];
        return [
          ['Name', own.externalId, other.externalId],
          ...keyPairs(own.payload, other.payload),
          ['Images', own.images.map(shortHash), other.images.map(shortHash)],
        ];
      }
      case 'person': {
        const [own, other] = [Sides.person.parse(ours), Sides.person.parse(theirs)];
        return [
          ['Short name', own.handle, other.handle],
          ['Name', own.name, other.name],
          ['Person', own.id === other.id ? 'the same' : 'one', own.id === other.id ? 'the same' : 'another'],
        ];
      }
    }
  }

  /** The decision's answer with what was said about it. */
  #decided(side: Json): { answer: KeptAnswer | null; cause: Json; note: Json } {
    const [id] = Sides.decision.parse(side).decisions;
    const [row] = id === undefined ? [] : this.#decision.list(id);
    const [answer] = row?.annotation_id == null ? [] : this.#annotation.list(row.annotation_id);
    return {
      answer: answer === undefined ? null : { annotation: answer, regions: this.#regions.list(answer.id) },
      cause: row?.cause ?? null,
      note: row?.note ?? null,
    };
  }

  #sideOf(kind: KeptConflict['kind'], side: Json, isHere: boolean): ConflictSide {
    const { people, answerDevices } = this.#casebook.records;
    const nameOf = (id: PersonId): string | null => people.find(id)?.name ?? null;
    switch (kind) {
      case 'answer': {
        const { answers } = Sides.answer.parse(side);
        const annotation = answers.at(-1)?.annotation;
        if (annotation === undefined) return { ...NOBODYS, counts: false };
        const { id, item_id: item, task, round, person_id: person } = annotation;
        const last = this.#lastOf.get(item, task, round, person);
        return {
          person: nameOf(person),
          device: answerDevices.of(id),
          begunAt: annotation.created_at,
          submittedAt: annotation.submitted_at,
          counts: answers.some(({ annotation: each }) => each.id === last),
        };
      }
      case 'decision': {
        const [row] = this.#decision.list(Sides.decision.parse(side).decisions[0] ?? '');
        if (row === undefined) return { ...NOBODYS, counts: false };
        return { ...NOBODYS, person: nameOf(row.person_id), submittedAt: row.created_at, counts: false };
      }
      case 'item': {
        const { edition: id } = Sides.item.parse(side);
        const [row] = id === undefined ? [] : this.#edition.list(id);
        if (row === undefined) return { ...NOBODYS, counts: isHere };
        return { ...NOBODYS, person: nameOf(row.person_id), submittedAt: row.created_at, counts: isHere };
      }
      case 'person':
        return { ...NOBODYS, counts: isHere };
    }
  }
}

const NOBODYS = { person: null, device: null, begunAt: null, submittedAt: null } as const;

const shortHash = (hash: string | null): string => (hash === null ? 'missing' : hash.slice(0, 12));

function answerPairs(
  { database, benchmark }: Casebook,
  ours: KeptAnswer | null,
  theirs: KeptAnswer | null,
): Pairs {
  const task = benchmark.tasks.find(({ id }) => id === (ours ?? theirs)?.annotation.task);
  const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
  const fields = task?.fields(vocabulary) ?? [];
  const titles = new Map(fields.map(({ name, title }) => [name, title]));
  const boxes = fields.find(({ comparison }) => comparison.level === 'boxes')?.title ?? 'Boxes';
  const boxesOf = (answer: KeptAnswer | null): Json => {
    const labels = new Map(
      (task === undefined ? [] : regionLabels(task, answer?.annotation.payload ?? {}, vocabulary)).map(
        ({ id, name }) => [id, name],
      ),
    );
    return [...(answer?.regions ?? [])]
      .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
      .map(
        ({ label, x, y, width, height, note }) =>
          `${labels.get(label) ?? label} at ${rounded(x)}, ${rounded(y)}, ${rounded(width)} x ${rounded(height)}${note === '' ? '' : ` (${note})`}`,
      );
  };
  return [
    ...keyPairs(
      ours?.annotation.payload ?? {},
      theirs?.annotation.payload ?? {},
      (key) => titles.get(key) ?? key,
    ),
    [boxes, boxesOf(ours), boxesOf(theirs)],
    ['Given', givenHow(ours), givenHow(theirs)],
  ];
}

const givenHow = (answer: KeptAnswer | null): Json =>
  answer === null
    ? null
    : answer.annotation.independent === 1
      ? 'without seeing anybody else’s answer'
      : 'having seen other answers';

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

function keyPairs(ours: JsonObject, theirs: JsonObject, title = (key: string): string => key): Pairs {
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].map((key) => [
    title(key),
    Object.hasOwn(ours, key) ? (ours[key] ?? null) : null,
    Object.hasOwn(theirs, key) ? (theirs[key] ?? null) : null,
  ]);
}

/** A value as a person reads it. */
function inWords(value: Json): string {
  if (value === null || value === '') return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (isList(value)) return value.length === 0 ? 'nothing' : value.map(inWords).join('; ');
  if (isJsonObject(value))
    return Object.entries(value)
      .filter(([key]) => key !== 'id')
      .map(([key, each]) => `${key}: ${inWords(each)}`)
      .join(', ');
  return String(value);
}

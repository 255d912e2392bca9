import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { StoredStudySettings } from '../../../../shared/contract/studies.ts';
import {
  type ItemId,
  ItemId as ItemIdSchema,
  type PersonId,
  StudyId,
  type StudySessionId,
  StudySessionId as StudySessionIdSchema,
} from '../../../../shared/base/ids.ts';
import { StudyState } from '../../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { RowOf } from '../../db/schema.ts';

const Row = z.object({
  id: StudyId,
  title: z.string(),
  state: StudyState,
  settings: z.string(),
  createdBy: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  items: z.int(),
  total: z.int(),
  started: z.int(),
  finished: z.int(),
  excluded: z.int(),
});

/** A study as it is stored, its participants counted. */
export interface StudyRow extends Omit<z.infer<typeof Row>, 'settings'> {
  readonly settings: StoredStudySettings;
}

export interface StudyItemRow {
  readonly id: ItemId;
  readonly purpose: 'practice' | 'main';
}

/** SQL: whether the study session `s` is excluded; the latest word on it holds. */
const EXCLUDED = `coalesce((SELECT x.kind FROM exclusion x WHERE x.session_id = s.id AND x.response_id IS NULL
  ORDER BY x.created_at DESC, x.id DESC LIMIT 1), 'inclusion') = 'exclusion'`;

/** The rows of studies, their statements prepared once. */
export class StudyRows {
  readonly #all;
  readonly #byId;
  readonly #insert;
  readonly #change;
  readonly #setState;
  readonly #replace;
  readonly #remove;
  readonly #items;
  readonly #insertItem;
  readonly #trials;
  readonly #StudyItem;

  constructor(database: CasebookDatabase) {
    const columns = `SELECT t.id, t.title, t.state, t.settings, p.handle AS createdBy, t.created_at AS createdAt,
    t.updated_at AS updatedAt,
    (SELECT count(*) FROM study_item i WHERE i.study_id = t.id AND i.purpose = 'main') AS items,
    ${counted('1')} AS total, ${counted('s.consented_at IS NOT NULL')} AS started,
    ${counted('s.ended_at IS NOT NULL')} AS finished, ${counted(EXCLUDED)} AS excluded
    FROM study t JOIN person p ON p.id = t.created_by`;
    this.#all = database.prepare(`${columns} ORDER BY t.created_at DESC, t.id DESC`);
    this.#byId = database.prepare<[string]>(`${columns} WHERE t.id = ?`);
    this.#insert = database.prepare<[string, string, string, string, number, number]>(
      `INSERT INTO study (id, title, settings, state, created_by, created_at, updated_at)
     VALUES (?, ?, ?, 'draft', ?, ?, ?)`,
    );
    this.#change = database.prepare<[string, string, number, string]>(
      'UPDATE study SET title = ?, settings = ?, updated_at = max(?, updated_at + 1) WHERE id = ?',
    );
    this.#setState = database.prepare<[string, number, string]>(
      'UPDATE study SET state = ?, updated_at = max(?, updated_at + 1) WHERE id = ?',
    );
    this.#replace = database.prepare<[string, string, string, number, string]>(
      'UPDATE study SET title = ?, settings = ?, state = ?, updated_at = ? WHERE id = ?',
    );
    this.#remove = database.prepare<[string]>('DELETE FROM study WHERE id = ?');
    this.#items = database.prepare<[string]>(
      'SELECT item_id AS id, purpose FROM study_item WHERE study_id = ? ORDER BY purpose DESC, position',
    );
    this.#insertItem = database.prepare<[string, string, string, number]>(
      'INSERT INTO study_item (study_id, item_id, purpose, position) VALUES (?, ?, ?, ?)',
    );
    this.#trials = database
      .prepare<[string], string>('SELECT id FROM session WHERE study_id = ? AND number = 0')
      .pluck();
    this.#StudyItem = z.object({ id: ItemIdSchema, purpose: z.enum(['practice', 'main']) });
  }

  /** The latest first. */
  list(): StudyRow[] {
    return this.#all.all().map(toRow);
  }

  find(id: StudyId): StudyRow | undefined {
    const raw = this.#byId.get(id);
    return raw === undefined ? undefined : toRow(raw);
  }

  /** Throws `not_found` where there is none. */
  get(id: StudyId): StudyRow {
    const row = this.find(id);
    if (row === undefined) throw new CasebookError('not_found', 'There is no such study in this casebook.');
    return row;
  }

  insert({
    id,
    title,
    settings,
    by,
    at,
  }: {
    readonly id: StudyId;
    readonly title: string;
    readonly settings: StoredStudySettings;
    readonly by: PersonId;
    readonly at: number;
  }): void {
    this.#insert.run(id, title, JSON.stringify(settings), by, at, at);
  }

  change(id: StudyId, title: string, settings: StoredStudySettings, at: number): void {
    this.#change.run(title, JSON.stringify(settings), at, id);
  }

  setState(id: StudyId, state: StudyState, at: number): void {
    this.#setState.run(state, at, id);
  }

  /** Makes a study what it is in another casebook. */
  replace({ id, title, settings, state, updated_at: at }: RowOf<'study'>): void {
    this.#replace.run(title, JSON.stringify(settings), state, at, id);
  }

  remove(id: StudyId): void {
    this.#remove.run(id);
  }

  /** The items of a study that was opened: practice and main, each in their order. */
  items(id: StudyId): StudyItemRow[] {
    return this.#items.all(id).map((raw) => this.#StudyItem.parse(raw));
  }

  insertItem(id: StudyId, item: ItemId, purpose: 'practice' | 'main', position: number): void {
    this.#insertItem.run(id, item, purpose, position);
  }

  /** Study sessions in which a curator tries the study out. */
  trials(id: StudyId): StudySessionId[] {
    return this.#trials.all(id).map((each) => StudySessionIdSchema.parse(each));
  }
}

function counted(condition: string): string {
  return `(SELECT count(*) FROM session s WHERE s.study_id = t.id AND s.number > 0 AND ${condition})`;
}

function toRow(raw: unknown): StudyRow {
  const { settings, ...row } = Row.parse(raw);
  const stored = StoredStudySettings.parse(JSON.parse(settings));
  // A draft from before there were these settings; what was opened then stays as it was.
  const isDraft = row.state === 'draft';
  return { ...row, settings: isDraft ? { apart: true, whileAway: 'hide', ...stored } : stored };
}

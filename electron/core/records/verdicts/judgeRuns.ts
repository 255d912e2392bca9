import { z } from 'zod';
import { JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { JudgeRunId, PersonId } from '../../../../shared/base/ids.ts';
import type { RowOf } from '../../db/schema.ts';
import type { CasebookFiles } from '../casebook.ts';

/** A run as it is kept: its settings, and how many things it has to ask about. */
export interface KeptRun {
  readonly id: JudgeRunId;
  readonly judge: PersonId;
  readonly settings: JudgeRunSettings;
  readonly total: number;
  readonly state: 'running' | 'stopped' | 'done';
  /** Why it stopped by itself; null where it did not. */
  readonly reason: string | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const Settings = JudgeRunSettings.extend({ total: z.int(), reason: z.string().nullable().default(null) });

const Row = z.object({
  id: JudgeRunId,
  person_id: PersonId,
  settings: z.string(),
  state: z.enum(['running', 'stopped', 'done']),
  created_by: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
});

/** The runs of a casebook. Writing expects the caller's transaction. */
export class JudgeRuns {
  readonly #casebook: CasebookFiles;
  readonly #all;
  readonly #one;
  readonly #insert;
  readonly #update;
  readonly #restart;
  readonly #advance;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    const { database } = casebook;
    const select = `SELECT r.id, r.person_id, r.settings, r.state, p.name AS created_by, r.created_at, r.updated_at
    FROM judge_run r JOIN person p ON p.id = r.created_by`;
    this.#all = database.prepare<[]>(`${select} ORDER BY r.created_at DESC, r.id DESC`);
    this.#one = database.prepare<[string]>(`${select} WHERE r.id = ?`);
    this.#insert = database.prepare(
      `INSERT INTO judge_run (id, person_id, settings, state, created_by, created_at, updated_at)
     VALUES (?, ?, ?, 'running', ?, ?, ?)`,
    );
    this.#update = database.prepare(
      "UPDATE judge_run SET state = ?, updated_at = ?, settings = json_set(settings, '$.reason', ?) WHERE id = ?",
    );
    this.#restart = database.prepare(
      "UPDATE judge_run SET state = 'running', settings = ?, updated_at = ? WHERE id = ?",
    );
    this.#advance = database.prepare('UPDATE judge_run SET state = ?, updated_at = ? WHERE id = ?');
  }

  /** Newest first. */
  all(): KeptRun[] {
    return this.#all.all().map(read);
  }

  find(id: JudgeRunId): KeptRun | null {
    const raw = this.#one.get(id);
    return raw === undefined ? null : read(raw);
  }

  add(judge: PersonId, settings: JudgeRunSettings, total: number, by: PersonId): JudgeRunId {
    const id = JudgeRunId.parse(this.#casebook.ports.newId());
    const now = this.#casebook.ports.now();
    this.#insert.run(id, judge, JSON.stringify({ ...settings, total }), by, now, now);
    return id;
  }

  restart({ id, settings }: KeptRun, total: number): void {
    this.#restart.run(JSON.stringify({ ...settings, total }), this.#casebook.ports.now(), id);
  }

  /** Notes how far a run got in another casebook. */
  advance({ id, state, updated_at: at }: Pick<RowOf<'judge_run'>, 'id' | 'state' | 'updated_at'>): void {
    this.#advance.run(state, at, id);
  }

  end(id: JudgeRunId, state: 'stopped' | 'done', reason: string | null): void {
    this.#update.run(state, this.#casebook.ports.now(), reason, id);
  }
}

function read(raw: unknown): KeptRun {
  const row = Row.parse(raw);
  const { total, reason, ...settings } = Settings.parse(JSON.parse(row.settings));
  return {
    id: row.id,
    judge: row.person_id,
    settings,
    total,
    state: row.state,
    reason,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

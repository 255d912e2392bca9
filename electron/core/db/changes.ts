import { CLOCK_TOLERANCE_MS } from '../../../shared/domain/clock.ts';
import { LATEST_TIME } from '../../../shared/base/numbers.ts';
import type { CasebookDatabase } from './database.ts';

/**
 * Makes this connection note every change of a row that travels (`hub_outbox`, `hub_change`), in the transaction that
 * makes it, if the casebook is connected to a hub. The triggers belong to the connection: with any trigger on a table
 * SQLite plans slower inserts, which casebooks without a hub need not pay for.
 */
export function noteChanges(database: CasebookDatabase): void {
  const role = database.prepare<[], string>('SELECT role FROM hub WHERE id = 1').pluck().get();
  if (role === undefined) return;
  database.exec(TRIGGERS.join('\n'));
  // What a reviewer's or an adjudicator's casebook derives about items, curators' casebooks derive as well, and send.
  database.exec((role === 'overseer' ? CURATORS_TRIGGERS.map(dropped) : CURATORS_TRIGGERS).join('\n'));
}

/** Does something without noting its changes, which travel in another way. In the caller's transaction. */
export function withoutNoting(database: CasebookDatabase, work: () => void): void {
  database.exec([...CURATORS_TRIGGERS, ...TRIGGERS].map(dropped).join('\n'));
  work();
  noteChanges(database);
}

/** The setting that says how far this computer's clock is ahead of the hub's. */
export const CLOCK_AHEAD = 'clockAhead';
/** The setting that says what the hub's time was when it was last heard. */
export const HUB_HEARD = 'hubHeard';
/** The time of a change at an unknown time: what the hub says next. */
const UNKNOWN_TIME = LATEST_TIME - 86_400_000;

/** SQL: a number among the settings. */
const numberOf = (key: string): string =>
  `coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${key}'), 0)`;
/** SQL: a time, unless the hub was heard after it: then the clock was set back. */
const possible = (time: string): string =>
  `CASE WHEN ${time} < ${numberOf(HUB_HEARD)} - ${String(CLOCK_TOLERANCE_MS)} THEN ${String(UNKNOWN_TIME)} ELSE ${time} END`;
/** By the hub's clock, where this computer's is known to be off. */
const NOW = possible(`(CAST(unixepoch('subsec') * 1000 AS INTEGER) - ${numberOf(CLOCK_AHEAD)})`);

/** SQL: a row has to be sent. */
const send = (table: string, id: string, from = 'WHERE true'): string =>
  `INSERT INTO hub_outbox (tab, id) SELECT '${table}', ${id} ${from}
    ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;`;

/** SQL: notes a change, now, of a value whose later change counts. */
const changed = (table: string, id: string, from = 'WHERE true'): string =>
  `INSERT INTO hub_change (tab, id, changed_at) SELECT '${table}', ${id}, ${NOW} ${from}
    ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);`;

/** A trigger; `name` is part of its name, `what` the change with its table and condition. */
const after = (name: string, what: string, ...work: readonly string[]): string =>
  `CREATE TEMP TRIGGER IF NOT EXISTS hub_${name} AFTER ${what} BEGIN ${work.join(' ')} END;`;

const dropped = (trigger: string): string =>
  `DROP TRIGGER IF EXISTS temp.${/IF NOT EXISTS (?<name>\w+)/u.exec(trigger)?.groups?.['name'] ?? ''};`;

const added = (table: string, id = 'NEW.id'): string =>
  after(`${table}_added`, `INSERT ON ${table}`, send(table, id));
const edited = (table: string, columns = '', id = 'NEW.id'): string =>
  after(`${table}_changed`, `UPDATE ${columns === '' ? '' : `OF ${columns} `}ON ${table}`, send(table, id));

const SETTING = `NEW.key IN ('title', 'vocabulary', 'settings', 'benchmark', 'casebookId', 'createdAt', 'metricsParameters',
  'exportKey')`;
const JUDGING_KEY =
  'NEW.person_id || char(31) || NEW.judging_id || char(31) || NEW.criterion || char(31) || NEW.position';
const value = (name: string): string => `NEW.id || char(31) || '${name}'`;
const tag = (row: 'NEW' | 'OLD'): string[] => {
  const from = `FROM item WHERE sequence = ${row}.item`;
  return [send('item', 'id', from), changed('item.value', `id || char(31) || 'tag:' || ${row}.tag`, from)];
};
const setting = [send('meta', 'NEW.key'), changed('meta', 'NEW.key')];
const person = [send('person', 'NEW.id'), changed('person', 'NEW.id')];
const wording = (id: string): string[] => [send('item', id), changed('item', id)];

/** Tables that curators alone write. What has no row of its own in the hub is noted with what it belongs to. */
const CURATORS_TRIGGERS: readonly string[] = [
  after('meta_added', `INSERT ON meta WHEN ${SETTING}`, ...setting),
  after('meta_changed', `UPDATE OF value ON meta WHEN NEW.value IS NOT OLD.value AND ${SETTING}`, ...setting),
  after('person_added', 'INSERT ON person', ...person),
  after('person_changed', 'UPDATE ON person', ...person),
  added('image'),
  edited('image', 'url, licence, attribution, redistributable, origin'),
  added('deleted_item', 'NEW.item_id'),
  edited('deleted_item', 'revision', 'NEW.item_id'),
  added('item'),
  after(
    'item_changed',
    `UPDATE OF external_id, imported_payload, edition_id ON item WHEN NEW.external_id <> OLD.external_id
      OR coalesce(NEW.imported_payload, NEW.payload) <> coalesce(OLD.imported_payload, OLD.payload)
      OR NEW.edition_id IS NOT OLD.edition_id`,
    ...wording('NEW.id'),
  ),
  after(
    'item_reworded',
    `UPDATE OF payload ON item WHEN NEW.payload <> OLD.payload AND NEW.imported_payload IS NULL
      AND NEW.gold_annotation_id IS NULL AND NEW.gold_fields IS NULL`,
    ...wording('NEW.id'),
  ),
  after(
    'item_status',
    'UPDATE OF status ON item WHEN NEW.status <> OLD.status',
    send('item', 'NEW.id'),
    changed('item.value', value('status')),
  ),
  after(
    'item_split',
    'UPDATE OF split ON item WHEN NEW.split IS NOT OLD.split',
    send('item', 'NEW.id'),
    changed('item.value', value('split')),
  ),
  after('item_image_added', 'INSERT ON item_image', send('item', 'NEW.item_id')),
  after('item_image_changed', 'UPDATE ON item_image', ...wording('NEW.item_id')),
  after('item_image_removed', 'DELETE ON item_image', ...wording('OLD.item_id')),
  after('item_tag_added', 'INSERT ON item_tag', ...tag('NEW')),
  after('item_tag_removed', 'DELETE ON item_tag', ...tag('OLD')),
  ...['exclusion', 'judging', 'judge_call'].map((table) => added(table)),
  ...['study', 'judge_run'].flatMap((table) => [added(table), edited(table)]),
  after('study_item_added', 'INSERT ON study_item', send('study', 'NEW.study_id')),
];

/** All others. */
const TRIGGERS: readonly string[] = [
  added('assignment'),
  after(
    'assignment_changed',
    'UPDATE OF state, reason ON assignment',
    send('assignment', 'NEW.id'),
    changed('assignment', 'NEW.id'),
  ),
  after(
    'assignment_removed',
    'DELETE ON assignment',
    'INSERT OR REPLACE INTO hub_withdrawal (id, person_id, item_id) VALUES (OLD.id, OLD.person_id, OLD.item_id);',
    send('assignment', 'OLD.id'),
  ),
  after(
    'annotation_added',
    "INSERT ON annotation WHEN NEW.state = 'submitted'",
    send('annotation', 'NEW.id'),
  ),
  after(
    'annotation_submitted',
    "UPDATE OF state ON annotation WHEN NEW.state = 'submitted' AND OLD.state <> 'submitted'",
    send('annotation', 'NEW.id'),
    `INSERT OR REPLACE INTO hub_change (tab, id, changed_at) SELECT 'annotation', NEW.id, ${possible('NEW.submitted_at')};`,
  ),
  ...['adjudication', 'edition', 'response', 'judgment', 'verdict_decision'].map((table) => added(table)),
  ...['guideline', 'comment', 'session'].flatMap((table) => [added(table), edited(table)]),
  added('judging_assignment', JUDGING_KEY),
  edited('judging_assignment', 'state, reason', JUDGING_KEY),
];

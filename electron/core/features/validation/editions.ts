import { z } from 'zod';
import { type EditableText, fixableTexts } from '../../../../shared/benchmarks/validation.ts';
import type { Edition } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { EditionId, type ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { requireNotBlind } from '../../access/blindness.ts';
import { requireItem, type Viewpoint } from '../../access/viewpoint.ts';
import { validationOf } from './validated.ts';

const payload = z.string().transform((text) => JsonObject.parse(JSON.parse(text)));

const EditionRow = z.object({
  id: EditionId,
  number: z.int(),
  before: payload,
  payload,
  reason: z.string(),
  person: z.string(),
  createdAt: z.int(),
});

const Said = z.object({ ratings: z.int(), responses: z.int() });

/** The editions of an item, the latest first. */
export function editionsOf(casebook: Casebook, itemId: ItemId, viewpoint: Viewpoint): Edition[] {
  const { database } = casebook;
  const validation = validationOf(casebook);
  requireItem(viewpoint, itemId);
  requireNotBlind(viewpoint, itemId, FIXES);
  const item = casebook.records.annotations.item(itemId);
  if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
  // Who fixed it may be one of the raters between whom somebody is to decide.
  const hidden = viewpoint.hidesRaters(itemId);
  const counts = database.prepare<[string, string | null, string, string | null]>(
    `SELECT (SELECT count(*) FROM annotation WHERE item_id = ? AND edition_id IS ? AND state = 'submitted') AS ratings,
       (SELECT count(*) FROM response WHERE item_id = ? AND edition_id IS ? AND purpose = 'main') AS responses`,
  );
  const countsOf = (id: EditionId | null): z.infer<typeof Said> =>
    Said.parse(counts.get(itemId, id, itemId, id));
  const fixed = database
    .prepare<[string]>(
      `SELECT e.id, e.number, e.before, e.payload, e.reason, p.name AS person, e.created_at AS createdAt
       FROM edition e JOIN person p ON p.id = e.person_id WHERE e.item_id = ?
       ORDER BY e.number DESC, e.created_at DESC, e.id DESC`,
    )
    .all(itemId)
    .map((raw): Edition => {
      const row = EditionRow.parse(raw);
      return {
        id: row.id,
        number: row.number,
        isCurrent: row.id === item.editionId,
        changes: changedTexts(fixableTexts(validation, row.before), fixableTexts(validation, row.payload)),
        reason: row.reason,
        person: hidden ? null : row.person,
        createdAt: row.createdAt,
        ...countsOf(row.id),
      };
    });
  const created = database.prepare<[string], number>('SELECT created_at FROM item WHERE id = ?').pluck();
  return [
    ...fixed,
    {
      id: null,
      number: 1,
      isCurrent: item.editionId === null,
      changes: [],
      reason: '',
      person: null,
      createdAt: created.get(itemId) ?? 0,
      ...countsOf(null),
    },
  ];
}

/** What of an item tells how others answered it. */
export const FIXES = 'its fixes and others’ proposals';

/** The texts that differ, in the order of reading; a text that one side does not have is empty there. */
export function changedTexts(
  before: readonly EditableText[],
  after: readonly EditableText[],
): Edition['changes'] {
  const [was, is] = [before, after].map((texts) => new Map(texts.map((each) => [each.field, each])));
  const fields = new Map([...after, ...before].map(({ field, title }) => [field, title]));
  return [...fields].flatMap(([field, title]) => {
    const [from, to] = [was?.get(field)?.text ?? '', is?.get(field)?.text ?? ''];
    return from === to ? [] : [{ field, title, from, to }];
  });
}

import type { JsonObject } from '../../shared/base/json.ts';
import { present } from './present.ts';
import { type Drawn, edit, type raters, TASK, type Window, written } from './raters.ts';

export const clues = [{ id: 'clue-1', text: 'A second glass', deterministic: true }];

export const hotel = { triage: 'keep', label: true, scene: 'hotel', partner: 'boyfriend', clues };

export const dining = { ...hotel, scene: 'dining' };

export type Team = Awaited<ReturnType<typeof raters>>;

type Item = Team['items'][number];

/** What one rater fills in and draws. */
type Answer = readonly [fields: JsonObject, boxes?: Drawn[]];

/** Bo, Cy and Di answer the same item: fields and boxes of each, in this order. */
export async function rated(team: Team, item: Item, answers: readonly Answer[]) {
  const people = [team.bo, team.cy, team.di].slice(0, answers.length);
  await team.assign(
    people.map(({ id }) => id),
    1,
    [item.id],
  );
  for (const [at, { window }] of people.entries()) {
    const [fields, boxes] = answers[at] ?? [{}];
    await team.answer(window, item, fields, boxes);
  }
}

export const one = ({ items }: Team): Item => present(items[0]);

/** Opens a case, fills in fields and boxes, and decides. */
export async function decide(
  team: Team,
  window: Window,
  item: Item,
  fields: JsonObject,
  boxes: readonly Drawn[] = [],
  named: readonly string[] = Object.keys(fields),
) {
  team.wait(1000);
  const { document } = await window.adjudications.open({ itemId: item.id, task: TASK });
  const at = { itemId: item.id, task: TASK, round: document.round };
  const revision = await edit(
    window,
    at,
    document.revision,
    document.records,
    written(document.records, fields, item.imageId, boxes),
  );
  return window.adjudications.decide({
    ...at,
    revision,
    fields: Object.fromEntries(named.map((field) => [field, { how: 'written' as const, columns: [] }])),
    cause: 'slip',
    note: 'A lobby is part of the hotel.',
  });
}

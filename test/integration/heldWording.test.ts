import { safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { present } from '../helpers/present.ts';
import { VALIDATE } from '../helpers/validators.ts';
import { ACCEPTED, REJECT, validationRounds } from '../helpers/validationRounds.ts';

type Team = Awaited<ReturnType<typeof validationRounds>>;

const [SOURCE = {}] = generatedItems(1);
const OTHER = { question: 'Another question altogether?', answer: 'E' };
const again = (team: Team, changes: JsonObject) => team.importItems([{ ...SOURCE, ...changes }]);
const latest = async ({ ana }: Team, kind: 'status' | 'update') => {
  const { events } = await ana.window.history.list({ kinds: [kind], limit: 1 });
  return events[0]?.id ?? '';
};

describe('the wording of an item that its source changes', () => {
  it('is the source’s as long as nobody has begun to answer', async () => {
    await using team = await validationRounds(1);
    await team.assign([team.bo]);
    expect(await again(team, OTHER)).toMatchObject({ updated: 1 });
    expect((await team.itemStatus(team.item())).payload).toMatchObject(OTHER);
    // And goes back to what it was only as long as nobody has answered that.
    const update = await latest(team, 'update');
    await team.answer(team.bo, team.item(), REJECT);
    const { error } = await safe(team.ana.window.history.undo({ id: update }));
    expect(error?.message).toBe('People have answered an item’s wording since.');
    expect((await team.itemStatus(team.item())).payload).toMatchObject(OTHER);
  });

  it('stays where somebody answered it, until it is fixed; other fields are imported', async () => {
    await using team = await validationRounds(1);
    await team.assign([team.bo]);
    await team.answer(team.bo, team.item(), ACCEPTED);
    const changed = { ...OTHER, domain: 'Fungi' };
    const report = await again(team, changed);
    expect(report).toMatchObject({ updated: 1, changes: [{ field: 'domain' }] });
    const warned = report.warnings.filter(({ message }) => message.includes('so it stays'));
    expect(warned.map(({ field }) => field)).toEqual(['question', 'answer']);
    const { question = '', answer = '' } = SOURCE;
    expect(await team.itemStatus(team.item())).toMatchObject({
      payload: { question, answer, domain: 'Fungi' },
      gold: 'single',
    });
    expect(await again(team, changed)).toMatchObject({ updated: 0, unchanged: 1 });
    await team.fix(team.rey, team.item(), { question: OTHER.question, gold: OTHER.answer });
    expect(await team.itemStatus(team.item())).toMatchObject({ payload: changed, ratings: null });
    expect(await again(team, changed)).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('stays under a draft too, and takes new texts beside those that are there', async () => {
    await using team = await validationRounds(1);
    await team.assign([team.bo]);
    const { records, revision } = await team.bo.window.annotations.open({
      itemId: team.item(),
      task: VALIDATE,
    });
    const from = present(records['field:clear']);
    await team.bo.window.annotations.edit({
      itemId: team.item(),
      task: VALIDATE,
      round: 1,
      revision,
      mark: 'm',
      activeMilliseconds: 1,
      diff: {
        added: {},
        updated: { 'field:clear': [from, { type: 'field', name: 'clear', value: 'yes' }] },
        removed: {},
      },
    });
    expect(await again(team, OTHER)).toMatchObject({ updated: 0 });
    expect(await again(team, { ...OTHER, rc_breakdown: 'Only A holds.' })).toMatchObject({ updated: 1 });
    expect((await team.itemStatus(team.item())).payload).toMatchObject({
      question: SOURCE['question'],
      rc_breakdown: 'Only A holds.',
    });
  });
});

it('an item between whose raters nobody has decided has no gold, also when its source came again', async () => {
  await using team = await validationRounds(1);
  await team.assign([team.bo, team.cy]);
  await team.answer(team.bo, team.item(), ACCEPTED);
  await team.answer(team.cy, team.item(), REJECT);
  expect(await again(team, { domain: 'Fungi' })).toMatchObject({ updated: 1 });
  expect(await team.itemStatus(team.item())).toMatchObject({ ratings: 'disputed', gold: null });
});

describe('what is refused to be accepted by hand', () => {
  it('is what counts as rejected', async () => {
    await using team = await validationRounds(1);
    await team.assign([team.bo]);
    await team.answer(team.bo, team.item(), REJECT);
    const accepted = await team.ana.window.items.setStatus({
      items: { ids: [team.item()] },
      status: 'accepted',
    });
    expect(accepted).toMatchObject({ changed: 0, refused: [{ reason: 'Its accepted answer rejects it.' }] });
  });

  it('is what was fixed since, also by taking the change of status back', async () => {
    await using team = await validationRounds(1);
    await team.assign([team.bo]);
    await team.answer(team.bo, team.item(), ACCEPTED);
    await team.ana.window.items.setStatus({ items: { ids: [team.item()] }, status: 'accepted' });
    await team.fix(team.rey, team.item(), { question: OTHER.question });
    const { error } = await safe(team.ana.window.history.undo({ id: await latest(team, 'status') }));
    expect(error?.message).toContain('cannot be accepted again');
    expect(await team.itemStatus(team.item())).toMatchObject({ status: 'in_review' });
  });
});

import { describe, expect, it } from 'vitest';
import { isForRound } from '../../shared/contract/guidelines.ts';
import { raters, TASK } from '../helpers/raters.ts';

const lobby = { task: TASK, field: 'scene', category: 'hotel', note: 'A lobby counts.' };

describe('guidelines', () => {
  it('are told to everybody, field by field in the order of the form', async () => {
    await using team = await raters(0);
    const scene = await team.ana.window.guidelines.add(lobby);
    team.wait(1000);
    const label = await team.ana.window.guidelines.add({
      task: TASK,
      field: 'label',
      category: null,
      note: '  Clued means that the photo shows it. ',
    });
    expect(label).toMatchObject({
      note: 'Clued means that the photo shows it.',
      category: null,
      person: 'Ana',
    });
    expect(scene).toMatchObject({ ...lobby, person: 'Ana' });
    expect(await team.bo.window.guidelines.list({ task: TASK })).toEqual([label, scene]);
    expect(await team.bo.window.guidelines.list({ task: 'another' })).toEqual([]);
  });

  it('can be for one round alone, which a rater of another is not shown', async () => {
    await using team = await raters(0);
    const { guidelines, history } = team.ana.window;
    const every = await guidelines.add(lobby);
    team.wait(1000);
    const stricter = await guidelines.add({ ...lobby, note: 'Only a lobby with a desk counts.', round: 2 });
    expect([every.round, stricter.round]).toEqual([null, 2]);
    const told = await guidelines.list({ task: TASK });
    expect(told).toEqual([every, stricter]);
    const shownIn = (round: number | null) =>
      told.filter((each) => isForRound(each, round)).map(({ note }) => note);
    expect(shownIn(1)).toEqual([lobby.note]);
    expect(shownIn(2)).toEqual([lobby.note, 'Only a lobby with a desk counts.']);
    // Somebody who answers in no round oversees them all.
    expect(shownIn(null)).toHaveLength(2);
    await expect(guidelines.add({ ...lobby, round: 0 })).rejects.toThrow();
    await guidelines.remove({ id: stricter.id });
    const { events } = await history.list({ kinds: ['guideline'], limit: 1 });
    expect(events.map(({ summary, changes }) => [summary, changes[0]?.field])).toEqual([
      ['Removed a guideline on Scene for round 2', 'Scene: hotel (round 2)'],
    ]);
  });

  it('are out of force once removed, while their row and the history keep them', async () => {
    await using team = await raters(0);
    const { guidelines, history } = team.ana.window;
    const { id } = await guidelines.add(lobby);
    await guidelines.remove({ id });
    expect(await guidelines.list({ task: TASK })).toEqual([]);
    await expect(guidelines.remove({ id })).rejects.toMatchObject({ data: { code: 'not_found' } });
    const kept = team.database.prepare('SELECT note, removed_at IS NOT NULL AS removed FROM guideline').all();
    expect(kept).toEqual([{ note: 'A lobby counts.', removed: 1 }]);
    const { events } = await history.list({ kinds: ['guideline'], limit: 10 });
    expect(events.map(({ summary, changes }) => [summary, changes])).toEqual([
      ['Removed a guideline on Scene', [{ field: 'Scene: hotel', from: 'A lobby counts.', to: null }]],
      ['Added a guideline on Scene', [{ field: 'Scene: hotel', from: null, to: 'A lobby counts.' }]],
    ]);
  });

  it('are for curators alone to change, on fields that there are', async () => {
    await using team = await raters(0);
    const { id } = await team.ana.window.guidelines.add(lobby);
    const refused = { data: { code: 'forbidden' } };
    // Flo adjudicates.
    for (const { window } of [team.bo, team.flo]) {
      await expect(window.guidelines.add(lobby)).rejects.toMatchObject(refused);
      await expect(window.guidelines.remove({ id })).rejects.toMatchObject(refused);
    }
    await expect(team.ana.window.guidelines.add({ ...lobby, field: 'mood' })).rejects.toThrow(
      /no field "mood"/u,
    );
    await expect(team.ana.window.guidelines.add({ ...lobby, note: ' ' })).rejects.toThrow();
    expect(await team.bo.window.guidelines.list({ task: TASK })).toHaveLength(1);
  });
});

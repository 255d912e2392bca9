import { describe, expect, it } from 'vitest';
import type { Promotion } from '../../shared/domain/status.ts';
import { ACCEPTED, FIX, REJECT, validationRounds } from '../helpers/validationRounds.ts';
import { VALIDATE } from '../helpers/validators.ts';

/** Items that are accepted as soon as the rule allows it. */
async function team(promotion: Promotion, count = 1) {
  const made = await validationRounds(count);
  await made.ana.window.casebooks.saveSettings({ afterSubmit: 'accepted', promotion });
  return made;
}

describe('an item that is accepted', () => {
  it('is so after one round where that is enough', async () => {
    await using made = await team('one_round');
    await made.assign([made.bo, made.cy]);
    await made.answer(made.bo, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ status: 'draft', decision: null });
    await made.answer(made.cy, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ status: 'accepted', decision: 'accept', rounds: 1 });
  });

  it('is in review until two rounds have accepted it where two are asked for', async () => {
    await using made = await team('two_rounds');
    await made.assign([made.bo, made.cy]);
    await made.answer(made.bo, made.item(), ACCEPTED);
    await made.answer(made.cy, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ status: 'in_review', decision: 'accept', rounds: 1 });
    await made.assign([made.bo, made.di], made.items, 2);
    await made.answer(made.bo, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ status: 'in_review', rounds: 1 });
    await made.answer(made.di, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ status: 'accepted', rounds: 2, second: 'accept' });
  });

  it('needs rounds that follow each other: one that refused it starts the count again', async () => {
    await using made = await team('two_rounds');
    for (const [round, said] of [ACCEPTED, FIX, ACCEPTED].entries()) {
      await made.assign([made.bo], made.items, round + 1);
      await made.answer(made.bo, made.item(), said);
    }
    expect(made.state(made.item())).toMatchObject({ status: 'in_review', decision: 'accept', rounds: 1 });
    await made.assign([made.bo], made.items, 4);
    await made.answer(made.bo, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ status: 'accepted', rounds: 2 });
  });

  it('was refused by nobody who skipped it or was relieved of it, and accepted by nobody of them either', async () => {
    await using made = await team('two_rounds', 2);
    const [skipped, withdrawn] = [made.item(0), made.item(1)];
    await made.assign([made.bo]);
    for (const id of made.items) await made.answer(made.bo, id, ACCEPTED);
    await made.assign([made.cy, made.di], made.items, 2);
    for (const id of made.items) await made.answer(made.cy, id, ACCEPTED);
    expect(made.state(skipped)).toMatchObject({ status: 'in_review', rounds: 1 });
    await made.skip(made.di, skipped);
    expect(made.state(skipped)).toMatchObject({ status: 'accepted', rounds: 2 });
    await made.ana.window.assignments.withdraw({ personId: made.di.id, task: VALIDATE, round: 2 });
    expect(made.state(withdrawn)).toMatchObject({ status: 'accepted', rounds: 2 });
    await made.assign([made.di], made.items, 3);
    for (const id of made.items) await made.skip(made.di, id);
    expect(made.state(skipped)).toMatchObject({ status: 'accepted', rounds: 2 });
  });

  it('by an adjudicator needs nothing more, and nothing else will do where that is asked for', async () => {
    await using made = await team('adjudicated', 2);
    const [decided, unanimous] = [made.item(0), made.item(1)];
    await made.assign([made.bo, made.cy]);
    await made.answer(made.bo, decided, ACCEPTED);
    await made.answer(made.cy, decided, REJECT);
    for (const each of [made.bo, made.cy]) await made.answer(each, unanimous, ACCEPTED);
    expect(made.state(decided)).toMatchObject({ first: 'mixed', decision: null, status: 'in_review' });
    await made.decide(made.ed, decided, ACCEPTED);
    expect(made.state(decided)).toMatchObject({
      first: 'accept',
      decision: 'accept',
      adjudicated: 1,
      status: 'accepted',
    });
    await made.assign([made.bo, made.cy], [unanimous], 2);
    for (const each of [made.bo, made.cy]) await made.answer(each, unanimous, ACCEPTED);
    expect(made.state(unanimous)).toMatchObject({ rounds: 2, adjudicated: 0, status: 'in_review' });
    await made.ana.window.casebooks.saveSettings({ promotion: 'two_rounds' });
    expect(made.state(unanimous)).toMatchObject({ status: 'accepted' });
    expect(made.state(decided)).toMatchObject({ status: 'accepted' });
  });

  it('is in review while a further round is outstanding, and stays there where that differs', async () => {
    await using made = await team('adjudicated');
    await made.assign([made.bo, made.cy]);
    await made.answer(made.bo, made.item(), ACCEPTED);
    await made.answer(made.cy, made.item(), FIX);
    await made.decide(made.ed, made.item(), ACCEPTED);
    await made.assign([made.bo, made.cy], made.items, 2);
    await made.answer(made.bo, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ adjudicated: 1, status: 'in_review' });
    await made.answer(made.cy, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ rounds: 2, adjudicated: 1, status: 'accepted' });
    await made.assign([made.di], made.items, 3);
    await made.answer(made.di, made.item(), FIX);
    expect(made.state(made.item())).toMatchObject({ rounds: 0, adjudicated: 0, status: 'in_review' });
  });

  it('counts anew once it was fixed', async () => {
    await using made = await team('two_rounds');
    for (const round of [1, 2]) {
      await made.assign([made.bo], made.items, round);
      await made.answer(made.bo, made.item(), round === 1 ? ACCEPTED : FIX);
    }
    await made.fix(made.rey, made.item(), { question: 'Which attribute tells it from its neighbours?' });
    // What the rounds said was about the text of before.
    expect(made.state(made.item())).toMatchObject({ first: null, second: null, decision: null, rounds: 0 });
    await made.answer(made.bo, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ second: 'accept', rounds: 1, status: 'in_review' });
    await made.assign([made.cy], made.items, 3);
    await made.answer(made.cy, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ rounds: 2, status: 'accepted' });
  });

  it('cannot be accepted by hand before, and is told what is missing', async () => {
    await using made = await team('two_rounds');
    const accept = () =>
      made.ana.window.items.setStatus({ items: { ids: [made.item()] }, status: 'accepted' });
    await made.assign([made.bo]);
    await made.answer(made.bo, made.item(), ACCEPTED);
    expect(await accept()).toEqual({
      changed: 0,
      refused: [
        {
          item: expect.any(String),
          reason:
            'Everybody must accept the current item in two rounds, or an adjudicator must accept it; so far only one round has.',
        },
      ],
    });
    await made.ana.window.casebooks.saveSettings({ promotion: 'adjudicated' });
    expect((await accept()).refused[0]?.reason).toBe(
      'This casebook requires an adjudicator to accept the current item, and none has.',
    );
    await made.ana.window.casebooks.saveSettings({ promotion: 'one_round', afterSubmit: 'in_review' });
    expect(made.state(made.item())).toMatchObject({ status: 'in_review' });
    expect(await accept()).toEqual({ changed: 1, refused: [] });
  });

  it('goes back to review where more is asked for, and comes back where less is', async () => {
    await using made = await team('one_round', 2);
    const [accepted, byHand] = [made.item(0), made.item(1)];
    await made.assign([made.bo]);
    for (const id of made.items) await made.answer(made.bo, id, ACCEPTED);
    await made.ana.window.items.setStatus({ items: { ids: [byHand] }, status: 'in_review' });
    await made.ana.window.casebooks.saveSettings({ promotion: 'two_rounds' });
    expect([made.state(accepted), made.state(byHand)]).toMatchObject([
      { status: 'in_review' },
      { status: 'in_review' },
    ]);
    const { events } = await made.ana.window.history.list({ kinds: ['status'], limit: 1 });
    const [event] = events;
    await expect(made.ana.window.history.undo({ id: event?.id ?? '' })).rejects.toThrow(
      /cannot be accepted again.*so far only one round has/u,
    );
    const counts = async () => {
      const { shortOfPromotion, ready } = await made.ana.window.validation.overview();
      const listed = async (short: boolean) =>
        (
          await made.ana.window.items.list({
            filter: { validation: { short } },
            sort: { by: 'imported', descending: false },
            offset: 0,
            limit: 1,
          })
        ).total;
      expect([await listed(true), await listed(false)]).toEqual([shortOfPromotion, ready]);
      return { shortOfPromotion, ready };
    };
    expect(await counts()).toEqual({ shortOfPromotion: 2, ready: 0 });
    await made.ana.window.casebooks.saveSettings({ promotion: 'one_round' });
    expect(made.state(accepted)).toMatchObject({ status: 'accepted' });
    expect(await counts()).toEqual({ shortOfPromotion: 0, ready: 0 });
  });

  it('in bulk is one that its raters accept and that has what the rule asks for: as many as are counted', async () => {
    await using made = await team('two_rounds', 3);
    await made.ana.window.casebooks.saveSettings({ afterSubmit: 'in_review' });
    const [first, second, sentBack] = [made.item(0), made.item(1), made.item(2)];
    await made.assign([made.bo, made.cy]);
    for (const each of [made.bo, made.cy]) {
      for (const id of [first, second]) await made.answer(each, id, ACCEPTED);
      await made.answer(each, sentBack, FIX);
    }
    expect((await made.ed.window.adjudications.counts({ task: VALIDATE })).states.unanimous).toBe(3);
    const acceptable = async () => (await made.ed.window.adjudications.counts({ task: VALIDATE })).acceptable;
    expect(await acceptable()).toBe(0);
    await made.ana.window.casebooks.saveSettings({ promotion: 'one_round' });
    expect(await acceptable()).toBe(2);
    const named = await made.ed.window.adjudications.acceptUnanimous({ task: VALIDATE, items: [sentBack] });
    expect(named).toMatchObject({
      changed: 0,
      refused: [{ reason: expect.stringMatching(/needs fixing/u) }],
    });
    expect(await made.ed.window.adjudications.acceptUnanimous({ task: VALIDATE })).toEqual({
      changed: 2,
      refused: [],
    });
    expect(await acceptable()).toBe(0);
    expect(made.state(sentBack)).toMatchObject({ status: 'in_review', decision: 'fix' });
  });

  it('whatever the rule, is rejected by who rejects it', async () => {
    await using made = await team('adjudicated');
    await made.assign([made.bo]);
    await made.answer(made.bo, made.item(), REJECT);
    expect(made.state(made.item())).toMatchObject({
      status: 'rejected',
      decision: 'reject',
      reason: 'duplicate',
      first: 'reject',
    });
  });
});

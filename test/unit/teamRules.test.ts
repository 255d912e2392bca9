import { describe, expect, it } from 'vitest';
import { personOffers, waitsForItems } from '../../renderer/screens/team/personOffers.ts';
import { nextStep, teamProgress, type TeamProgress } from '../../renderer/screens/team/teamProgress.ts';

describe('the next step of a team', () => {
  const standing: TeamProgress = {
    asked: 10,
    done: 10,
    disputes: 0,
    compared: true,
    ready: 0,
    unsigned: 0,
    broken: 0,
    hasAdjudicator: true,
  };

  it.each<[string, Partial<TeamProgress>, string, string, RegExp]>([
    [
      'answers are missing',
      { done: 4, compared: false },
      'neutral',
      '4 of 10 answers are in',
      /^People answer here.* over a team hub\.$/u,
    ],
    ['one rater each', { compared: false }, 'accepted', 'All answers are in', /^Each item has one rater/u],
    [
      'raters differ',
      { disputes: 2 },
      'pending',
      'All answers are in; raters differ on 2 items',
      /^An adjudicator decides/u,
    ],
    [
      'raters differ once',
      { disputes: 1 },
      'pending',
      'All answers are in; raters differ on 1 item',
      /^An adjudicator decides/u,
    ],
    [
      'nobody decides',
      { disputes: 2, hasAdjudicator: false },
      'pending',
      'All answers are in; raters differ on 2 items',
      /give somebody the adjudicator role/u,
    ],
    [
      'one item is ready',
      { ready: 1 },
      'neutral',
      'All answers are in',
      /^1 item, unanimous or decided, is ready/u,
    ],
    ['one waits', { unsigned: 1 }, 'accepted', 'All answers are in', /^1 item waits for a sign-off\.$/u],
    [
      'one breaks a rule',
      { broken: 1 },
      'accepted',
      'All answers are in',
      /^1 item, unanimous or decided, breaks a rule/u,
    ],
    [
      'several break rules',
      { broken: 2 },
      'accepted',
      'All answers are in',
      /break a rule of the benchmark\.$/u,
    ],
    ['all is done', {}, 'accepted', 'All answers are in', /^$/u],
  ])('%s', (_, change, state, title, sentences) => {
    const step = nextStep({ ...standing, ...change });
    expect(step).toMatchObject({ state, title });
    expect(step.sentences.join(' ')).toMatch(sentences);
  });

  it('follows from people, their progress and the states of items', () => {
    expect(
      teamProgress(
        [{ roles: ['annotator'] }, { roles: ['adjudicator'] }],
        [
          { assigned: 5, submitted: 2, skipped: 1 },
          { assigned: 4, submitted: 4, skipped: 0 },
        ],
        { disputed: 1, conflict: 2, unanimous: 0, decided: 0 },
        { acceptable: ['a'], unsigned: [], broken: ['b', 'c'] },
      ),
    ).toEqual({
      asked: 9,
      done: 7,
      disputes: 3,
      compared: true,
      ready: 1,
      unsigned: 0,
      broken: 2,
      hasAdjudicator: true,
    });
  });

  it.each([
    ['nothing is compared', {}, false],
    ['one item is disputed', { disputed: 1 }, true],
    ['one item is unanimous', { unanimous: 1 }, true],
    ['one item is decided', { decided: 1 }, true],
  ])('%s', (_, change, compared) => {
    const states = { disputed: 0, conflict: 0, unanimous: 0, decided: 0, ...change };
    const acceptance = { acceptable: [], unsigned: [], broken: [] };
    expect(teamProgress([], [], states, acceptance).compared).toBe(compared);
  });
});

describe('what the Team screen offers', () => {
  const current = {
    here: false,
    isSignedIn: false,
    isDevice: false,
    editable: true,
    hasProgress: false,
    onHub: false,
    onNetwork: false,
  };
  type Offers = ReturnType<typeof personOffers>;
  it.each<[string, Parameters<typeof personOffers>[0], Partial<typeof current>, Partial<Offers>]>([
    ['for a colleague', { kind: 'human' }, {}, { workAs: true, menu: true, invite: false }],
    ['for oneself', { kind: 'human' }, { here: true }, { workAs: false, menu: false }],
    [
      'for oneself with work',
      { kind: 'human' },
      { here: true, hasProgress: true },
      { workAs: false, menu: true },
    ],
    ['for oneself on a hub', { kind: 'human' }, { here: true, onHub: true }, { menu: true, invite: true }],
    ['for oneself on a network', { kind: 'human' }, { here: true, onNetwork: true }, { menu: true }],
    ['after a personal link', { kind: 'human' }, { isSignedIn: true }, { workAs: false, menu: true }],
    ['in one person’s casebook', { kind: 'human' }, { isDevice: true }, { workAs: false }],
    [
      'for somebody deactivated',
      { kind: 'human', setAside: true },
      { onHub: true, onNetwork: true },
      { workAs: false, invite: false, inviteHere: false, menu: true },
    ],
    ['on a network', { kind: 'human' }, { onNetwork: true }, { inviteHere: true, invite: false }],
    ['to somebody who only looks', { kind: 'human' }, { editable: false }, { workAs: true, menu: false }],
    ['for a model', { kind: 'model' }, { onHub: true }, { workAs: false, menu: true, invite: false }],
    ['for a source', { kind: 'source' }, {}, { workAs: false, menu: false }],
  ])('%s', (_, person, change, offers) => {
    expect(personOffers(person, { ...current, ...change })).toMatchObject(offers);
  });

  it.each([
    ['human', ['annotator'], true],
    ['human', ['curator'], false],
    ['model', ['annotator'], false],
  ] as const)('a %s with the roles %o', (kind, roles, waits) => {
    expect(waitsForItems({ kind, roles: [...roles] })).toBe(waits);
  });
});

import { everything } from '../../electron/core/access/viewpoint.ts';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ItemStatistics, ItemStatisticsRequest } from '../../shared/contract/itemStatistics.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { raschModel } from '../../shared/statistics/rasch/rasch.ts';
import { responseMatrix } from '../../shared/statistics/rasch/responseMatrix.ts';
import { casebook, fingerprint, json } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { type Answered, giveAnswers, type GivenAnswer, type GivenItem } from '../helpers/givenAnswers.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const PEOPLE = ['p1', 'p2', 'p3'];
const MODELS = Array.from({ length: 9 }, (_, at) => `m${String(at + 1)}`);
const ITEMS = 14;

/** Who is right on what: the first item nobody gets wrong, m9 has not answered the last two. */
const rows = ((): (0 | 1 | null)[][] => {
  const random = seededRandom(12);
  return [...PEOPLE, ...MODELS].map((by, respondent) =>
    Array.from({ length: ITEMS }, (_, item) => {
      if (item === 0) return 1;
      if (by === 'm9' && item >= ITEMS - 2) return null;
      return random() < 1 / (1 + Math.exp(item / 4 - 2 - respondent / 6 + 1)) ? 1 : 0;
    }),
  );
})();

const items: readonly GivenItem[] = Array.from({ length: ITEMS }, (_, item) => {
  const label = item % 2 === 0;
  const answers = [...PEOPLE, ...MODELS].flatMap((by, respondent): GivenAnswer[] => {
    const right = rows[respondent]?.[item] ?? null;
    if (right === null) return [];
    return [
      {
        by,
        step: 'main_ins',
        answer: 'Something.',
        verdicts: [
          { judge: 'jo', criterion: label ? 'cue_match' : 'false_match', value: right === 1 ? 'YES' : 'NO' },
        ],
      },
    ];
  });
  return {
    externalId: `photo-${String(item)}`,
    payload: {
      data_path: `photo-${String(item)}`,
      label,
      scene: 'hotel',
      target_partner: 'girlfriend',
      main_ins: 'Anything suspicious?',
      ...(label && { detm_cue: 'A second glass.' }),
    },
    answers,
  };
});

const path = folder.join('answers.casebook');
let open: Services;
let given: Answered;

const ask = (of: Services, more: z.input<typeof ItemStatisticsRequest> = {}): Promise<ItemStatistics> =>
  of.metrics.items(
    ItemStatisticsRequest.parse(more),
    () => undefined,
    new AbortController().signal,
    everything,
  );

async function fresh(name: string, benchmark: string): Promise<Services> {
  return createServices(
    await createCasebook(folder.join(name), { benchmark, title: 'Answers' }, testPorts(folder.path)),
  );
}

beforeAll(async () => {
  open = await fresh('answers.casebook', 'caughtcheating');
  given = giveAnswers(open, { items, models: MODELS });
});
describe('item statistics of a casebook', () => {
  it('are those of who got what right, people and models, an unanswered item being no wrong one', async () => {
    const found = await ask(open);
    expect(found.respondents.slice(0, 3).map(({ key }) => key)).toEqual(PEOPLE);
    expect(found.respondents.map(({ key }) => key).toSorted()).toEqual([...MODELS, ...PEOPLE]);
    expect(found.step).toBe('main_ins');
    const model = raschModel(responseMatrix(rows));
    if (!model.defined) throw new Error(model.reason);
    expect(found.items.map(({ item }) => item)).toEqual(items.map(({ externalId }) => externalId));
    found.items.forEach(({ difficulty, answered, right }, item) => {
      const expected = model.items[item];
      expect([answered, right]).toEqual([expected?.answered, expected?.right]);
      if (expected?.difficulty.defined !== true) expect(difficulty.undefined).toMatch(/^Everybody who/u);
      else expect(difficulty.value).toBeCloseTo(expected.difficulty.value, 9);
    });
    found.respondents.forEach(({ key, ability, answered }) => {
      const expected = model.respondents[[...PEOPLE, ...MODELS].indexOf(key)];
      expect(answered).toBe(expected?.answered);
      expect(ability.value).toBeCloseTo(expected?.ability.defined === true ? expected.ability.value : NaN, 9);
    });
    expect(found.items[0]).toMatchObject({
      tier: null,
      right: 12,
      difficulty: { value: null },
      problems: ['Everybody who answered it was right: it is easier than these respondents can tell.'],
    });
    expect(found.tiers.reduce((sum, tier) => sum + tier.items, 0)).toBe(
      found.items.filter(({ difficulty }) => difficulty.value !== null).length,
    );
    const notes = found.notes.join('\n');
    expect(notes).toContain('1 % of the answers of respondents to items are missing');
    expect(notes).toContain('There are only 12 respondents');
    expect(notes).toMatch(/\d items? without a difficulty/u);
  });

  it('an excluded participant is no respondent, and it is said', async () => {
    given.exclude('p2', 'slept');
    try {
      const found = await ask(open);
      expect(found.respondents.map(({ key }) => key)).not.toContain('p2');
      expect(found.respondents).toHaveLength(11);
      expect(found.notes).toContain('1 participant excluded (p2: slept): no figure includes their answers.');
    } finally {
      given.exclude('p2', 'woke', 'inclusion');
    }
    expect((await ask(open)).respondents).toHaveLength(12);
  });

  it('a step that nobody answered is not found, with those there are', async () => {
    await expect(ask(open, { step: 'r_sub_ins' })).rejects.toMatchObject({
      code: 'not_found',
      hint: 'Choose one of: main_ins.',
    });
  });

  it('of the command line are the same, as a table too, and the casebook stays as it was', async () => {
    const found = await ask(open);
    await open.close();
    const before = fingerprint(path);
    const document = await json(
      z.object({
        benchmark: z.literal('caughtcheating'),
        items: z.array(
          z.looseObject({
            item: z.string(),
            b: z.number().nullable(),
            kept: z.boolean(),
            r: z.number().nullable(),
          }),
        ),
        respondents: z.record(z.string(), z.looseObject({ ability: z.number().nullable() })),
        reliability: z.object({ person_separation: z.looseObject({ value: z.number().nullable() }) }),
      }),
      0,
      'items',
      path,
    );
    expect(document.items.map(({ b }) => b)).toEqual(found.items.map(({ difficulty }) => difficulty.value));
    for (const { key, ability } of found.respondents)
      expect(document.respondents[key]?.ability).toBe(ability.value);
    expect(document.reliability.person_separation.value).toBe(found.reliability.separation.value);
    const { stdout, code } = await casebook('items', path);
    expect(code).toBe(0);
    expect(stdout).toMatch(/photo-0 +12 +12 +- +- +- +- +- +- +Everybody who answered it was right/u);
    expect(stdout).toContain('Person-separation reliability: 0.');
    const kept = await casebook('items', path, '--kept');
    expect(kept.stdout).not.toContain('photo-0 ');
    expect((await casebook('items', path, '--threshold', '2')).code).toBe(2);
    expect((await casebook('items', path, '--step', 'nothing')).stderr).toContain('Choose one of: main_ins.');
    expect(fingerprint(path)).toEqual(before);
  });
});

describe('answers that are right in part', () => {
  const trap = (id: string, scores: readonly (readonly [string, string, number])[]): GivenItem => ({
    externalId: id,
    payload: {
      id,
      domain: 'Fire Safety',
      scenario: 's',
      trap: 't',
      basic_question: 'b',
      deceptive_question: 'd',
      answer: 'a',
    },
    answers: scores.map(([by, condition, x]) => ({
      by,
      condition,
      step: 'question',
      answer: 'Do not.',
      verdicts: [
        { judge: 'llm-judge', criterion: 'x', value: x },
        { judge: 'llm-judge', criterion: 'y', value: 4 },
      ],
    })),
  });

  it('count as right from the threshold on, each version of an item by itself', async () => {
    const traps = await fresh('traps.casebook', 'argus');
    giveAnswers(traps, {
      models: ['m1', 'm2', 'm3'],
      items: [
        trap('one', [
          ['m1', 'basic', 4],
          ['m2', 'basic', 1],
          ['m3', 'basic', 4],
          ['m1', 'deceptive', 1],
          ['m2', 'deceptive', 4],
          ['m3', 'deceptive', 3],
        ]),
      ],
    });
    const usual = await ask(traps);
    expect(usual.step).toBe('question');
    expect(usual.items.map(({ item, condition, right }) => [item, condition, right])).toEqual([
      ['one', 'basic', 2],
      ['one', 'deceptive', 2],
    ]);
    expect(usual.graded).toBe(true);
    expect(usual.notes).toContain('Answers can be partly right: from 0.5 (of 1) they count as right here.');
    expect(usual.notes).toContain('An item with several versions has figures for each.');
    const strict = await ask(traps, { threshold: 0.9 });
    expect(strict.items.map(({ right }) => right)).toEqual([2, 1]);
    await traps.close();
  });
});

describe('too little to say anything', () => {
  it('one respondent, unjudged answers, no answers, no figures of its own', async () => {
    const small = await fresh('small.casebook', 'caughtcheating');
    expect(await ask(small)).toMatchObject({
      undefined: 'No answer is known to be right or wrong yet.',
      step: null,
      items: [],
    });
    giveAnswers(small, {
      models: ['m1', 'm2'],
      items: items.slice(0, 3).map((item) => ({
        ...item,
        answers: item.answers
          .filter(({ by }) => by === 'm1' || by === 'm2')
          .map((answer) => (answer.by === 'm1' ? answer : { ...answer, verdicts: [] })),
      })),
    });
    const one = await ask(small);
    expect(one.undefined).toBe('At least two respondents with answers are needed.');
    expect(one.items).toHaveLength(3);
    expect(one.items[0]?.difficulty).toEqual({
      value: null,
      undefined: 'At least two respondents with answers are needed.',
    });
    expect(one.notes).toContain('3 answers left out: whether they are right is not known.');
    await small.close();
    const generic = await fresh('generic.casebook', 'generic');
    await expect(ask(generic)).rejects.toMatchObject({ code: 'invalid_input' });
    await generic.close();
  });
});

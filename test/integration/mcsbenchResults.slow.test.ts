import { everything } from '../../electron/core/access/viewpoint.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import complete from '../fixtures/statistics/rasch-complete.json' with { type: 'json' };
import missing from '../fixtures/statistics/rasch-missing.json' with { type: 'json' };
import type { Services } from '../../electron/core/app/services.ts';
import { findTask } from '../../shared/benchmarks/mcsbench/families.ts';
import { type ItemStatistics, ItemStatisticsRequest } from '../../shared/contract/itemStatistics.ts';
import { type Figure, MetricsRequest } from '../../shared/contract/metrics.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { makeMcsBenchCasebook } from '../helpers/mcsBenchAnswers.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { present } from '../helpers/present.ts';

/* Figures of a casebook of MCSBench that came together by imports alone, against what others compute of the same answers. */

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const itemsOf = (open: Services): Promise<ItemStatistics> =>
  open.metrics.items(
    ItemStatisticsRequest.parse({ variance: 'fixed' }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [mean(a), mean(b)];
  const sum = (of: (place: number) => number): number => a.reduce((total, _, place) => total + of(place), 0);
  const product = sum((at) => ((a[at] ?? 0) - x) * ((b[at] ?? 0) - y));
  return product / Math.sqrt(sum((at) => ((a[at] ?? 0) - x) ** 2) * sum((at) => ((b[at] ?? 0) - y) ** 2));
}

/** The largest difference, both means taken off where they are to be. */
function apart(a: readonly (number | null)[], b: readonly number[], centred = false): number {
  const own = a.map((value) => value ?? Number.NaN);
  const shift = centred ? mean(own) - mean(b) : 0;
  return Math.max(...own.map((value, place) => Math.abs(value - shift - (b[place] ?? Number.NaN))));
}

describe.each([
  ['56 respondents on 149 items', complete, 20],
  ['40 respondents on 60 items, three of ten answers missing', missing, 10],
])('item statistics of %s', (name, golden, people) => {
  it('are those of R, with items that everybody and nobody gets right beside them', async () => {
    const rows = golden.rows.map((row) => `${row}10`);
    const path = folder.join(`${String(rows.length)}.casebook`);
    const size = golden.difficulties.length;
    const open = await makeMcsBenchCasebook(path, testPorts(folder.path), {
      people,
      models: rows.length - people,
      items: size + 2,
      isRight: (respondent, item, step) => {
        const answer = rows[respondent]?.charAt(item);
        return step !== 'base' || answer === '.' ? null : answer === '1';
      },
    });
    const found = await itemsOf(open);
    const own = found.items.slice(0, size);
    const difficulties = own.map(({ difficulty }) => difficulty.value);
    expect(apart(difficulties, golden.difficulties, true), name).toBeLessThan(0.02);
    expect(apart(difficulties, golden.difficulties)).toBeLessThan(1e-3);
    expect(
      correlation(
        difficulties.map((value) => value ?? Number.NaN),
        golden.difficulties,
      ),
    ).toBeGreaterThan(0.999);
    expect(
      apart(
        own.map(({ standardError }) => standardError),
        golden.errors,
      ),
    ).toBeLessThan(1e-3);
    expect(
      apart(
        own.map(({ infit }) => infit.value),
        golden.infit,
      ),
    ).toBeLessThan(1e-3);
    expect(
      apart(
        own.map(({ outfit }) => outfit.value),
        golden.outfit,
      ),
    ).toBeLessThan(5e-3);
    // Before there were the two that tell nobody apart: what is the same for all correlates with nothing.
    expect(
      apart(
        own.map(({ pointBiserial }) => pointBiserial.value),
        golden.pointBiserial,
      ),
    ).toBeLessThan(golden === complete ? 1e-9 : 0.02);
    // People first, models after them, as they stand in the rows.
    const ofRow = (row: number): string =>
      row < people ? `p${String(row + 1)}` : `model-${String(row - people + 1)}`;
    const abilities = rows.map(
      (_, row) => found.respondents.find(({ name: own }) => own === ofRow(row))?.ability.value ?? null,
    );
    expect(apart(abilities, golden.abilities)).toBeLessThan(1e-3);
    expect(found.respondents.slice(0, people).every(({ kind }) => kind === 'human')).toBe(true);

    expect(found.items.slice(size)).toMatchObject([
      {
        tier: null,
        difficulty: { value: null },
        problems: [expect.stringMatching(/^Everybody who answered it was right/u)],
      },
      {
        tier: null,
        difficulty: { value: null },
        problems: [expect.stringMatching(/^Everybody who answered it was wrong|^Nobody/u)],
      },
    ]);
    const notes = found.notes.join('\n');
    expect(notes).toContain('2 items without a difficulty');
    expect(notes.includes('% of the answers of respondents to items are missing')).toBe(golden === missing);
    const { separation } = found.reliability;
    expect(separation.value).toBeGreaterThan(0.5);
    expect(separation.value).toBeLessThan(1);
    expect(found.tiers.reduce((sum, { items }) => sum + items, 0)).toBe(size);
    for (const { difficulty, infit, outfit, pointBiserial, problems } of own) {
      const [b = 0, fit = 0, misfit = 0, r = 0] = [
        difficulty.value,
        infit.value,
        outfit.value,
        pointBiserial.value,
      ].map((value) => value ?? Number.NaN);
      const isKept =
        Math.abs(b) <= 1.5 && [fit, misfit].every((value) => value >= 0.5 && value <= 1.5) && r >= 0.15;
      expect(problems.length === 0, JSON.stringify(problems)).toBe(isKept);
    }
    await open.close();

    const document = await json(
      z.object({
        items: z.array(z.looseObject({ item: z.string(), b: z.number().nullable(), kept: z.boolean() })),
      }),
      0,
      'items',
      path,
      '--variance',
      'fixed',
    );
    expect(document.items.map(({ b }) => b)).toEqual(found.items.map(({ difficulty }) => difficulty.value));
    expect(document.items.map(({ kept }) => kept)).toEqual(
      found.items.map(({ problems }) => problems.length === 0),
    );
    const { stdout } = await casebook('items', path, '--kept', '--variance', 'fixed');
    expect(stdout).not.toContain('Everybody who answered it was');
  });
});

describe('accuracy and SAI of a casebook', () => {
  const random = seededRandom(4);
  const [PEOPLE, MODELS, ITEMS] = [3, 4, 70];
  const rights = new Map<string, boolean | null>();
  /** Some chains are not answered; the last model gets every chain right, the one before it answers none. */
  const isRight = (respondent: number, item: number, step: string): boolean | null => {
    const key = `${String(respondent)} ${String(item)} ${step}`;
    const known = rights.get(key);
    if (known !== undefined) return known;
    const draw = random();
    const isChain = step !== 'base';
    const right =
      isChain && respondent === PEOPLE + MODELS - 2
        ? null
        : isChain && respondent === PEOPLE + MODELS - 1
          ? true
          : isChain && draw < 0.05
            ? null
            : draw < 0.35 + respondent / 12;
    rights.set(key, right);
    return right;
  };

  /** Wilson's interval, written out. */
  const wilson = (hits: number, of: number): [number, number] => {
    const z2 = 1.959963984540054 ** 2;
    const centre = (hits + z2 / 2) / (of + z2);
    const half = (Math.sqrt(z2) * Math.sqrt((hits * (of - hits)) / of + z2 / 4)) / (of + z2);
    return [Math.max(0, centre - half), Math.min(1, centre + half)];
  };

  it('by task and level are what is counted by hand, with Wilson’s interval', async () => {
    const path = folder.join('sai.casebook');
    const open = await makeMcsBenchCasebook(path, testPorts(folder.path), {
      people: PEOPLE,
      models: MODELS,
      items: ITEMS,
      isRight,
    });
    const report = await open.metrics.report(
      MetricsRequest.parse({ bootstrap: 200, seed: 3, absent: 'left_out' }),
      () => undefined,
      new AbortController().signal,
      everything,
    );
    const payloads = generatedItems(ITEMS).map(({ task, rc_items: chains }) => ({
      task: findTask(z.string().parse(task)),
      chains: z.array(z.unknown()).parse(chains ?? []).length,
    }));
    for (let respondent = 0; respondent < PEOPLE + MODELS; respondent += 1) {
      const name =
        respondent < PEOPLE ? `p${String(respondent + 1)}` : `model-${String(respondent - PEOPLE + 1)}`;
      const row = report.rows.find((each) => each.name === name);
      const figure = (id: string): Figure => present(row?.figures[id], `${name} has no ${id}.`);
      const groups: [string, (item: (typeof payloads)[number]) => boolean][] = [
        ['accuracy', () => true],
        ...['ca_align', 'ca_discr', 'cc_align', 'cc_discr', 'hypo', 'mi_discr', 'mi_match'].map(
          (code): [string, (item: (typeof payloads)[number]) => boolean] => [
            code,
            ({ task }) => task?.code === code,
          ],
        ),
        ...['L1', 'L2', 'L3'].map((level): [string, (item: (typeof payloads)[number]) => boolean] => [
          level,
          ({ task }) => task?.level === level,
        ]),
      ];
      for (const [id, isOf] of groups) {
        const those = payloads.flatMap((payload, item) => (isOf(payload) ? [item] : []));
        const hits = those.filter((item) => isRight(respondent, item, 'base') === true).length;
        const { value, n, ci95, interval } = figure(id);
        expect([value, n, interval], `${name} ${id}`).toEqual([hits / those.length, those.length, 'wilson']);
        const [low, high] = wilson(hits, those.length);
        expect(ci95?.[0]).toBeCloseTo(low, 10);
        expect(ci95?.[1]).toBeCloseTo(high, 10);

        // Only items with an overlay, all of it answered, have a part in SAI where absent answers are left out.
        const overlaid = those.flatMap((item) => {
          const chains = Array.from({ length: payloads[item]?.chains ?? 0 }, (_, at) =>
            isRight(respondent, item, `rc/${String(at)}`),
          );
          return chains.length === 0 || chains.includes(null)
            ? []
            : [{ base: isRight(respondent, item, 'base') === true, chains }];
        });
        const [saiId, baseId] = id === 'accuracy' ? ['sai', 'sai_base'] : [`${id}_sai`, `${id}_base`];
        if (row?.figures[saiId] === undefined) {
          // Concepts and attributes, and their level, have no reasoning chains.
          expect(['ca_align', 'ca_discr', 'L1']).toContain(id);
          continue;
        }
        const sai = figure(saiId);
        expect(sai.n).toBe(overlaid.length);
        if (overlaid.length === 0) {
          expect([sai.value, sai.undefined]).toEqual([null, 'No item of this kind has all probes answered.']);
          continue;
        }
        const expected = mean(
          overlaid.map(({ base, chains }) =>
            base ? chains.filter((each) => each === true).length / chains.length : 0,
          ),
        );
        expect(sai.value).toBeCloseTo(expected, 12);
        const base = figure(baseId).value ?? Number.NaN;
        // Base rests on every item with an overlay: a chain that is absent takes no base answer with it.
        const based = those.filter((item) => (payloads[item]?.chains ?? 0) > 0);
        expect(base).toBeCloseTo(
          mean(based.map((item) => Number(isRight(respondent, item, 'base') === true))),
          12,
        );
        if (based.length === overlaid.length) expect(sai.value).toBeLessThanOrEqual(base + 1e-12);
        if (respondent === PEOPLE + MODELS - 1) expect(sai.value).toBeCloseTo(base, 12);
        if (sai.ci95 !== null) {
          expect(sai.interval).toMatch(/^(?:bca|t)$/u);
          expect(sai.ci95[0]).toBeLessThanOrEqual(expected);
          expect(sai.ci95[1]).toBeGreaterThanOrEqual(expected);
        }
      }
    }
    await open.close();
  });
});

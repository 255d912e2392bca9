import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classBalance, smallSamples } from '../../shared/benchmarks/health/answers.ts';
import { type KeyedItem, majorityByKey } from '../../shared/benchmarks/health/classifier.ts';
import { groupsOf } from '../../shared/benchmarks/health/report.ts';
import { nearDuplicates, normalized } from '../../shared/benchmarks/health/textSimilarity.ts';
import { parseUrl } from '../../shared/benchmarks/health/urls.ts';
import { DisjointSets } from '../../shared/base/disjointSets.ts';

const entries = (labels: readonly string[]): fc.Arbitrary<KeyedItem[]> =>
  fc
    .array(fc.record({ label: fc.constantFrom(...labels), key: fc.constantFrom('a', 'b', 'c', 'd', 'e') }), {
      maxLength: 12,
    })
    .map((list) => list.map((entry, index) => ({ id: String(index), ...entry })));

/** How many of each class, the most frequent ones. */
function mostFrequent(labels: readonly string[]): string[] {
  const count = (label: string): number => labels.filter((other) => other === label).length;
  const most = Math.max(...labels.map(count));
  return [...new Set(labels)].filter((label) => count(label) === most);
}

describe('the majority classifier', () => {
  test('is right as often as when every item is taken out and asked by hand', () => {
    fc.assert(
      fc.property(entries(['clued', 'unclued', 'unsure']), (items) => {
        const classes = new Set(items.map(({ label }) => label)).size;
        let leaveOneOut = 0;
        let inSample = 0;
        for (const item of items) {
          const others = items
            .filter((other) => other !== item && other.key === item.key)
            .map(({ label }) => label);
          const answers = others.length === 0 ? [] : mostFrequent(others);
          if (answers.length === 0) leaveOneOut += 1 / classes;
          else if (answers.includes(item.label)) leaveOneOut += 1 / answers.length;
          const [answer] = mostFrequent(
            items.filter(({ key }) => key === item.key).map(({ label }) => label),
          );
          if (answer === item.label) inSample += 1;
        }
        const result = majorityByKey(items);
        expect(result.leaveOneOut).toBeCloseTo(leaveOneOut, 9);
        expect(result.inSample).toBe(inSample);
      }),
    );
  });

  test('knows what chance would give: the mean over every way to deal the classes out', () => {
    const all = (labels: readonly string[]): string[][] =>
      labels.length <= 1
        ? [[...labels]]
        : labels.flatMap((label, index) => all(labels.toSpliced(index, 1)).map((rest) => [label, ...rest]));
    const twoClasses = entries(['clued', 'unclued']).filter(
      (items) => items.length <= 6 && new Set(items.map(({ label }) => label)).size === 2,
    );
    fc.assert(
      fc.property(twoClasses, (items) => {
        const deals = all(items.map(({ label }) => label)).map(
          (labels) =>
            majorityByKey(items.map((item, index) => ({ ...item, label: labels[index] ?? '' }))).inSample,
        );
        const mean = deals.reduce((sum, right) => sum + right, 0) / deals.length;
        expect(majorityByKey(items).inSampleByChance).toBeCloseTo(mean, 9);
      }),
      { numRuns: 30 },
    );
    expect(majorityByKey([]).items).toBe(0);
  });
});

describe('near duplicates', () => {
  test('are those of comparing every pair', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'red', 'cup'), { minLength: 3, maxLength: 14 })
      .map((words) => words.join(' '));
    const shingles = (value: string): Set<string> => {
      const words = value.split(' ');
      return words.length < 5
        ? new Set()
        : new Set(words.slice(2).map((word, index) => [words[index], words[index + 1], word].join(' ')));
    };
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { maxLength: 12 }),
        fc.constantFrom(0.3, 0.5, 0.6, 0.8, 1),
        (texts, threshold) => {
          const sets = new DisjointSets(texts.length);
          texts.forEach((a, i) => {
            texts.slice(0, i).forEach((b, j) => {
              const [one, other] = [shingles(a), shingles(b)];
              const shared = [...one].filter((shingle) => other.has(shingle)).length;
              const union = one.size + other.size - shared;
              if (union > 0 && shared / union >= threshold) sets.unite(i, j);
            });
          });
          expect(nearDuplicates(texts, threshold)).toEqual({ groups: sets.groups(), complete: true });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('say so where phrases of very many texts were passed over', () => {
    const texts = Array.from(
      { length: 400 },
      (_, index) => `one long phrase that all of them share x${String(index)}`,
    );
    expect(nearDuplicates(texts, 0.5).complete).toBe(false);
  });

  test('compare words, not case, width or punctuation', () => {
    expect(normalized('  It’s THE “ｃｕｐ”! ')).toBe("it's the cup");
    expect(normalized('?!')).not.toBe(normalized('...'));
  });
});

test.each<[string, ReturnType<typeof parseUrl>]>([
  [
    'https://A.example/x/?b=1&c',
    {
      host: 'a.example',
      path: '/x',
      parameters: [
        ['b', '1'],
        ['c', ''],
      ],
    },
  ],
  ['http://a.example', { host: 'a.example', path: '', parameters: [] }],
  [' https://a.example/x?t=AB=#top ', { host: 'a.example', path: '/x', parameters: [['t', 'AB=']] }],
  ['ftp://a.example/x', null],
  ['seen in a magazine', null],
  ['', null],
])('reads the address %j', (url, expected) => {
  expect(parseUrl(url)).toEqual(expected);
});

test('long lists are cut, and say so', () => {
  const many = Array.from({ length: 1500 }, (_, index) => String(index));
  const [group] = groupsOf([['all', [...many, '0']]]);
  expect(group?.label).toBe('all (first 1,000 of 1,500)');
  expect(group?.items).toHaveLength(1000);
  const groups = groupsOf(many.map((name) => [name, [name]] as const));
  expect(groups).toHaveLength(201);
  expect(groups.at(-1)?.label).toBe('1,300 more groups, together');
});

test('a set of one class has nothing to tell apart', () => {
  const found = classBalance(
    Array.from({ length: 20 }, (_, index) => ({ id: String(index), label: 'clued' })),
  );
  expect(found).toMatchObject({ severity: 'serious', title: 'Every item is clued' });
});

test('small parts are told with their margins', () => {
  expect(
    smallSamples([
      { name: 'all', items: 1000 },
      { name: 'none', items: 0 },
    ]),
  ).toBeNull();
  expect(smallSamples([{ name: 'clued', items: 50 }])?.table?.rows).toEqual([['clued', 50, 13.4]]);
});

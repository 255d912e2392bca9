import { counted, formatCount } from '../../base/counts.ts';
import { chiSquaredTest, cramersV } from '../../statistics/chiSquared.ts';
import { type ContingencyTable, crossTabulate } from '../../statistics/contingency.ts';
import { testIndependence } from '../../statistics/independence.ts';
import { holm } from '../../statistics/proportions.ts';
import { pInWords } from '../../statistics/probability.ts';
import type { HealthFinding } from '../benchmark.ts';
import { majorityByKey } from './classifier.ts';
import { groupBy, groupsOf, type LabelledItem, percent, shortened } from './report.ts';
import { share, tableOf } from './skew.ts';
import { wordsOf } from './textSimilarity.ts';

export interface LabelledText extends LabelledItem {
  readonly text: string;
}

const SIGNIFICANT = 0.05;
/** Below this many items, every text occurring in one class only means nothing. */
const FEWEST_ITEMS = 10;

/**
 * Repeated texts (a template's instances) that occur in one class only, with the accuracy of a classifier that reads
 * nothing else. Free texts, where more than half are unique, are no finding.
 */
export function oneClassTexts(
  kind: string,
  what: string,
  entries: readonly LabelledText[],
): HealthFinding | null {
  const texts = entries
    .filter(({ text }) => text.trim() !== '')
    .map(({ id, label, text }) => ({ id, label, key: text.trim() }));
  const { rows, columns, counts } = crossTabulate(texts.map(({ key, label }) => [key, label]));
  if (texts.length < FEWEST_ITEMS || columns.length < 2 || rows.length > texts.length / 2) return null;
  const byText = groupBy(texts, ({ key }) => key);
  const oneClass = rows.filter((_, row) => (counts[row] ?? []).filter((count) => count > 0).length === 1);
  const test = testIndependence(counts);
  const significant = test.defined && test.p < SIGNIFICANT;
  if (oneClass.length === 0 && !significant) return null;
  const guess = majorityByKey(texts);
  const gain = guess.leaveOneOut / guess.items - guess.constant / guess.items;
  const inOneClass = oneClass.reduce((sum, text) => sum + (byText.get(text)?.length ?? 0), 0);
  const effect = cramersV(counts);
  const chance =
    guess.inSampleByChance === null
      ? ''
      : `, where random classes would give ${formatCount(Math.round(guess.inSampleByChance * 10) / 10)} on average`;
  return {
    kind,
    severity: significant ? (gain >= 0.2 ? 'serious' : 'notable') : 'note',
    title: `${counted(oneClass.length, `${what} occurs`, `${what}s occur`)} in one class only`,
    explanation: [
      `${counted(texts.length, 'item')} share ${counted(rows.length, `different ${what}`)}; ${formatCount(oneClass.length)} of them (${counted(inOneClass, 'item')}) occur in one class only.`,
      `A classifier that reads only the exact text gets ${formatCount(guess.inSample)} of ${formatCount(guess.items)} right (${percent(guess.inSample / guess.items)}) on its training items${chance}, and ${share(guess.leaveOneOut, guess.items)} leaving one out, ${counted(guess.unseen, 'text')} seen nowhere else counted as blind guesses; always answering one class gets ${share(guess.constant, guess.items)}.`,
      ...(test.defined
        ? [
            `Text and class together: ${pInWords(test.p)}${significant ? '' : ', which is not unusual by chance'}.`,
          ]
        : []),
      'Use every wording in both classes.',
    ].join(' '),
    groups: groupsOf(
      oneClass.map((text) => {
        const items = byText.get(text) ?? [];
        return [`${items[0]?.label ?? ''}: ${shortened(text, 200)}`, items.map(({ id }) => id)] as const;
      }),
    ),
    table: tableOf(what, rows, columns, counts),
    ...(test.defined
      ? {
          statistic: {
            test: test.test,
            value: test.statistic,
            p: test.p,
            ...(effect.defined ? { effect: { name: "Cramér's V", value: effect.value } } : {}),
          },
        }
      : {}),
  };
}

/**
 * Whether a text that no other item has goes with one class: then an unusual wording is a hint by itself, even to a
 * reader who has never seen that wording. Like {@link oneClassTexts}, only where texts are mostly shared.
 */
export function rareTexts(
  kind: string,
  what: string,
  entries: readonly LabelledText[],
): HealthFinding | null {
  const texts = groupBy(
    entries.filter(({ text }) => text.trim() !== ''),
    ({ text }) => text.trim(),
  );
  const all = [...texts.values()].flatMap((group) =>
    group.map(({ id, label }) => ({ id, label, key: group.length === 1 ? 'of one item only' : 'shared' })),
  );
  if (all.length < FEWEST_ITEMS || texts.size > all.length / 2) return null;
  const { rows, columns, counts } = crossTabulate(all.map(({ key, label }) => [key, label]));
  const test = testIndependence(counts);
  const effect = cramersV(counts);
  if (!test.defined || !effect.defined || test.p >= SIGNIFICANT) return null;
  const rare = all.filter(({ key }) => key !== 'shared');
  const byClass = [...groupBy(rare, ({ label }) => label)].sort((a, b) => b[1].length - a[1].length);
  const [label, most] = byClass[0] ?? ['', []];
  return {
    kind,
    severity: 'notable',
    title: `A ${what} that only one item has gives away that the item is ${label}`,
    explanation: `${formatCount(most.length)} of the ${counted(rare.length, `${what} of one item only`, `${what}s of one item only`)} are ${label} (${pInWords(test.p)}): an unusual wording gives the class away. Word the classes with the same care.`,
    groups: groupsOf(byClass.map(([name, own]) => [name, own.map(({ id }) => id)])),
    table: tableOf(what, rows, columns, counts),
    statistic: {
      test: test.test,
      value: test.statistic,
      p: test.p,
      effect: { name: "Cramér's V", value: effect.value },
    },
  };
}

/** Words of fewer items than these are left out of the search. */
const FEWEST_OF_WORD = 5;
/** The most frequent words are looked at, this many. */
const MOST_WORDS = 2_000;
const MOST_SHOWN = 20;

/**
 * Words whose presence in a text goes with the class more often than chance explains: Fisher's exact test (two
 * classes) for each word of at least five items, adjusted for their number after Holm.
 */
export function classWords(
  kind: string,
  what: string,
  entries: readonly LabelledText[],
): HealthFinding | null {
  const classes = [...new Set(entries.map(({ label }) => label))];
  if (classes.length < 2) return null;
  const sizes = classes.map((label) => entries.filter((entry) => entry.label === label).length);
  const occurrences = countWords(entries, classes);
  const candidates = [...occurrences]
    .map(([word, counts]) => ({ word, counts, all: counts.reduce((sum, count) => sum + count, 0) }))
    .filter(({ all }) => all >= FEWEST_OF_WORD && all <= entries.length - FEWEST_OF_WORD)
    .sort((a, b) => b.all - a.all || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(({ word, counts }) => {
      const table: ContingencyTable = [counts, sizes.map((size, index) => size - (counts[index] ?? 0))];
      return { word, counts, p: quickP(table) };
    });
  const adjusted = holm(candidates.map(({ p }) => p));
  const telling = candidates
    .map((candidate, index) => ({ ...candidate, adjusted: adjusted[index] ?? 1 }))
    .filter((candidate) => candidate.adjusted < SIGNIFICANT)
    .sort((a, b) => a.adjusted - b.adjusted)
    .slice(0, MOST_SHOWN);
  const strongest = telling[0];
  if (strongest === undefined) return null;
  const shownWords = new Map<string, string[]>(telling.map(({ word }) => [word, []]));
  for (const { id, text } of entries)
    for (const word of new Set(wordsOf(text))) shownWords.get(word)?.push(id);
  return {
    kind,
    severity: 'notable',
    title: `${counted(telling.length, 'word')} of the ${what} ${telling.length === 1 ? 'tells' : 'tell'} something about the class`,
    explanation: `Of ${counted(candidates.length, 'word')} tested, these occur with one class more often than chance explains, even when corrected for the number of tests (Holm). The strongest is "${strongest.word}" (adjusted ${pInWords(strongest.adjusted)}). Word the classes alike.`,
    groups: groupsOf(shownWords),
    table: {
      columns: ['word', ...classes, 'adjusted p'],
      rows: telling.map(({ word, counts, adjusted: p }) => [word, ...counts, Number(p.toPrecision(2))]),
    },
    statistic: {
      test: "Fisher's exact test for each word, Holm-adjusted",
      value: null,
      p: strongest.adjusted,
    },
  };
}

function countWords(entries: readonly LabelledText[], classes: readonly string[]): Map<string, number[]> {
  const classIndex = new Map(classes.map((label, index) => [label, index]));
  const occurrences = new Map<string, number[]>();
  const wordsByText = new Map<string, ReadonlySet<string>>();
  for (const { text, label } of entries) {
    let words = wordsByText.get(text);
    if (words === undefined) {
      words = new Set(wordsOf(text));
      wordsByText.set(text, words);
    }
    const index = classIndex.get(label) ?? 0;
    for (const word of words) {
      const counts = occurrences.get(word) ?? classes.map(() => 0);
      counts[index] = (counts[index] ?? 0) + 1;
      occurrences.set(word, counts);
    }
  }
  return occurrences;
}

/** The exact p where it could matter; what chi-squared finds far from telling is not worth an exact test. */
function quickP(table: ContingencyTable): number {
  const approximate = chiSquaredTest(table);
  if (!approximate.defined || approximate.p > 0.2) return approximate.defined ? approximate.p : 1;
  const test = testIndependence(table);
  return test.defined ? test.p : 1;
}

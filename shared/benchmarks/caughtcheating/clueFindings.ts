import { counted, formatCount } from '../../base/counts.ts';
import { cramersV } from '../../statistics/chiSquared.ts';
import { crossTabulate } from '../../statistics/contingency.ts';
import { testIndependence } from '../../statistics/independence.ts';
import { signTest } from '../../statistics/proportions.ts';
import { pInWords } from '../../statistics/probability.ts';
import type { HealthFinding } from '../benchmark.ts';
import { groupBy, groupsOf, listed, percent } from '../health/report.ts';
import { tableOf } from '../health/skew.ts';
import type { Partner } from './schema.ts';

/** The clues of a clued item. The findings on their wording read English only. */
export interface CluesOfItem {
  readonly id: string;
  readonly partner: Partner | null;
  readonly deterministic: readonly string[];
  readonly others: readonly string[];
}

const SIGNIFICANT = 0.05;
const FEWEST_ITEMS = 10;

/** Everything that the clues' wording gives a reviewer to object to. */
export function clueFindings(items: readonly CluesOfItem[]): HealthFinding[] {
  return [hedgedClues(items), genderedClues(items), conflictingKinds(items), sidesOfClues(items)].flatMap(
    (finding) => finding ?? [],
  );
}

const HEDGE =
  /\b(?:likely|unlikely|probably|possibly|perhaps|maybe|might|may|usually|typically|commonly|often|rarely|rare|unusual|uncommon|potentially|habit|suggest(?:s|ing)?|impl(?:y|ies|ying))\b/giu;

/** Deterministic clues worded as likelihoods, although a deterministic clue has to prove the claim false by itself. */
function hedgedClues(items: readonly CluesOfItem[]): HealthFinding | null {
  const hedged = items.flatMap(({ id, deterministic }) => {
    const words = deterministic.flatMap((text) => text.match(HEDGE) ?? []).map((word) => word.toLowerCase());
    return words.length === 0 ? [] : [{ id, words: [...new Set(words)] }];
  });
  if (hedged.length === 0) return null;
  const byWord = groupBy(
    hedged.flatMap(({ id, words }) => words.map((word) => ({ id, word }))),
    ({ word }) => word,
  );
  return {
    kind: 'hedged-clues',
    severity: hedged.length >= 0.2 * items.length ? 'notable' : 'note',
    title: `${formatCount(hedged.length)} of ${counted(items.length, 'deterministic clue')} ${hedged.length === 1 ? 'is' : 'are'} worded as a likelihood`,
    explanation: `A deterministic clue alone proves the claim false, but ${percent(hedged.length / items.length)} of them say "likely", "usually", "suggesting" or the like (English words only). Word the proof as a proof, or make the clue non-deterministic.`,
    groups: groupsOf(
      [...byWord]
        .sort((a, b) => b[1].length - a[1].length)
        .map(([word, entries]) => [`"${word}"`, entries.map(({ id }) => id)]),
    ),
  };
}

const GENDER =
  /\b(?:female|feminine|girl|woman|women|lady|ladies|male|masculine|man|men|boy|makeup|manicured?|girlish|boyish|lipstick)(?:s|'s)?\b/iu;

/** Whether clues rest on gender for one partner more than for the other. */
function genderedClues(items: readonly CluesOfItem[]): HealthFinding | null {
  const entries = items.flatMap(({ id, partner, deterministic }) =>
    partner === null || deterministic.length === 0
      ? []
      : [
          {
            id,
            partner,
            names: deterministic.some((text) => GENDER.test(text)) ? 'names a gender' : 'does not',
          },
        ],
  );
  const { rows, columns, counts } = crossTabulate(entries.map(({ names, partner }) => [names, partner]));
  const test = testIndependence(counts);
  const effect = cramersV(counts);
  if (!test.defined || !effect.defined || test.p >= SIGNIFICANT) return null;
  const named = entries.filter(({ names }) => names === 'names a gender');
  const shares = columns.map((partner) => {
    const own = entries.filter((entry) => entry.partner === partner);
    const count = own.filter(({ names }) => names === 'names a gender').length;
    return `${formatCount(count)} of ${formatCount(own.length)} for a ${partner}`;
  });
  return {
    kind: 'gendered-clues',
    severity: 'notable',
    title: "What proves the claim false depends on the partner's gender",
    explanation: `Deterministic clues that name a gender or something considered typical of one (English words only): ${listed(shares)} (${pInWords(test.p)}). Evidence of one kind for men and of another for women mixes the skill measured with stereotypes; a reviewer will ask whether the clue would also count the other way round.`,
    groups: groupsOf(
      [...groupBy(named, ({ partner }) => partner)].map(([partner, own]) => [
        partner,
        own.map(({ id }) => id),
      ]),
    ),
    table: tableOf('deterministic clue', rows, columns, counts),
    statistic: {
      test: test.test,
      value: test.statistic,
      p: test.p,
      effect: { name: "Cramér's V", value: effect.value },
    },
  };
}

/** Where a noun phrase ends: before where the thing is, what it does, or what it means. */
const PHRASE_END =
  /\s(?:on|in|at|to|towards?|from|leaning|pointing|points|above|below|beneath|under|near|across|beside|next|visible|hanging|sitting|resting|lying|plugged|labell?ed|holding|being|together|with|that|which|is|are|lies?|rests?|sits?)\b|[,.;:]/u;
const PHRASE_START =
  /^(?:there(?:['’]s| is| are)\s+)?(?:(?:the|a|an|another|one|two|several|some)\s+)?(?:(?:used|identical|different)\s+)?(?:(?:pairs?|sets?|bouquets?|piles?)\s+of\s+)?/u;
/** Too general to call two clues the same evidence. */
const GENERAL = new Set([
  'set',
  'setting',
  'item',
  'thing',
  'someone',
  'person',
  'people',
  'one',
  'photographer',
  'photo',
  'image',
]);

/** The things a clue is about: the last word of the noun phrases it starts with, in the singular. */
export function thingsOf(clue: string): string[] {
  const text = clue
    .trim()
    .toLowerCase()
    .replaceAll(/\bcell phone/gu, 'cellphone');
  const phrase = text.replace(PHRASE_START, '').split(PHRASE_END)[0] ?? '';
  return phrase
    .split(/\sand\s/u)
    .map((part) =>
      (
        part
          .trim()
          .split(/[\s/]+/u)
          .at(-1) ?? ''
      ).replace(/(?<=[^s])s$/u, ''),
    )
    .filter((noun) => noun.length > 2 && !GENERAL.has(noun));
}

/** Kinds of things that are proof in one item and merely suspicious in another. */
function conflictingKinds(items: readonly CluesOfItem[]): HealthFinding | null {
  const proof = new Map<string, string[]>();
  const hint = new Map<string, string[]>();
  const note = (map: Map<string, string[]>, texts: readonly string[], id: string): void => {
    for (const thing of new Set(texts.flatMap(thingsOf))) {
      const ids = map.get(thing);
      if (ids === undefined) map.set(thing, [id]);
      else ids.push(id);
    }
  };
  for (const { id, deterministic, others } of items) {
    note(proof, deterministic, id);
    note(hint, others, id);
  }
  const conflicts = [...proof].flatMap(([thing, proving]) => {
    const own = new Set(proving);
    const hinting = hint.get(thing)?.filter((id) => !own.has(id)) ?? [];
    return hinting.length === 0 ? [] : [{ thing, proving, hinting }];
  });
  if (conflicts.length === 0) return null;
  return {
    kind: 'conflicting-clue-kinds',
    severity: 'notable',
    title: `${listed(conflicts.slice(0, 6).map(({ thing }) => `"${thing}"`))}${conflicts.length > 6 ? ' and others' : ''}: proof in one item, only a hint in another`,
    explanation:
      'The same kind of thing is the deterministic clue of some items and a non-deterministic clue of others (matched by the noun a clue starts with, English only). Check that the difference lies in the photo; otherwise the same answer is right for one item and insufficient for the next.',
    groups: groupsOf(
      conflicts.flatMap(({ thing, proving, hinting }) => [
        [`${thing}: deterministic`, proving] as const,
        [`${thing}: non-deterministic`, hinting] as const,
      ]),
    ),
    table: {
      columns: ['thing', 'deterministic', 'non-deterministic'],
      rows: conflicts.map(({ thing, proving, hinting }) => [thing, proving.length, hinting.length]),
    },
  };
}

/** Whether deterministic clues are said to lie on one side of the photo more often than on the other. */
function sidesOfClues(items: readonly CluesOfItem[]): HealthFinding | null {
  const sides = items.flatMap(({ id, deterministic }) => {
    const text = deterministic.join(' ');
    const [left, right] = [/\bleft\b/iu.test(text), /\bright\b/iu.test(text)];
    return left === right ? [] : [{ id, side: left ? 'left' : 'right' }];
  });
  const count = (side: string): number => sides.filter((each) => each.side === side).length;
  const test = signTest(count('left'), count('right'));
  if (!test.defined || sides.length < FEWEST_ITEMS || test.p >= SIGNIFICANT) return null;
  const more = count('left') > count('right') ? 'left' : 'right';
  return {
    kind: 'clue-sides',
    severity: 'note',
    title: `Deterministic clues lie on the ${more} more often`,
    explanation: `Of the clues whose text names a side, ${formatCount(count('left'))} say left and ${formatCount(count('right'))} say right (${pInWords(test.p)}). Boxes would show whether this is true of the photos; mirroring some would balance it.`,
    groups: groupsOf(
      [...groupBy(sides, ({ side }) => side)].map(([side, own]) => [side, own.map(({ id }) => id)]),
    ),
    table: {
      columns: ['side', 'clues'],
      rows: [
        ['left', count('left')],
        ['right', count('right')],
      ],
    },
    statistic: { test: 'Sign test, two-sided', value: null, p: test.p },
  };
}

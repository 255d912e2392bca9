import { counted } from '../base/counts.ts';
import { type FamilyMember, type PrintFormat, TEST_WORDS } from './comparisonFamily.ts';
import { pText } from '../statistics/probability.ts';
import type { ExportTable, Notes, Print } from './exportTable.ts';

/** Who or what is compared in a line: two respondents, or one in two conditions. */
export const comparedName = ({ firstName, secondName, conditions }: FamilyMember): string =>
  conditions === null ? `${firstName} – ${secondName}` : `${firstName}: ${conditions[0]} – ${conditions[1]}`;

/** Comparisons that are shown together, with their differences and tests. */
export function familyTable(
  family: readonly FamilyMember[],
  { factor, digits }: PrintFormat,
  {
    caption,
    part,
    notes = [],
  }: {
    /** Without its full stop. */
    readonly caption: string;
    readonly part: string;
    /** What else is to be known of the figures that are compared. */
    readonly notes?: readonly string[];
  },
): ExportTable {
  const print: Print = { factor, digits: Math.min(digits, 3) };
  const probability: Print = { factor: 1, digits: 6, own: pText };
  return {
    part,
    caption: `${caption}.`,
    notes: comparisonNotes(family, factor, notes),
    columns: [
      { kind: 'text', title: 'Compared', cells: family.map(comparedName) },
      { kind: 'count', title: 'Items', cells: family.map(({ items }) => items) },
      {
        kind: 'figure',
        title: factor === 100 ? 'Difference (points)' : 'Difference',
        print,
        cells: family.map((member) => ({ value: member.difference, undefined: member.undefined })),
      },
      { kind: 'interval', title: '95% interval', print, cells: family.map(({ ci95 }) => ci95) },
      {
        kind: 'figure',
        title: 'p',
        optional: 'p',
        print: probability,
        cells: family.map(({ p }) => ({ value: p, undefined: null })),
      },
      {
        kind: 'figure',
        title: 'p after Holm',
        optional: 'p',
        print: probability,
        cells: family.map(({ pHolm }) => ({ value: pHolm, undefined: null })),
      },
      {
        kind: 'text',
        title: 'Test',
        optional: 'p',
        cells: family.map(({ test }) => (test === null ? null : TEST_WORDS[test])),
      },
    ],
  };
}

/** How intervals and tests of some comparisons were made, and which of them are adjusted. */
const comparisonNotes =
  (family: readonly FamilyMember[], factor: number, notes: readonly string[]): Notes =>
  (shows) => {
    const intervals = new Set(family.flatMap(({ interval }) => interval ?? []));
    const tests = new Set(family.flatMap(({ test }) => test ?? []));
    const count = family.find((member) => member.tests > 0)?.tests ?? 0;
    return [
      `Differences are first less second${factor === 100 ? ', in percentage points' : ''}.`,
      ...(shows.has('intervals') && intervals.size > 0
        ? [
            `95% intervals of single differences, not adjusted: ${[...intervals].map((method) => INTERVAL_SOURCES[method]).join('; ')}.`,
          ]
        : []),
      ...(shows.has('p') && tests.size > 0
        ? [
            `Two-sided p: ${[...tests].map((test) => TEST_SOURCES[test]).join('; ')}; adjusted for ${counted(count, 'test')} (Holm 1979).`,
          ]
        : []),
      ...notes,
    ];
  };

const INTERVAL_SOURCES: Readonly<Record<NonNullable<FamilyMember['interval']>, string>> = {
  tango: 'Tango (1998)',
  score: 'score, over items that share an image or an entity',
  t: 'Student’s t',
};

const TEST_SOURCES: Readonly<Record<NonNullable<FamilyMember['test']>, string>> = {
  mcnemar: 'McNemar (1947)',
  t: 'Student’s t',
};

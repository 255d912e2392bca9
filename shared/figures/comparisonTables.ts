import { TEST_WORDS, type FamilyMember, type Printed } from '../statistics/comparisonFamily.ts';
import { pText } from '../statistics/probability.ts';
import type { ExportTable, Print } from './exportTable.ts';

/** Who or what is compared in a line: two respondents, or one in two conditions. */
export const comparedName = ({ firstName, secondName, conditions }: FamilyMember): string =>
  conditions === null ? `${firstName} – ${secondName}` : `${firstName}: ${conditions[0]} – ${conditions[1]}`;

/** Comparisons that are shown together, with their differences and tests. */
export function familyTable(
  family: readonly FamilyMember[],
  { factor, digits }: Printed,
  caption: string,
  part: string,
): ExportTable {
  const print: Print = { factor, digits: Math.min(digits, 3) };
  const probability: Print = { factor: 1, digits: 6, own: pText };
  return {
    part,
    caption,
    columns: [
      { kind: 'text', title: 'Compared', cells: family.map(comparedName) },
      { kind: 'count', title: 'Items', cells: family.map(({ items }) => items) },
      {
        kind: 'figure',
        title: 'Difference',
        print,
        cells: family.map((member) => ({ value: member.difference, undefined: member.undefined })),
      },
      { kind: 'interval', title: '95% interval, not adjusted', print, cells: family.map(({ ci95 }) => ci95) },
      {
        kind: 'figure',
        title: 'p',
        print: probability,
        cells: family.map(({ p }) => ({ value: p, undefined: null })),
      },
      {
        kind: 'figure',
        title: 'p after Holm',
        print: probability,
        cells: family.map(({ pHolm }) => ({ value: pHolm, undefined: null })),
      },
      {
        kind: 'text',
        title: 'Test',
        cells: family.map(({ test }) => (test === null ? null : TEST_WORDS[test])),
      },
    ],
  };
}

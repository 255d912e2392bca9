import { array, assert, property, string } from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvLine, csvLines, fromCell } from '../../shared/base/csv.ts';

describe('lines of a CSV file', () => {
  it.each([
    ['=SUM(A1)', "'=SUM(A1)"],
    ['+plus', "'+plus"],
    ['-minus', "'-minus"],
    ['@at', "'@at"],
    ['＝SUM(A1)', "'＝SUM(A1)"],
    ['＋１', "'＋１"],
    ['－１', "'－１"],
    ['＠at', "'＠at"],
    ["'=quoted", "''=quoted"],
    ["'quoted", "'quoted"],
    ['-3.5', '-3.5'],
    ['+1e-9', '+1e-9'],
    ['-3.5x', "'-3.5x"],
    ['a=b', 'a=b'],
  ])('a text %j is written as %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\n`);
    expect(csvLine([text], true)).toBe(`${text}\n`);
    expect(fromCell(cell)).toBe(text);
  });

  it('writes numbers as they are, and nothing for null', () => {
    expect(csvLines([[-1.5, null, 0, 'x']])).toBe('-1.5,,0,x\n');
    expect(csvLines([])).toBe('');
  });

  it.each(['a,b', 'a"b', 'a\nb', 'a\rb', '\ttab', ' before', 'after ', '\uFEFFmark'])(
    'keeps %j in one cell',
    (text) => {
      const { data } = Papa.parse<string[]>(csvLine([text, 'next'], true), { newline: '\n' });
      expect(data[0]).toEqual([text, 'next']);
    },
  );

  it('gives every text back', () => {
    const texts = array(array(string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }), {
      minLength: 1,
    });
    assert(
      property(texts, (lines) => {
        const { data } = Papa.parse<string[]>(csvLines(lines), { newline: '\n', delimiter: ',' });
        expect(data.slice(0, -1).map((cells) => cells.map(fromCell))).toEqual(lines);
      }),
    );
  });
});

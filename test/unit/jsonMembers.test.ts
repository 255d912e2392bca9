import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementsOf,
  joinLines,
  membersOf,
  withMembers,
} from '../../electron/core/formats/reading/jsonMembers.ts';
import { json, oddText } from '../helpers/arbitraries.ts';

const record = fc.dictionary(
  oddText.filter((key) => key !== '__proto__'),
  json,
  { maxKeys: 6 },
);
const indent = fc.constantFrom(undefined, 1, '\t');

describe('JSON as text', () => {
  it('is taken apart into the texts of its members and elements', () => {
    fc.assert(
      fc.property(record, indent, (value, space) => {
        const members = membersOf(JSON.stringify(value, null, space));
        expect(members.map(({ key }) => key)).toEqual(Object.keys(value));
        for (const member of members) expect(JSON.parse(member.value)).toEqual(value[member.key]);
      }),
    );
    fc.assert(
      fc.property(fc.array(json, { maxLength: 5 }), indent, (list, space) => {
        expect(
          elementsOf(JSON.stringify(list, null, space)).map((text): unknown => JSON.parse(text)),
        ).toEqual(list);
      }),
    );
  });

  it('gets other members, is left without some, and stays to the letter otherwise', () => {
    const text = '{ "a": 1.0,  "b" : [1, "}"], "c":"\\"," }';
    expect(withMembers(text, new Map())).toBe(text);
    expect(withMembers(text, new Map([['b', '2e0']]))).toBe('{"a": 1.0,  "b" : 2e0,  "c":"\\","}');
    expect(
      withMembers(
        text,
        new Map([
          ['a', null],
          ['d', 'true'],
        ]),
      ),
    ).toBe('{"b" : [1, "}"],  "c":"\\",",  "d":true}');
    expect(withMembers('{}', new Map([['a', '1']]))).toBe('{"a":1}');
    expect(withMembers('{"a":1}', new Map([['a', null]]))).toBe('{}');
  });

  it('comes on one line without space between its parts, and says the same', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value, null, 2);
        const line = joinLines(text);
        expect(JSON.parse(line)).toEqual(JSON.parse(text));
        if (text.includes('\n')) expect(line).toBe(JSON.stringify(value));
      }),
    );
    expect(joinLines('{"a": 600.0}')).toBe('{"a": 600.0}');
    expect(joinLines('{\n"a":\t600.0, "b c": "d  e"}')).toBe('{"a":600.0,"b c":"d  e"}');
  });
});

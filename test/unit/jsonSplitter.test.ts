import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  JsonSplitter,
  MalformedJson,
  type SplitElement,
} from '../../electron/core/formats/reading/jsonSplitter.ts';
import { LineSplitter } from '../../electron/core/formats/reading/lineSplitter.ts';
import { json, oddText } from '../helpers/arbitraries.ts';

/** Feeds the bytes in pieces of the sizes given, over and over, reusing one buffer as a file reader does. */
function feed(
  bytes: Buffer,
  sizes: readonly number[],
  push: (chunk: Buffer) => SplitElement[],
): SplitElement[] {
  const found: SplitElement[] = [];
  const buffer = Buffer.alloc(Math.max(1, ...sizes));
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.min(sizes[turn % sizes.length] ?? 1, bytes.length - at);
    bytes.copy(buffer, 0, at, at + size);
    found.push(
      ...push(buffer.subarray(0, size)).map((each) => ({ ...each, bytes: Buffer.from(each.bytes) })),
    );
    buffer.fill(0x58);
    at += size;
  }
  return found;
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const indent = fc.constantFrom(undefined, 2, '\t');

function splitList(bytes: Buffer, pieces: readonly number[]): SplitElement[] {
  const splitter = new JsonSplitter();
  const found = feed(bytes, pieces, (chunk) => splitter.push(chunk));
  splitter.end();
  return found;
}

describe('JsonSplitter', () => {
  it('gives every element of a list, whatever the layout and wherever the file is cut', () => {
    fc.assert(
      fc.property(
        fc.array(json, { maxLength: 6 }),
        indent,
        sizes,
        fc.boolean(),
        (list, space, pieces, mark) => {
          const text = Buffer.from(`${mark ? '\uFEFF' : ''}${JSON.stringify(list, null, space)}\r\n`);
          const found = splitList(text, pieces);
          expect(found.map(({ bytes }) => JSON.parse(bytes.toString()))).toEqual(
            JSON.parse(JSON.stringify(list)),
          );
          expect(found.map(({ index }) => index)).toEqual(list.map((_, index) => index));
          for (const { offset, bytes } of found) {
            expect(text.subarray(offset, offset + bytes.length).equals(bytes)).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('gives the elements of the lists in an object, and its plain members', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(oddText, fc.oneof(json, fc.array(json, { maxLength: 3 }))), { maxLength: 4 }),
        indent,
        sizes,
        (members, space, pieces) => {
          const object = Object.fromEntries(members);
          const found = splitList(Buffer.from(JSON.stringify(object, null, space)), pieces);
          const expected = Object.entries(object).flatMap(([member, value]) =>
            Array.isArray(value)
              ? value.map((each, index) => [member.toWellFormed(), index, each])
              : [[member.toWellFormed(), null, value]],
          );
          expect(
            found.map(({ member, index, bytes }) => [
              member?.toWellFormed(),
              index,
              JSON.parse(bytes.toString()),
            ]),
          ).toEqual(
            JSON.parse(JSON.stringify(expected)).map((each: unknown[], at: number) => [
              expected[at]?.[0],
              ...each.slice(1),
            ]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never takes a file that is cut off for a whole one', () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 5 }), fc.nat(), sizes, (list, cut, pieces) => {
        const whole = Buffer.from(JSON.stringify(list));
        const text = whole.subarray(0, cut % whole.length);
        expect(() => splitList(text, pieces)).toThrow(MalformedJson);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['[1,]', 'an extra comma', 3],
    ['[,1]', 'an extra comma', 1],
    ['[1] x', 'after the end', 4],
    ['"text"', 'not a JSON list', 0],
    ['', 'empty', 0],
    ['{"a" 1}', 'colon', 5],
    ['{"a": [1] "b": 2}', 'comma is missing', 10],
    ['{"a": 1,}', 'key in double quotes', 8],
  ])('says where %j is wrong', (text, message, offset) => {
    const attempt = (): unknown => splitList(Buffer.from(text), [3]);
    expect(attempt).toThrow(message);
    try {
      attempt();
    } catch (error) {
      expect(error instanceof MalformedJson && error.offset).toBe(offset);
    }
  });
});

describe('LineSplitter', () => {
  it('gives every line with its number, with either line end, with or without a last one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(json, { nil: undefined }), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        sizes,
        (values, end, last, pieces) => {
          const lines = values.map((value) => (value === undefined ? '' : JSON.stringify(value)));
          const splitter = new LineSplitter();
          const text = Buffer.from(`\uFEFF${lines.join(end)}${last ? end : ''}`);
          const found = [...feed(text, pieces, (chunk) => splitter.push(chunk)), ...splitter.end()];
          expect(found.map(({ index, bytes }) => [index, bytes.toString().trim()])).toEqual(
            lines.flatMap((line, index) => (line === '' ? [] : [[index, line]])),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

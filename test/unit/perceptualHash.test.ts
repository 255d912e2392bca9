import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hammingDistance, hammingDistances, similarGroups } from '../../shared/domain/perceptualHash.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

const HEX = '0123456789abcdef';
const hash = fc
  .array(fc.constantFrom(...HEX.split('')), { minLength: 64, maxLength: 64 })
  .map((digits) => digits.join(''));

/** The hash with these bits turned over. */
function flipped(original: string, bits: readonly number[]): string {
  const digits = original.split('').map((digit) => Number.parseInt(digit, 16));
  for (const bit of bits) digits[bit >> 2] = (digits[bit >> 2] ?? 0) ^ (1 << (bit & 3));
  return digits.map((digit) => digit.toString(16)).join('');
}

/** All pairs compared, groups grown until nothing changes: slow and obvious. */
function obviousGroups(hashes: readonly { id: string; hash: string }[], maximum: number): string[][] {
  const group = hashes.map((_, index) => index);
  hashes.forEach((a, i) => {
    hashes.slice(0, i).forEach((b, j) => {
      if (hammingDistance(a.hash, b.hash) > maximum) return;
      const [from, to] = [Math.max(group[i] ?? 0, group[j] ?? 0), Math.min(group[i] ?? 0, group[j] ?? 0)];
      group.forEach((root, index) => {
        if (root === from) group[index] = to;
      });
    });
  });
  return [...new Set(group)]
    .map((root) => hashes.filter((_, index) => group[index] === root).map(({ id }) => id))
    .filter((ids) => ids.length > 1);
}

/** Seconds of the processor that something takes: how busy the machine is otherwise does not count. */
function seconds(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** Processor seconds that comparing all hashes pair by pair would take here, from comparing some. */
function secondsOfAllPairs(count: number): number {
  const some = 6000;
  const random = seededRandom(1);
  const distance = hammingDistances(Array.from({ length: some }, () => randomHash(random)));
  let near = 0;
  const taken = seconds(() => {
    for (let a = 0; a < some; a += 1) for (let b = 0; b < a; b += 1) if (distance(a, b) <= 10) near += 1;
  });
  expect(near).toBe(0);
  return taken * (count / some) ** 2;
}

function randomHash(random: () => number): string {
  return Array.from({ length: 64 }, () => HEX.charAt(Math.floor(random() * 16))).join('');
}

describe('distance', () => {
  test('counts the bits turned over', () => {
    fc.assert(
      fc.property(hash, fc.uniqueArray(fc.nat(255)), (original, bits) => {
        expect(hammingDistance(original, flipped(original, bits))).toBe(bits.length);
      }),
    );
  });
  test('reads capitals alike and refuses what is not a hash', () => {
    expect(hammingDistance('aB'.repeat(32), 'Ab'.repeat(32))).toBe(0);
    expect(() => hammingDistance('abc', 'a'.repeat(64))).toThrow(RangeError);
    expect(() => similarGroups([{ id: 'x', hash: 'z'.repeat(64) }], 3)).toThrow(RangeError);
  });
});

describe('groups', () => {
  test('are those of comparing every pair, at any distance', () => {
    const family = fc
      .tuple(hash, fc.array(fc.uniqueArray(fc.nat(255), { maxLength: 14 }), { minLength: 1, maxLength: 6 }))
      .map(([original, edits]) => edits.map((bits) => flipped(original, bits)));
    fc.assert(
      fc.property(
        fc.array(family, { maxLength: 6 }),
        fc.integer({ min: 0, max: 40 }),
        (families, maximum) => {
          const hashes = families.flat().map((value, index) => ({ id: `i${String(index)}`, hash: value }));
          expect(similarGroups(hashes, maximum)).toEqual(obviousGroups(hashes, maximum));
        },
      ),
    );
  });

  test('are complete among many hashes that agree in most bits', () => {
    const random = seededRandom(3);
    const base = randomHash(random);
    const hashes = Array.from({ length: 900 }, (_, index) => ({
      id: String(index),
      hash: flipped(base, [...new Set(Array.from({ length: 11 }, () => Math.floor(random() * 256)))]),
    }));
    for (const maximum of [2, 6, 9]) {
      expect(similarGroups(hashes, maximum)).toEqual(obviousGroups(hashes, maximum));
    }
  });

  test('of 100,000 hashes, crowded ones among them, cost a small part of comparing every pair', () => {
    const random = seededRandom(11);
    const bases = Array.from({ length: 200 }, () => randomHash(random));
    const hashes = Array.from({ length: 100_000 }, (_, index) => ({
      id: String(index),
      // A fifth differs from one of 200 pictures in 30 bits: crowded bands without being alike.
      hash:
        index % 5 === 0
          ? flipped(
              bases[index % 200] ?? '',
              Array.from({ length: 30 }, () => Math.floor(random() * 256)),
            )
          : randomHash(random),
    }));
    const planted = hashes.slice(0, 500).map(({ hash }, index) => ({
      id: `copy of ${String(index)}`,
      hash: flipped(hash, [index % 256, (index + 77) % 256, (index + 140) % 256]),
    }));
    let groups: string[][] = [];
    const taken = seconds(() => {
      groups = similarGroups([...hashes, ...planted], 10);
    });
    expect(taken).toBeLessThan(secondsOfAllPairs(hashes.length) / 8);
    const grouped = new Map(groups.flatMap((ids) => ids.map((id) => [id, ids] as const)));
    for (const [index, { id }] of planted.entries()) expect(grouped.get(id)).toContain(String(index));
  }, 300_000);
  test('of one film of 20,000 frames cost a part of comparing every pair', () => {
    const random = seededRandom(5);
    const base = randomHash(random);
    const frames = Array.from({ length: 20_000 }, (_, index) => ({
      id: String(index),
      hash: flipped(
        base,
        Array.from({ length: 4 }, () => Math.floor(random() * 256)),
      ),
    }));
    let groups: string[][] = [];
    const taken = seconds(() => {
      groups = similarGroups(frames, 10);
    });
    expect(taken).toBeLessThan(secondsOfAllPairs(frames.length) / 3);
    expect(groups.map((ids) => ids.length)).toEqual([20_000]);
  }, 300_000);
});

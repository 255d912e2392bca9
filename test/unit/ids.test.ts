import { expect, test } from 'vitest';
import { createIds } from '../../electron/core/ids.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

/** The time in an id, UTC milliseconds. */
const timeIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('rise within a millisecond and when the clock goes back, and never repeat', () => {
  const times = [5000, 5000, 5001, 4000, 4000, 6000];
  let asked = 0;
  const newId = createIds(() => times[Math.floor((asked++ / 1000) % times.length)] ?? 0);
  const ids = Array.from({ length: 6000 }, () => newId());
  expect(ids.every((id) => UUID_V7.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test('carry the time that was asked for, without an order among them', () => {
  const newId = createIds();
  const ids = Array.from({ length: 1000 }, () => newId(86_400_000));
  expect(new Set(ids.map(timeIn))).toEqual(new Set([86_400_000]));
  expect(new Set(ids).size).toBe(1000);
  expect(ids.toSorted()).not.toEqual(ids);
});

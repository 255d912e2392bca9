import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { createNewId } from '../../electron/core/base/newId.ts';

/** The time in a UUIDv7 (RFC 9562, section 5.7): its first 48 bits. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('ids are UUIDv7, each later than the one before, also while the clock rests or is set back', () => {
  const clock = [5_000, 5_000, 6_000, 4_000, 4_000, 7_000];
  let at = 0;
  const newId = createNewId(() => clock[at++ % clock.length] ?? 0);
  const ids = Array.from({ length: 3_000 }, () => newId());
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 6).map(timeOf)).toEqual([5_000, 5_000, 6_000, 6_000, 6_000, 7_000]);
});

test('an id of a given time says that time, and no two are the same', () => {
  const newId = createNewId(() => 9_000);
  const ids = Array.from({ length: 100 }, () => newId(1_234));
  expect(new Set(ids.map(timeOf))).toEqual(new Set([1_234]));
  expect(new Set(ids).size).toBe(ids.length);
  expect(timeOf(newId())).toBe(9_000);
});

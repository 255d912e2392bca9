import { describe, expect, it } from 'vitest';
import { withoutFuture } from '../../electron/hosts/hub/arrivalTimes.ts';

const NOW = Date.UTC(2026, 10, 26);
const LATER = NOW + 3 * 86_400_000;

describe('what arrives at a hub', () => {
  it('was changed by its arrival at the latest', () => {
    const content = { row: {}, parts: {}, changedAt: LATER, values: { status: { at: NOW, value: 'draft' } } };
    expect(withoutFuture(content, NOW)).toEqual({ ...content, changedAt: NOW });
    const values = { status: { at: LATER, value: 'draft' }, split: { at: NOW - 1, value: null } };
    expect(withoutFuture({ row: {}, parts: {}, values }, NOW)?.values).toEqual({
      status: { at: NOW, value: 'draft' },
      split: { at: NOW - 1, value: null },
    });
    expect(withoutFuture({ row: {}, parts: {}, changedAt: NOW }, NOW)).toBeNull();
  });

  it('leaves an answer as it is and says beside it when it arrived', () => {
    const row = { submitted_at: LATER };
    expect(withoutFuture({ row, parts: {} }, NOW)).toEqual({ row, parts: {}, changedAt: NOW });
    // By the hub's clock already.
    expect(withoutFuture({ row, parts: {}, changedAt: NOW - 5 }, NOW)).toBeNull();
  });
});

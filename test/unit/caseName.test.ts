import { expect, it } from 'vitest';
import { caseName, inDrawnOrder } from '../../electron/core/access/caseName.ts';
import { ItemId } from '../../shared/base/ids.ts';

const item = (drawn: string) => ItemId.parse(`0199a000-0000-7000-80${drawn.slice(0, 2)}-${drawn.slice(2)}`);

it('a case is called by six of the digits that were drawn for its item, and by nothing else of it', () => {
  // The last ten digits are 1,234,567 and 42 in base 16.
  expect(caseName(item('0000000012d687'))).toBe('Case 234567');
  expect(caseName(item('0000000000002a'))).toBe('Case 000042');
  expect(caseName(item('ffff000000002a'))).toBe('Case 000042');
  expect(caseName(item('000100000f4240'))).toBe('Case 000000');
});

it('cases are in the order of those digits', () => {
  expect(inDrawnOrder('i.id')).toBe('substr(i.id, -10), i.id');
});

import { expect, it } from 'vitest';
import { internalNames } from '../helpers/internalNames.ts';

it.each([
  'The field imageAttributes is missing',
  'target_partner: girlfriend',
  'at imageAttributes.0.name',
  'Items: null',
  'Mean NaN',
  'Hello undefined',
  'task curate: submitted',
  '[object Object]',
])('finds the name in “%s”', (text) => {
  expect(internalNames(text)).not.toEqual([]);
});

it.each([
  'Mean mIoU of boxes',
  'Cohen’s kappa is undefined here',
  'undefined',
  'true_images/true_1.png',
  'McNemar',
  'Saved at 10.30',
])('takes no offence at “%s”', (text) => {
  expect(internalNames(text)).toEqual([]);
});

it('leaves names that data bring along', () => {
  expect(internalNames('basic_012 is a draft')).not.toEqual([]);
  expect(internalNames('basic_012 is a draft', ['basic_012'])).toEqual([]);
});

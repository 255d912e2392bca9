import { expect, it } from 'vitest';
import { earlierInWords, earlierReason } from '../../shared/hub/earlierRows.ts';
import { PersonId } from '../../shared/base/ids.ts';

const rows = {
  person: PersonId.parse('0199aaaa-0000-7000-8000-000000000001'),
  handle: 'nils',
  name: 'Nils',
  roles: ['adjudicator', 'of another version'],
  device: '0199aaaa-0000-7000-8000-000000000002',
  deviceName: 'laptop',
  table: 'person' as const,
  count: 3,
  ids: ['a', 'b'],
  named: ['eve', 'ida'],
  latest: null,
};

it('says who sent what from where before roles were checked, and why not', () => {
  expect(earlierInWords(rows)).toBe(
    'nils (adjudicator, of another version) sent 3 rows of people and roles from the device “laptop” before roles were checked: eve, ida, …. Only curators may write people and roles.',
  );
  expect(earlierInWords({ ...rows, count: 1 }, [])).toContain('before roles were checked. Only');
});

it('says of what somebody may write themselves that it was in the name of others', () => {
  expect(earlierReason({ roles: ['adjudicator'], table: 'assignment' })).toBe(
    'Only curators may write assignments in the name of others.',
  );
  expect(earlierReason({ roles: ['annotator'], table: 'adjudication' })).toBe(
    'Only curators and adjudicators may write decisions.',
  );
});

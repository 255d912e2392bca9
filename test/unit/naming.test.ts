import { describe, expect, it } from 'vitest';
import { PersonId } from '../../shared/base/ids.ts';
import { pseudonymsFor, withNames } from '../../shared/figures/naming.ts';

const id = (last: number): PersonId => PersonId.parse(`00000000-0000-7000-8000-00000000000${String(last)}`);
const people = [
  { personId: id(1), handle: 'Kim', name: 'Kim Who', pseudonym: 'rater-2' },
  // Their handle is the pseudonym of another.
  { personId: id(2), handle: 'rater-2', name: 'Bo', pseudonym: 'rater-1' },
];

describe('what people are called in what leaves', () => {
  it('is their pseudonym, by id and by handle; models keep their names', () => {
    const { byId, byHandle } = pseudonymsFor(people);
    expect(byId(id(1), 'Kim Who')).toBe('rater-2');
    expect(byHandle('kim', 'Kim Who')).toBe('rater-2');
    expect(byHandle('rater-2', 'Bo')).toBe('rater-1');
    expect(byId(id(3), 'gpt-4.1')).toBe('gpt-4.1');
    expect(byId(null, 'People')).toBe('People');
  });

  it('is nobody’s name while pseudonyms are not known', () => {
    const { byId, byHandle, notes } = pseudonymsFor(null);
    expect([byId(id(1), 'Kim Who'), byHandle('kim', 'Kim Who')]).toEqual(['respondent', 'respondent']);
    expect(notes(['Kim Who: slept'])).not.toContain('Kim Who: slept');
  });

  it('is their name where names are asked for', () => {
    expect(withNames.byId(id(1), 'Kim Who')).toBe('Kim Who');
  });
});

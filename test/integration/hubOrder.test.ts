import { describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import { answer, itemBy, personBy } from '../helpers/branches.ts';
import { noPostgres } from '../helpers/hub.ts';
import { type Member, startTeam } from '../helpers/hubTeam.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** What the answer to an item says that counts in one copy. */
const lastKind = ({ services }: Member, item: ItemId): string | undefined =>
  services.casebook.database
    .prepare<[string], string>(
      "SELECT payload ->> '$.kind' FROM annotation WHERE item_id = ? AND state = 'submitted' ORDER BY version DESC LIMIT 1",
    )
    .pluck()
    .get(item);
const nameOf = ({ services }: Member): string => personBy(services, 'ana').name;
const rename = ({ services, me }: Member, name: string): void => {
  const { id, roles } = personBy(services, 'ana');
  services.people.update({ id, name, roles }, me.id);
};

describe.skipIf(noPostgres !== null)('two computers of one person', () => {
  it('agree with everybody on the answer that arrived later where nobody knows what a clock said', async () => {
    await using team = await startTeam();
    /** Less than a clock may be wrong unsaid. */
    const real = { passed: 0 };
    const clock = { ahead: 0 };
    const wrong = await team.join('ana', { now: () => Date.now() + real.passed + clock.ahead });
    const right = await team.join('ana', { now: () => Date.now() + real.passed });
    // Where the clock was wrong only in between, nobody knows when: the answer is as late as its arrival.
    for (const [name, between] of [
      ['Item 2', 3 * DAY],
      ['Item 3', -3 * DAY],
    ] as const) {
      const another = itemBy(wrong.services, name);
      clock.ahead = between;
      answer(wrong.services, 'ana', another, { kind: 'a' }, null);
      clock.ahead = 0;
      // Before the hub is reached.
      real.passed = -20_000;
      answer(right.services, 'ana', another, { kind: 'b' }, null);
      real.passed = 0;
      for (const member of [right, wrong, team.mara, right]) await member.exchange();
      expect([wrong, right, team.mara].map((each) => lastKind(each, another))).toEqual(['a', 'a', 'a']);
    }
  });
});

describe.skipIf(noPostgres !== null)('two curators', () => {
  it('agree where the clock of the later change was set back since the hub was heard', async () => {
    await using team = await startTeam();
    const { mara } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['curator'] }, mara.me.id);
    await mara.exchange();
    const nils = await team.join('nils');
    rename(mara, 'Ana of Mara');
    // SQLite's own clock is right in a test: to Nils' casebook it is behind what the hub has said.
    nils.services.casebook.database
      .prepare("UPDATE meta SET value = CAST(value + ? AS TEXT) WHERE key = 'hubHeard'")
      .run(3 * DAY);
    rename(nils, 'Ana of Nils');
    for (const member of [mara, nils, mara, nils]) await member.exchange();
    expect([mara, nils].map(nameOf)).toEqual(['Ana of Nils', 'Ana of Nils']);
    const changedAt = [mara, nils].map(({ services }) =>
      services.casebook.records.hubChanges.changedAt('person', personBy(services, 'ana').id),
    );
    expect(changedAt[0]).toBe(changedAt[1]);
    expect(Math.abs((changedAt[0] ?? 0) - Date.now())).toBeLessThan(MINUTE);
  });
});

import { describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import { answer, itemBy } from '../helpers/branches.ts';
import { noPostgres } from '../helpers/hub.ts';
import { type Member, startTeam } from '../helpers/hubTeam.ts';

const DAY = 86_400_000;

/** What the answer to an item says that counts in one copy. */
const lastKind = ({ services }: Member, item: ItemId): string | undefined =>
  services.casebook.database
    .prepare<[string], string>(
      "SELECT payload ->> '$.kind' FROM annotation WHERE item_id = ? AND state = 'submitted' ORDER BY version DESC LIMIT 1",
    )
    .pluck()
    .get(item);

/** What a clock is ahead by when the hub is heard, when its person answers, and when the hub is heard again. */
const CLOCKS: Readonly<Record<string, readonly [number, number, number]>> = {
  'is right': [0, 0, 0],
  'is ahead': [3 * DAY, 3 * DAY, 3 * DAY],
  'is behind': [-3 * DAY, -3 * DAY, -3 * DAY],
  'is set ahead': [0, 3 * DAY, 3 * DAY],
  'is set back': [0, -3 * DAY, -3 * DAY],
  'was ahead and is set right': [3 * DAY, 3 * DAY, 0],
  'was behind and is set right before the answer': [-3 * DAY, 0, 0],
};

describe.skipIf(noPostgres !== null)('two computers of one person', () => {
  for (const [words, [before, answering, after]] of Object.entries(CLOCKS))
    for (const whose of ['earlier', 'later'])
      it(`agree with everybody on the later answer where the clock of the ${whose} ${words}`, async () => {
        await using team = await startTeam();
        /** Less than a clock may be wrong unsaid. */
        const real = { passed: 0 };
        const clock = { ahead: before };
        const wrong = await team.join('ana', { now: () => Date.now() + real.passed + clock.ahead });
        const right = await team.join('ana', { now: () => Date.now() + real.passed });
        const item = itemBy(wrong.services, 'Item 1');
        clock.ahead = answering;
        for (const [at, { services }] of (whose === 'earlier' ? [wrong, right] : [right, wrong]).entries()) {
          answer(services, 'ana', item, { kind: at === 0 ? 'a' : 'b' }, null);
          real.passed += 20_000;
        }
        clock.ahead = after;
        real.passed = 0;
        // That of the right clock reaches the hub first, also where it is the later one.
        for (const member of [right, wrong, team.mara, right]) await member.exchange();
        expect([wrong, right, team.mara].map((each) => lastKind(each, item))).toEqual(['b', 'b', 'b']);
      });
});

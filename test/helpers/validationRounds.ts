import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { ImageId, type ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { answeredChains } from './mcsBenchItems.ts';
import { present } from './present.ts';
import { VALIDATE, type Validator, validators } from './validators.ts';

/** An answer that accepts an item, whichever option is its gold one, and breaks no rule. */
export const ACCEPTED: JsonObject = {
  verdict: 'accept',
  reason: '',
  shortcut: 'no',
  goldCorrect: 'yes',
  goldOptimal: 'yes',
  ...Object.fromEntries(
    ['A', 'B', 'C', 'D', 'E'].flatMap((letter) => [
      [`plausible${letter}`, 'yes'],
      [`incorrect${letter}`, 'yes'],
    ]),
  ),
  answerable: 'yes',
  ...answeredChains(),
  clear: 'yes',
  relations: ['PR1'],
  operator: 'OP1',
};
export const FIX: JsonObject = { verdict: 'fix', reason: 'the question is unclear' };
export const REJECT: JsonObject = { verdict: 'reject', reason: 'duplicate' };

/** Validators with a third annotator, Di, and items whose images are there: nothing but people keeps them out. */
export async function validationRounds(count: number) {
  const made = await validators(count);
  const { core, database, services, ana } = made;
  const writer = services.casebook.derived.items;
  const imageId = ImageId.parse(v7());
  database.transaction(() => {
    database
      .prepare(
        `INSERT INTO image (id, sha256, format, extension, bytes, width, height, created_at)
         VALUES (?, ?, 'png', 'png', 1, 1000, 800, 0)`,
      )
      .run(imageId, '0'.repeat(64));
    for (const id of made.items) {
      const { images } = services.items.get(id, everything);
      for (const { position, role, name } of images)
        writer.setImage(id, { position, role, name, imageId }, null);
    }
  })();
  const { id } = await ana.window.people.add({ handle: 'di', name: 'Di by name', roles: ['annotator'] });
  const window = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
  await window.people.workAs({ id });
  return {
    ...made,
    di: { id, window },
    /** The item at a place. */
    item: (place = 0): ItemId => present(made.items[place]),
    async skip({ window: theirs }: Validator, itemId: ItemId): Promise<void> {
      made.wait(1000);
      await theirs.annotations.skip({ itemId, task: VALIDATE, reason: 'Too hard.' });
    },
    /** The item's validation status, and its status. */
    state(itemId: ItemId): unknown {
      return database
        .prepare(
          `SELECT v.shortcut, v.audit, v.first_round AS first, v.second_round AS second, v.decision, v.reason,
             v.accepted_rounds AS rounds, v.adjudicated, i.status
           FROM validation_state v JOIN item i ON i.id = v.item_id WHERE v.item_id = ?`,
        )
        .get(itemId);
    },
  };
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { testPorts } from '../helpers/core.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { attempt, historyStep } from '../helpers/validationHistories.ts';
import { ACCEPTED, FIX, REJECT, validationRounds } from '../helpers/validationRounds.ts';

type Made = Awaited<ReturnType<typeof validationRounds>>;

const ROWS = 'SELECT * FROM validation_state ORDER BY item_id';

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
type Row = z.infer<typeof Row>;

/** The rows as they are kept, and as they follow from everything else. */
function keptAndMade({ database, services }: Made): readonly [Row[], Row[]] {
  const read = (): Row[] => z.array(Row).parse(database.prepare(ROWS).all());
  const kept = read();
  database.prepare('DELETE FROM validation_state').run();
  services.casebook.derived.validation.fill();
  return [kept, read()];
}

describe('the validation status of an item', () => {
  it('follows from the other rows alone, whatever was done', async () => {
    const seen = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(fc.array(historyStep, { minLength: 12, maxLength: 30 }), async (steps) => {
        await using made = await validationRounds(1);
        let round = 1;
        for (const [edition, taken] of steps.entries()) {
          if (taken.do === 'round') round += 1;
          await attempt(made, taken, round, edition);
          const [kept, anew] = keptAndMade(made);
          expect(kept).toEqual(anew);
          for (const row of kept) for (const value of Object.values(row)) seen.add(value);
        }
      }),
      { numRuns: 12, seed: 7 },
    );
    // The sequences reach what there is to reach.
    expect([...seen]).toEqual(expect.arrayContaining(['accept', 'fix', 'reject', 'mixed']));
  });

  it('is what those who answered a round said, each by their latest answer', async () => {
    await using made = await validationRounds(1);
    const state = () => made.state(made.item());
    expect(state()).toMatchObject({ first: null, second: null, decision: null, reason: '' });
    await made.assign([made.bo, made.cy]);
    await made.answer(made.bo, made.item(), FIX);
    expect(state()).toMatchObject({ first: 'fix', decision: null });
    await made.answer(made.cy, made.item(), ACCEPTED);
    expect(state()).toMatchObject({ first: 'mixed', decision: null });
    await made.decide(made.ed, made.item(), FIX);
    expect(state()).toMatchObject({ first: 'fix', decision: 'fix', reason: 'the question is unclear' });
    await made.fix(made.rey, made.item(), { question: 'Which attribute is it?' });
    // What was said is about the text before the fix.
    expect(state()).toMatchObject({ first: null, decision: null, reason: '' });
    await made.answer(made.bo, made.item(), ACCEPTED);
    // Bo has seen the new text, the decision and Cy's answer are about the old one.
    expect(state()).toMatchObject({ first: 'accept' });
    await made.answer(made.cy, made.item(), REJECT);
    expect(state()).toMatchObject({ first: 'mixed' });
    await made.assign([made.di], made.items, 3);
    await made.answer(made.di, made.item(), REJECT);
    expect(state()).toMatchObject({
      first: 'mixed',
      second: 'reject',
      decision: 'reject',
      reason: 'duplicate',
    });
  });

  it('counts the answer of one who works alone as the first round', async () => {
    await using made = await validationRounds(1);
    await made.answer(made.ana, made.item(), FIX);
    expect(made.state(made.item())).toMatchObject({ first: 'fix', decision: 'fix', rounds: 0 });
    await made.answer(made.ana, made.item(), ACCEPTED);
    expect(made.state(made.item())).toMatchObject({ first: 'accept', decision: 'accept', rounds: 0 });
  });

  it('has the gates that machines keep from the payload, also when the source changes', async () => {
    await using made = await validationRounds(2);
    expect(made.state(made.item())).toMatchObject({ shortcut: null, audit: null });
    const bring = (audit: JsonObject) =>
      made.importItems(generatedItems(2).map((item) => ({ ...item, audit: [{ auditor: 'a', ...audit }] })));
    await bring({ quality: 5, shortcut: { solved: 1, of: 4 } });
    expect(made.state(made.item())).toMatchObject({ shortcut: 'passed', audit: 'passed' });
    await bring({ quality: 2, shortcut: { solved: 3, of: 4 } });
    expect(made.state(made.item(1))).toMatchObject({ shortcut: 'failed', audit: 'failed' });
  });

  it('has the gates of the current edition: what judged an earlier text counts for none', async () => {
    await using made = await validationRounds(1);
    const audit = [{ auditor: 'a', quality: 5, verdict: 'keep', shortcut: { solved: 0, of: 4 } }];
    await made.importItems(generatedItems(1).map((item) => ({ ...item, audit })));
    expect(made.state(made.item())).toMatchObject({ shortcut: 'passed', audit: 'passed' });
    await made.fix(made.rey, made.item(), { question: 'Which attribute is it?' });
    expect(made.state(made.item())).toMatchObject({ shortcut: null, audit: null });
  });

  it('is made up for in a casebook that has no rows yet, and beside one that can only be read', async () => {
    await using made = await validationRounds(3);
    await made.assign([made.bo]);
    await made.answer(made.bo, made.item(1), REJECT);
    const rows = made.database.prepare(ROWS).all();
    made.database.prepare('DELETE FROM validation_state').run();
    const { path } = made.services.casebook;
    const reading = createServices(await openCasebook(path, testPorts(made.at()), 'read'));
    try {
      const rejected: ItemFilter = { validation: { decision: ['reject'] } };
      const sort = { by: 'imported', descending: false } as const;
      expect(reading.items.list(rejected, sort, 0, 9, everything).rows.map(({ id }) => id)).toEqual([
        made.item(1),
      ]);
      expect(reading.casebook.database.prepare(ROWS).all()).toEqual(rows);
      expect(made.database.prepare(ROWS).all()).toEqual([]);
    } finally {
      await reading.close();
    }
    await made.ana.window.validation.overview();
    expect(made.database.prepare(ROWS).all()).toEqual(rows);
  });

  it('is no matter of benchmarks whose items are not generated', async () => {
    await using made = await validationRounds(1);
    const services = await made.core.keeper.create(made.at('other.casebook'), {
      benchmark: 'generic',
      title: 'B',
      person: 'Ana',
    });
    expect(() => services.validation.overview(everything)).toThrow(/need no validation/u);
    expect(() => services.validation.funnel({}, null, everything)).toThrow(/need no validation/u);
    expect(services.casebook.database.prepare(ROWS).all()).toEqual([]);
  });
});

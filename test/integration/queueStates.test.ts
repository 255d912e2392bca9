import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { QUEUE_STATE } from '../../electron/core/records/acceptance/queueStates.ts';
import type { ValidationOverview } from '../../shared/contract/validation.ts';
import { type QueueFacts, queueStateOf } from '../../shared/domain/queueState.ts';
import { QueueState } from '../../shared/domain/status.ts';
import { attempt, historyStep } from '../helpers/validationHistories.ts';
import { ACCEPTED, REJECT, validationRounds } from '../helpers/validationRounds.ts';
import { VALIDATE } from '../helpers/validators.ts';

type Made = Awaited<ReturnType<typeof validationRounds>>;

/** The states in the order of the queue, each with the number that counts it. */
const NUMBERS: Readonly<Record<QueueState, Exclude<keyof ValidationOverview, 'rounds' | 'items'>>> = {
  unassigned: 'unassigned',
  outstanding: 'outstanding',
  outdated: 'outdated',
  disputed: 'disputed',
  undecided: 'undecided',
  to_fix: 'toFix',
  short: 'shortOfPromotion',
  ready: 'ready',
  accepted: 'accepted',
  rejected: 'rejected',
};

/** The states of all items as the Library finds them: how often each. */
async function listed({ ana }: Made): Promise<Record<string, number>> {
  const sort = { by: 'imported', descending: false } as const;
  const counts = QueueState.options.map(async (state): Promise<[string, number]> => {
    const filter = { validation: { state: [state] } };
    return [NUMBERS[state], (await ana.window.items.list({ filter, sort, offset: 0, limit: 1 })).total];
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** What speaks against an item in its latest round, read from answers, assignments and decisions alone. */
function objections({ database }: Made, itemId: string): number {
  return z.int().parse(
    database
      .prepare(
        `WITH latest (round) AS (SELECT max(round) FROM (
             SELECT round FROM annotation WHERE item_id = @item AND independent = 1 AND state = 'submitted'
             UNION ALL SELECT round FROM assignment WHERE item_id = @item AND state = 'open')),
           said AS (SELECT a.* FROM annotation a JOIN latest USING (round) WHERE a.item_id = @item AND a.independent = 1
             AND a.state = 'submitted' AND a.edition_id IS (SELECT edition_id FROM item WHERE id = @item)),
           decided AS (SELECT 1 FROM adjudication d JOIN latest USING (round) JOIN annotation a ON a.id = d.annotation_id
             WHERE d.item_id = @item AND a.edition_id IS (SELECT edition_id FROM item WHERE id = @item)
               AND NOT EXISTS (SELECT 1 FROM adjudication later WHERE later.replaces = d.id))
         SELECT CASE WHEN EXISTS (SELECT 1 FROM decided) THEN 0 ELSE
           (SELECT count(*) FROM assignment JOIN latest USING (round) WHERE item_id = @item AND state = 'open')
           + (SELECT count(*) FROM said WHERE payload ->> 'verdict' <> 'accept' AND NOT EXISTS (SELECT 1 FROM said AS later
               WHERE later.person_id = said.person_id AND later.version > said.version)
               AND NOT EXISTS (SELECT 1 FROM annotation c WHERE c.item_id = @item AND c.independent = 0
                 AND c.state = 'submitted' AND c.submitted_at > said.submitted_at AND (SELECT count(*) FROM said) = 1))
           + (SELECT count(*) FROM latest WHERE round IS NOT NULL AND NOT EXISTS (SELECT 1 FROM said)
               AND NOT EXISTS (SELECT 1 FROM assignment s WHERE s.item_id = @item AND s.state = 'open')) END`,
      )
      .pluck()
      .get({ item: itemId }),
  );
}

const Facts = z.object({
  state: QueueState,
  status: z.enum(['draft', 'in_review', 'accepted', 'rejected']),
  outcome: z.enum(['none', 'outstanding', 'disputed', 'outdated', 'undecided', 'fix', 'reject', 'accept']),
  asked: z.enum(['nobody', 'done', 'open']),
  short: z.enum(['yes', 'no']),
}) satisfies z.ZodType<QueueFacts & { state: QueueState }>;

/** The facts of an item, and the state that SQL gives it. */
function factsOf({ database, services }: Made, itemId: string): z.infer<typeof Facts> {
  const { promotion } = services.casebook.records.settings.current();
  const short = {
    one_round: '0',
    two_rounds: 'v.accepted_rounds < 2 AND NOT v.adjudicated',
    adjudicated: 'NOT v.adjudicated',
  };
  return Facts.parse(
    database
      .prepare(
        `SELECT ${QUEUE_STATE} AS state, i.status, v.outcome, CASE WHEN ${short[promotion]} THEN 'yes' ELSE 'no' END AS short,
           CASE (SELECT count(*) FROM assignment WHERE item_id = i.id) WHEN 0 THEN 'nobody' ELSE
             CASE (SELECT count(*) FROM assignment WHERE item_id = i.id AND state = 'open') WHEN 0 THEN 'done'
               ELSE 'open' END END AS asked
         FROM item i JOIN validation_state v ON v.item_id = i.id WHERE i.id = ?`,
      )
      .get(itemId),
  );
}

const accept = ({ ana, items }: Made) =>
  ana.window.items.setStatus({ items: { ids: [...items] }, status: 'accepted' });

describe('an item that a reviewer rejects in the second round', () => {
  it('is disputed and not ready, and nothing accepts it', async () => {
    await using made = await validationRounds(1);
    for (const round of [1, 2]) {
      await made.assign([made.bo, made.cy], made.items, round);
      await made.answer(made.bo, made.item(), ACCEPTED);
      await made.answer(made.cy, made.item(), round === 1 ? ACCEPTED : REJECT);
    }
    expect(await made.ana.window.validation.overview()).toMatchObject({ disputed: 1, ready: 0, accepted: 0 });
    expect(await accept(made)).toMatchObject({ changed: 0 });
    expect(await made.ed.window.adjudications.acceptUnanimous({ task: VALIDATE })).toMatchObject({
      changed: 0,
    });
  });

  it('is disputed alone where reviewers accept it and differ on something else', async () => {
    await using made = await validationRounds(1);
    await made.assign([made.bo, made.cy]);
    await made.answer(made.bo, made.item(), ACCEPTED);
    await made.answer(made.cy, made.item(), { ...ACCEPTED, goldOptimal: 'unsure' });
    expect(await made.ana.window.validation.overview()).toMatchObject({ disputed: 1, ready: 0 });
    expect(await accept(made)).toMatchObject({ changed: 0 });
  });
});

describe('the states of the validation queue', () => {
  it('exclude each other, add up, and nothing that is not ready is accepted, whatever was done', async () => {
    const seen = new Set<QueueState>();
    await fc.assert(
      fc.asyncProperty(fc.array(historyStep, { minLength: 12, maxLength: 30 }), async (steps) => {
        await using made = await validationRounds(2);
        let round = 1;
        for (const [edition, taken] of steps.entries()) {
          if (taken.do === 'round') round += 1;
          await attempt(made, taken, round, edition);
          const { items, rounds: _rounds, ...numbers } = await made.ana.window.validation.overview();
          expect(Object.values(numbers).reduce((sum, number) => sum + number)).toBe(items);
          expect(await listed(made)).toEqual(numbers);
          const { state, ...facts } = factsOf(made, made.item());
          expect(state).toBe(queueStateOf(facts));
          seen.add(state);
          if (facts.status === 'accepted') expect(state).toBe('accepted');
          if (state === 'ready' || state === 'accepted') expect(objections(made, made.item())).toBe(0);
        }
      }),
      { numRuns: 6, seed: 7 },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['outstanding', 'disputed', 'to_fix', 'ready']));
  });

  it('count an answer to an earlier edition as outdated where nobody is asked again', async () => {
    await using made = await validationRounds(1);
    await made.answer(made.ana, made.item(), ACCEPTED);
    expect(await accept(made)).toMatchObject({ changed: 1 });
    await made.fix(made.rey, made.item(), { question: 'Which attribute is it?' });
    expect(await made.ana.window.validation.overview()).toMatchObject({ outdated: 1, ready: 0, accepted: 0 });
    expect(await accept(made)).toMatchObject({
      changed: 0,
      refused: [{ reason: expect.stringContaining('about an earlier edition') }],
    });
  });

  it('take an accepted item back when another round is assigned', async () => {
    await using made = await validationRounds(1);
    await made.assign([made.bo]);
    await made.answer(made.bo, made.item(), ACCEPTED);
    expect(await accept(made)).toMatchObject({ changed: 1 });
    await made.assign([made.cy], made.items, 2);
    expect(await made.ana.window.validation.overview()).toMatchObject({ outstanding: 1, accepted: 0 });
    expect(await accept(made)).toMatchObject({
      changed: 0,
      refused: [{ reason: expect.stringContaining('Somebody has yet to answer it') }],
    });
  });
});

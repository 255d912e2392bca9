import * as fc from 'fast-check';
import { ORPCError } from '@orpc/server';
import type { JsonObject } from '../../shared/base/json.ts';
import { generatedItems } from './mcsBenchItems.ts';
import { ACCEPTED, FIX, REJECT, type validationRounds } from './validationRounds.ts';
import { VALIDATE } from './validators.ts';

type Made = Awaited<ReturnType<typeof validationRounds>>;

const SAID: readonly JsonObject[] = [ACCEPTED, { ...ACCEPTED, operator: 'OP2' }, FIX, REJECT];
const RATERS = ['bo', 'cy', 'di'] as const;

/** A step of a history of one item. */
export const historyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      who: fc.shuffledSubarray([...RATERS], { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      who: fc.constantFrom(...RATERS),
      said: fc.constantFrom(...SAID),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('skip' as const, 'withdraw' as const),
      who: fc.constantFrom(...RATERS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('correct' as const), said: fc.constantFrom(...SAID) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decide' as const), said: fc.constantFrom(...SAID) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('reopen' as const, 'audit' as const, 'round' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('acceptByHand' as const, 'acceptUnanimous' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fix' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('settings' as const),
      settings: fc.record({
        singleRater: fc.boolean(),
        promotion: fc.constantFrom('one_round' as const, 'two_rounds' as const, 'adjudicated' as const),
        afterSubmit: fc.constantFrom('accepted' as const, 'in_review' as const),
      }),
    }),
  },
);
type Step = typeof historyStep extends fc.Arbitrary<infer T> ? T : never;

/** Does it; what is refused changes nothing. */
export async function attempt(made: Made, taken: Step, round: number, edition: number): Promise<void> {
  const itemId = made.item();
  try {
    switch (taken.do) {
      case 'assign':
        return await made.assign(
          taken.who.map((who) => made[who]),
          [itemId],
          round,
        );
      case 'answer':
        return await made.answer(made[taken.who], itemId, taken.said);
      case 'skip':
        return await made.skip(made[taken.who], itemId);
      case 'withdraw':
        await made.ana.window.assignments.withdraw({ personId: made[taken.who].id, task: VALIDATE, round });
        return;
      case 'correct':
        return await made.answer(made.rey, itemId, taken.said);
      case 'decide':
        return await made.decide(made.ed, itemId, taken.said);
      case 'reopen':
        await made.ed.window.adjudications.reopen({ itemId, task: VALIDATE, note: '' });
        return;
      case 'fix':
        await made.fix(made.ana, itemId, { question: `What is told by edition ${String(edition)}?` });
        return;
      case 'audit':
        await made.importItems(
          generatedItems(1).map((item) => ({ ...item, audit: [{ auditor: 'a', quality: edition % 5 }] })),
        );
        return;
      case 'settings':
        await made.ana.window.casebooks.saveSettings(taken.settings);
        return;
      case 'acceptByHand':
        await made.ana.window.items.setStatus({ items: { filter: {} }, status: 'accepted' });
        return;
      case 'acceptUnanimous':
        await made.ed.window.adjudications.acceptUnanimous({ task: VALIDATE });
        return;
      case 'round':
        return;
    }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
}

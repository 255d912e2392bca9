import type { Person } from '../../../../shared/contract/application.ts';
import type {
  CriterionDescription,
  JudgingCard,
  JudgingProgress,
  JudgingSettings,
  JudgingUnit,
  OwnJudging,
} from '../../../../shared/contract/judging.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { JudgingId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { createJudgingAssignments } from './assignments.ts';
import type { CardPage } from './cards.ts';
import { createCards } from './cards.ts';
import type { GivenVerdict } from './cards.ts';
import type { JudgingPreview } from './setup.ts';
import { createJudgingSetup } from './setup.ts';
import { unitsIn } from './plan.ts';

export interface JudgingService {
  /** In the order of judging; none where the benchmark has nothing to judge. */
  criteria(): CriterionDescription[];
  /** What a judging would be. Throws `not_found` and `invalid_input` for criteria and judges that cannot be. */
  preview(settings: JudgingSettings): JudgingPreview;
  /** Deals a judging out. Throws what {@link preview} throws, and `invalid_input` where there is nothing to judge. */
  assign(title: string, settings: JudgingSettings, by: Person): JudgingProgress;
  /** Throws `not_found` where there is no such judging. */
  withdraw(id: JudgingId): JudgingProgress[];
  list(): JudgingProgress[];
  mine(judge: PersonId): OwnJudging[];
  /** Throws `not_found` for what the judge was not given. */
  cards(
    pile: { readonly judging: JudgingId; readonly criterion: string },
    range: { readonly from: number | null; readonly limit: number },
    judge: PersonId,
  ): CardPage;
  /**
   * Keeps a verdict; a later one replaces it, and what the judge built on an earlier one is asked again. Throws
   * `not_found` for what the judge was not given, `invalid_input` for what is no verdict, `conflict` where another
   * verdict of theirs has to come first.
   */
  give(verdict: GivenVerdict, judge: PersonId): JudgingCard;
  /** Throws `invalid_input` without a reason. A verdict that was given stays. */
  skip(unit: JudgingUnit, reason: string, judge: PersonId): JudgingCard;
}

/** Judging by people in an open casebook. */
export function createJudgingService(casebook: Casebook): JudgingService {
  const { database, benchmark, ports } = casebook;
  const assignments = createJudgingAssignments(database);
  const setup = createJudgingSetup(casebook, assignments);
  const cards = createCards(casebook, assignments);
  const criteria = benchmark.judging?.criteria ?? [];

  return {
    criteria: () =>
      criteria.map(({ id, title, question, verdict, refusal = null, instruction }) => ({
        id,
        title,
        question,
        verdict:
          verdict.kind === 'texts'
            ? verdict
            : { ...verdict, values: verdict.values.map((value) => ({ ...value })) },
        refusal: refusal === null ? null : { ...refusal },
        instruction: { ...instruction },
      })),
    preview: (settings) => setup.preview(settings),
    assign: (title, settings, by) =>
      database.transaction(() => {
        const plan = setup.plan(settings);
        if (unitsIn(plan).length === 0) {
          throw new CasebookError(
            'invalid_input',
            'There is nothing to judge with these settings.',
            'Nothing was assigned. Choose other criteria, respondents or judges.',
          );
        }
        const id = JudgingId.parse(ports.newId());
        assignments.insert({ id, title, createdAt: ports.now(), settings }, plan.piles, by.id);
        const made = assignments.list().find((judging) => judging.id === id);
        if (made === undefined) throw new Error('The judging disappeared right after it was made.');
        return made;
      })(),
    withdraw: (id) =>
      database.transaction(() => {
        if (!assignments.withdraw(id)) {
          throw new CasebookError(
            'not_found',
            'There is no such judging in this casebook.',
            'Nothing was changed.',
          );
        }
        return assignments.list();
      })(),
    list: () => assignments.list(),
    mine(judge) {
      const tallies = assignments.tallies(judge);
      return assignments.list().flatMap(({ id, title }): OwnJudging[] => {
        const own = tallies.filter(({ judging }) => judging === id);
        if (own.length === 0) return [];
        return [
          {
            id,
            title,
            criteria: criteria.flatMap((criterion) => {
              const tally = own.find((each) => each.criterion === criterion.id);
              if (tally === undefined) return [];
              const { total, open, skipped } = tally;
              return [{ criterion: criterion.id, title: criterion.title, total, open, skipped }];
            }),
          },
        ];
      });
    },
    cards: (pile, range, judge) => cards.page({ ...pile, judge }, range),
    give: (verdict, judge) => database.transaction(() => cards.give(verdict, judge))(),
    skip: (unit, reason, judge) => database.transaction(() => cards.skip(unit, reason, judge))(),
  };
}

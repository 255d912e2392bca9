import type { Person } from '../../../../shared/contract/application.ts';
import type {
  CriterionDescription,
  JudgingCard,
  JudgingProgress,
  JudgingSettings,
  JudgingUnit,
  OwnJudgingProgress,
} from '../../../../shared/contract/judging.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JudgingId, type PersonId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { type CardPage, JudgingCards, type VerdictInput } from './cards.ts';
import { type JudgingPreview, JudgingSetup } from './setup.ts';
import { unitsIn } from './plan.ts';

/** Judging by people in an open casebook. */
export class JudgingService {
  readonly #casebook: Casebook;
  readonly #assignments;
  readonly #setup;
  readonly #cards;
  readonly #criteria;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { benchmark } = casebook;
    this.#assignments = casebook.records.judgingAssignments;
    this.#setup = new JudgingSetup(casebook, this.#assignments);
    this.#cards = new JudgingCards(casebook, this.#assignments);
    this.#criteria = benchmark.judging?.criteria ?? [];
  }

  /** In the order of judging; none where the benchmark has nothing to judge. */
  criteria(): CriterionDescription[] {
    return this.#criteria.map(({ id, title, question, verdict, refusal = null, instruction }) => ({
      id,
      title,
      question,
      verdict:
        verdict.kind === 'texts'
          ? verdict
          : { ...verdict, values: verdict.values.map((value) => ({ ...value })) },
      refusal: refusal === null ? null : { ...refusal },
      instruction: { ...instruction },
    }));
  }

  /** What a judging would be. Throws `not_found` and `invalid_input` for criteria and judges that cannot be. */
  preview(settings: JudgingSettings): JudgingPreview {
    return this.#setup.preview(settings);
  }

  /** Deals a judging out. Throws what {@link preview} throws, and `invalid_input` where there is nothing to judge. */
  assign(title: string, settings: JudgingSettings, by: Person): JudgingProgress {
    return this.#casebook.database.transaction(() => {
      const plan = this.#setup.plan(settings);
      if (unitsIn(plan).length === 0) {
        throw new CasebookError(
          'invalid_input',
          'There is nothing to judge with these settings.',
          'Nothing was assigned. Choose other criteria, respondents or judges.',
        );
      }
      const id = JudgingId.parse(this.#casebook.ports.newId());
      this.#assignments.insert(
        { id, title, createdAt: this.#casebook.ports.now(), settings },
        plan.piles,
        by.id,
      );
      const made = this.#assignments.list().find((judging) => judging.id === id);
      if (made === undefined) throw new Error('The judging disappeared right after it was made.');
      return made;
    })();
  }

  /** Throws `not_found` where there is no such judging. */
  withdraw(id: JudgingId): JudgingProgress[] {
    return this.#casebook.database.transaction(() => {
      if (!this.#assignments.withdraw(id)) {
        throw new CasebookError(
          'not_found',
          'There is no such judging in this casebook.',
          'Nothing was changed.',
        );
      }
      return this.#assignments.list();
    })();
  }

  list(): JudgingProgress[] {
    return this.#assignments.list();
  }

  mine(judge: PersonId): OwnJudgingProgress[] {
    const tallies = this.#assignments.tallies(judge);
    return this.#assignments.list().flatMap(({ id, title }): OwnJudgingProgress[] => {
      const own = tallies.filter(({ judging }) => judging === id);
      if (own.length === 0) return [];
      return [
        {
          id,
          title,
          criteria: this.#criteria.flatMap((criterion) => {
            const tally = own.find((each) => each.criterion === criterion.id);
            if (tally === undefined) return [];
            const { total, open, skipped } = tally;
            return [{ criterion: criterion.id, title: criterion.title, total, open, skipped }];
          }),
        },
      ];
    });
  }

  /** Throws `not_found` for what the judge was not given. */
  cards(
    pile: { readonly judging: JudgingId; readonly criterion: string },
    range: { readonly from: number | null; readonly limit: number },
    judge: PersonId,
  ): CardPage {
    return this.#cards.page({ ...pile, judge }, range);
  }

  /**
   * Keeps a verdict; a later one replaces it and reopens what the judge built on it. Throws `not_found` for what the
   * judge was not assigned, `invalid_input` for an invalid verdict, `conflict` if another verdict of theirs has to come
   * first.
   */
  give(verdict: VerdictInput, judge: PersonId): JudgingCard {
    return this.#casebook.database.transaction(() => this.#cards.give(verdict, judge))();
  }

  /** Throws `invalid_input` without a reason. A verdict that was given stays. */
  skip(unit: JudgingUnit, reason: string, judge: PersonId): JudgingCard {
    return this.#casebook.database.transaction(() => this.#cards.skip(unit, reason, judge))();
  }
}

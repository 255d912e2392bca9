import type { Respondent, ResponseRow } from '../../../../shared/contract/responses.ts';
import { answerInWords } from '../../../../shared/domain/baseline.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { ResponseQueries } from './queries.ts';

/** Answers of people and models in an open casebook. */
export class ResponsesService {
  readonly #casebook: Casebook;
  readonly #queries;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#queries = new ResponseQueries(casebook);
  }

  /** Everybody who answered, with how much of it there is and how much is judged. */
  respondents(): Respondent[] {
    const total = this.#targets();
    return this.#queries
      .people(this.#casebook.benchmark.judging?.criteria.map(({ id }) => id) ?? [])
      .map((person) => ({ ...person, targets: total.get(person.personId) ?? 0 }));
  }

  /** Answers in the order of the items; what the viewer has yet to rate or to judge is not among them. */
  list(
    {
      respondents,
      itemId,
      step,
    }: {
      readonly respondents?: readonly PersonId[] | undefined;
      readonly itemId?: ItemId | undefined;
      readonly step?: string | undefined;
    },
    offset: number,
    limit: number,
    { person }: Viewpoint,
  ): { total: number; rows: ResponseRow[] } {
    const selection = { respondents, itemId, step, viewer: person?.id ?? null };
    return {
      total: this.#queries.count(selection),
      rows: this.#queries.rows(selection, offset, limit).map(({ payload, counts, ...row }) => {
        const steps =
          this.#casebook.benchmark.baseline?.steps(JsonObject.parse(JSON.parse(payload)), row.condition) ??
          [];
        const kind = steps.find(({ id }) => id === row.step)?.answer ?? null;
        return { ...row, text: answerInWords(row.answer, kind), excluded: counts === 0 };
      }),
    };
  }

  /** By person, how many things there are to be judged in the answers that count. */
  #targets(): Map<PersonId, number> {
    const totals = new Map<PersonId, number>();
    if (this.#casebook.benchmark.judging === undefined) return totals;
    // A payload is read once an item, its targets once a step: the rows come in that order.
    let open = '';
    let payload: JsonObject = {};
    let at = '';
    let each = 0;
    for (const { personId, itemId, condition, step } of this.#queries.counting()) {
      if (open !== itemId) {
        open = itemId;
        payload = this.#queries.payload(itemId);
        at = '';
      }
      const key = JSON.stringify([condition, step]);
      if (key !== at) {
        at = key;
        each = this.#casebook.benchmark.judging.targets(payload, condition, step).length;
      }
      totals.set(personId, (totals.get(personId) ?? 0) + each);
    }
    return totals;
  }
}

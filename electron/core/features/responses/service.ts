import type { Respondent, ResponseRow } from '../../../../shared/contract/responses.ts';
import { answerInWords } from '../../../../shared/domain/baseline.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { createResponseQueries } from './queries.ts';

export interface ResponsesService {
  /** Everybody who answered, with how much of it there is and how much is judged. */
  respondents(): Respondent[];
  /** Answers in the order of the items; what the viewer has yet to rate or to judge is not among them. */
  list(
    selection: {
      readonly respondents?: readonly PersonId[] | undefined;
      readonly itemId?: ItemId | undefined;
      readonly step?: string | undefined;
    },
    offset: number,
    limit: number,
    viewpoint: Viewpoint,
  ): { total: number; rows: ResponseRow[] };
}

/** Answers of people and models in an open casebook. */
export function createResponsesService(casebook: Casebook): ResponsesService {
  const { baseline, judging } = casebook.benchmark;
  const queries = createResponseQueries(casebook);

  /** By person, how many things there are to be judged in the answers that count. */
  const targets = (): Map<PersonId, number> => {
    const totals = new Map<PersonId, number>();
    if (judging === undefined) return totals;
    // A payload is read once an item, its targets once a step: the rows come in that order.
    let open = '';
    let payload: JsonObject = {};
    let at = '';
    let each = 0;
    for (const { personId, itemId, condition, step } of queries.counting()) {
      if (open !== itemId) {
        open = itemId;
        payload = queries.payload(itemId);
        at = '';
      }
      const key = JSON.stringify([condition, step]);
      if (key !== at) {
        at = key;
        each = judging.targets(payload, condition, step).length;
      }
      totals.set(personId, (totals.get(personId) ?? 0) + each);
    }
    return totals;
  };

  return {
    respondents() {
      const total = targets();
      return queries
        .people(judging?.criteria.map(({ id }) => id) ?? [])
        .map((person) => ({ ...person, targets: total.get(person.personId) ?? 0 }));
    },
    list({ respondents, itemId, step }, offset, limit, { person }) {
      const selection = { respondents, itemId, step, viewer: person?.id ?? null };
      return {
        total: queries.count(selection),
        rows: queries.rows(selection, offset, limit).map(({ payload, counts, ...row }) => {
          const steps = baseline?.steps(JsonObject.parse(JSON.parse(payload)), row.condition) ?? [];
          const kind = steps.find(({ id }) => id === row.step)?.answer ?? null;
          return { ...row, text: answerInWords(row.answer, kind), excluded: counts === 0 };
        }),
      };
    },
  };
}

import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { pathTitle } from '../../../../shared/benchmarks/valueLines.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Condition } from '../../access/itemFilter.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { createMetaReader } from '../../db/meta.ts';

/** Where the parameters stand among the casebook's settings. */
export const PARAMETERS = 'metricsParameters';

/** Reads the parameters of the benchmark's figures in an open casebook. */
export class ParametersReader {
  readonly #database: CasebookDatabase;
  readonly #title;
  readonly #metrics;
  readonly #read;

  constructor(database: CasebookDatabase, { title, metrics }: Pick<Benchmark, 'title' | 'metrics'>) {
    this.#database = database;
    this.#title = title;
    this.#metrics = metrics;
    this.#read = createMetaReader(database, PARAMETERS, (value) =>
      value === null ? null : JsonObject.parse(value),
    );
  }

  /** As they are set; as they are at first where nobody set them; empty where the benchmark has none. */
  stored(): JsonObject {
    if (this.#metrics === undefined) return {};
    const value = this.#read();
    // Another version of the program may have stored what this one does not know.
    const parsed = value === null ? null : this.#metrics.parameters.parse(value);
    return parsed?.ok === true ? parsed.value : this.#metrics.parameters.initial;
  }

  /**
   * The same with what follows from items that the caller may know of (`item AS i`), some of them replaced for once.
   * Throws `invalid_input` for one that is not there and where the benchmark does not accept them.
   */
  completed(visible: Condition, replaced: JsonObject = {}): JsonObject {
    const chosen = Object.keys(replaced).length === 0 ? this.stored() : this.#replacing(replaced);
    return this.#metrics?.completed?.(chosen, (facet) => itemsBy(this.#database, facet, visible)) ?? chosen;
  }

  #replacing(replaced: JsonObject): JsonObject {
    const names = Object.keys(this.#metrics?.parameters.initial ?? {});
    const unknown = Object.keys(replaced).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new CasebookError(
        'invalid_input',
        `The figures of ${this.#title} have no parameter “${unknown}”.`,
        names.length === 0 ? 'They have none at all.' : `Choose from ${names.join(', ')}.`,
      );
    }
    const parsed = this.#metrics?.parameters.parse({ ...this.stored(), ...replaced });
    if (parsed === undefined || parsed.ok) return parsed?.value ?? {};
    const problems = parsed.problems.map(({ field, message }) =>
      field === null ? message : `${pathTitle(field)}: ${message}`,
    );
    throw new CasebookError('invalid_input', `The parameters do not fit. ${problems.join('; ')}.`);
  }
}

/** How many items have each value of a facet, rejected items left out. */
function itemsBy(database: CasebookDatabase, facet: string, visible: Condition): Record<string, number> {
  return Object.fromEntries(
    database
      .prepare<(string | number)[], [value: string, items: number]>(
        `SELECT f.value, count(*) FROM item_facet f JOIN item i ON i.sequence = f.item
         WHERE f.name = ? AND i.status <> 'rejected' AND (${visible.sql}) GROUP BY f.value ORDER BY f.value`,
      )
      .raw()
      .all(facet, ...visible.parameters),
  );
}

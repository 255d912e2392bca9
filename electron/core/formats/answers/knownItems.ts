import { z } from 'zod';
import type { BaselineStep } from '../../../../shared/domain/baseline.ts';
import type { JudgingTarget } from '../../../../shared/benchmarks/judging.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';

/** An item that answers or verdicts are about. */
export interface KnownItem {
  readonly id: ItemId;
  readonly externalId: string;
  readonly revision: number;
  readonly payload: JsonObject;
  /** The steps of a condition, by their ids. */
  steps(condition: string): ReadonlyMap<string, BaselineStep>;
  /** What there is to judge in the answer to a step. */
  targets(condition: string, step: string): readonly JudgingTarget[];
}

const Row = z.object({
  id: ItemId,
  externalId: z.string(),
  revision: z.int(),
  payload: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
});

/** How many items are held ready: sources mostly speak of an item several times in a row. */
const HELD = 2000;

const NUMBERED = /^(?<series>[a-z]+)_images\/\k<series>_(?<number>[1-9]\d{0,8})\.png$/u;

/** Finds the items of a casebook by what a source calls them. */
export class ItemFinder {
  readonly #benchmark;
  readonly #byName;
  readonly #byNumber;
  readonly #held = new Map<string, KnownItem | null>();

  constructor({ database, benchmark }: Casebook) {
    this.#benchmark = benchmark;
    const columns = 'SELECT id, external_id AS externalId, revision, payload FROM item';
    this.#byName = database.prepare<[string, string]>(`${columns} WHERE benchmark = ? AND external_id = ?`);
    this.#byNumber = database.prepare<[string, number]>(
      `${columns} WHERE id = (SELECT item_id FROM export_number WHERE series = ? AND number = ?)`,
    );
  }

  /** By the name it came with, or by the one it was exported under; null where there is none. */
  find(name: string): KnownItem | null {
    const known = this.#held.get(name);
    if (known !== undefined) return known;
    const raw = this.#lookUp(name);
    const item = raw === undefined ? null : knownItem(Row.parse(raw), this.#benchmark);
    if (this.#held.size >= HELD) this.#held.clear();
    this.#held.set(name, item);
    return item;
  }

  #lookUp(name: string): unknown {
    const named = this.#byName.get(this.#benchmark.id, name);
    if (named !== undefined) return named;
    const { series, number } = NUMBERED.exec(name)?.groups ?? {};
    return series === undefined ? undefined : this.#byNumber.get(series, Number(number));
  }
}

function knownItem(row: z.infer<typeof Row>, { baseline, judging }: Casebook['benchmark']): KnownItem {
  const steps = new Map<string, ReadonlyMap<string, BaselineStep>>();
  const targets = new Map<string, readonly JudgingTarget[]>();
  return {
    ...row,
    steps(condition) {
      const known = steps.get(condition);
      if (known !== undefined) return known;
      const found = new Map((baseline?.steps(row.payload, condition) ?? []).map((step) => [step.id, step]));
      steps.set(condition, found);
      return found;
    },
    targets(condition, step) {
      const key = JSON.stringify([condition, step]);
      const known = targets.get(key);
      if (known !== undefined) return known;
      const found = judging?.targets(row.payload, condition, step) ?? [];
      targets.set(key, found);
      return found;
    },
  };
}

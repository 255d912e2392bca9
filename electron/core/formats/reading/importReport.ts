import type { FoundField, ImportReport } from '../../../../shared/contract/importExport.ts';
import type { Json } from '../../../../shared/base/json.ts';
import { type CountedNoun, Tally } from './tally.ts';

/** From this many items on, a warning that reads the same for all of them is given once, with their number. */
const GROUPED_FROM = 20;
/** Single warnings and changes beyond this many are only counted. */
const LISTED = 5_000;
/** Problems beyond this many are only counted. */
const LISTED_PROBLEMS = 20_000;
const SHOWN = 200;

interface WarningGroup {
  readonly field: string | null;
  readonly message: string;
  readonly items: (string | null)[];
  count: number;
}

/**
 * Collects what an import has to say.
 */
export class ReportBuilder {
  readonly counts = { added: 0, updated: 0, unchanged: 0 };
  readonly #skipped: ImportReport['skipped'] = [];
  readonly #groups = new Map<string, WarningGroup>();
  readonly #changes: ImportReport['changes'] = [];
  readonly #missing = new Set<string>();
  readonly #leftOver;
  #problems = 0;
  #leftByName = 0;
  #listed = 0;
  #unlisted = 0;
  imagesAdded: number;
  /** The fields of a source of ratings. */
  fields: readonly FoundField[];
  /** What has to be said before the source can be read. */
  readonly asks: { encoding?: ImportReport['asks_encoding']; decimals?: ImportReport['asks_decimals'] };

  constructor() {
    this.#leftOver = new Tally();
    this.imagesAdded = 0;
    this.fields = [];
    this.asks = {};
  }

  skip(item: string, field: string | null, reason: string): void {
    this.#problems += 1;
    if (this.#problems <= LISTED_PROBLEMS) this.#skipped.push({ item, field, reason });
  }

  /** The number of problems, each of which stops an import that does not keep going. */
  skipped(): number {
    return this.#problems;
  }

  /** Names what is left out without stopping the import. */
  leaveOut(item: string, field: string | null, reason: string): void {
    this.#leftByName += 1;
    if (this.#leftByName <= LISTED_PROBLEMS) this.#skipped.push({ item, field, reason });
  }

  warn(item: string | null, field: string | null, message: string): void {
    const key = `${field ?? ''}\n${message}`;
    const group = this.#groups.get(key);
    if (group === undefined && this.#listed >= LISTED) this.#unlisted += 1;
    else if (group === undefined) {
      this.#groups.set(key, { field, message, items: [item], count: 1 });
      this.#listed += 1;
    } else {
      group.count += 1;
      if (group.items.length < GROUPED_FROM) group.items.push(item);
    }
  }

  change(item: string, field: string, from: Json | undefined, to: Json | undefined): void {
    if (this.#changes.length < LISTED) this.#changes.push({ item, field, from: shown(from), to: shown(to) });
  }

  missing(name: string): void {
    this.#missing.add(name);
  }

  /** Counts what has no place here, by its kind. */
  left(what: CountedNoun, count: number): void {
    this.#leftOver.add(what, count);
  }

  /**
   * Of an import that was refused as a whole: what it would have done is not told.
   * @param readable how many items could be imported without the others; left out: that is not known
   */
  refused(readable: number = 0): ImportReport {
    return {
      ...this.build({ applied: false, similar: [] }),
      added: 0,
      updated: 0,
      unchanged: 0,
      changes: [],
      readable,
    };
  }

  build({ applied, similar }: { readonly applied: boolean; readonly similar: string[][] }): ImportReport {
    const warnings = [...this.#groups.values()].flatMap(({ field, message, items, count }) =>
      count > GROUPED_FROM
        ? [
            {
              item: null,
              field,
              message: `${message} (${String(count)} items, the first: ${items.slice(0, 3).join(', ')})`,
            },
          ]
        : items.map((item) => ({ item, field, message })),
    );
    if (this.#unlisted > 0) {
      warnings.push({
        item: null,
        field: null,
        message: `${String(this.#unlisted)} more warnings are not listed.`,
      });
    }
    const further = this.#problems + this.#leftByName - this.#skipped.length;
    const more = {
      item: 'the source',
      field: null,
      reason: `${String(further)} more problems are not listed.`,
    };
    return {
      ...this.counts,
      skipped: further > 0 ? [...this.#skipped, more] : this.#skipped,
      images: { added: this.imagesAdded, missing: this.#missing.size, missing_names: [...this.#missing] },
      warnings,
      changes: this.#changes,
      similar,
      not_carried: this.#leftOver.lines(),
      fields: [...this.fields],
      ...(this.asks.encoding !== undefined && { asks_encoding: this.asks.encoding }),
      ...(this.asks.decimals !== undefined && { asks_decimals: this.asks.decimals }),
      applied,
    };
  }
}

function shown(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

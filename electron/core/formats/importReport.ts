import type { FoundField, ImportReport } from '../../../shared/contract/importExport.ts';
import type { Json } from '../../../shared/base/json.ts';
import { type Counted, createTally } from './tally.ts';

/** From this many items on, a warning that reads the same for all of them is given once, with their number. */
const GROUPED_FROM = 20;
/** Single warnings and changes beyond this many are only counted. */
const LISTED = 5_000;
/** Problems beyond this many are only counted. */
const LISTED_PROBLEMS = 20_000;
const SHOWN = 200;

/** Collects what an import has to say. */
export interface ReportBuilder {
  readonly counts: { added: number; updated: number; unchanged: number };
  skip(item: string, field: string | null, reason: string): void;
  /** The number of problems, each of which stops an import that does not keep going. */
  readonly skipped: () => number;
  /** Names what is left out without stopping the import. */
  leaveOut(item: string, field: string | null, reason: string): void;
  warn(item: string | null, field: string | null, message: string): void;
  change(item: string, field: string, from: Json | undefined, to: Json | undefined): void;
  missing(name: string): void;
  /** Counts what has no place here, by its kind. */
  left(what: Counted, count: number): void;
  imagesAdded: number;
  /** The fields of a source of ratings. */
  fields: readonly FoundField[];
  /** What has to be said before the source can be read. */
  readonly asks: { encoding?: ImportReport['asks_encoding']; decimals?: ImportReport['asks_decimals'] };
  /**
   * Of an import that was refused as a whole: what it would have done is not told.
   * @param readable how many items could be imported without the others; left out: that is not known
   */
  refused(readable?: number): ImportReport;
  build(outcome: { readonly applied: boolean; readonly similar: string[][] }): ImportReport;
}

interface WarningGroup {
  readonly field: string | null;
  readonly message: string;
  readonly items: (string | null)[];
  count: number;
}

/** An empty report. */
export function createReport(): ReportBuilder {
  const counts = { added: 0, updated: 0, unchanged: 0 };
  const skipped: ImportReport['skipped'] = [];
  const groups = new Map<string, WarningGroup>();
  const changes: ImportReport['changes'] = [];
  const missing = new Set<string>();
  const leftOver = createTally();
  let problems = 0;
  let leftByName = 0;
  let listed = 0;
  let unlisted = 0;
  return {
    counts,
    imagesAdded: 0,
    fields: [],
    asks: {},
    skip(item, field, reason) {
      problems += 1;
      if (problems <= LISTED_PROBLEMS) skipped.push({ item, field, reason });
    },
    skipped: () => problems,
    leaveOut(item, field, reason) {
      leftByName += 1;
      if (leftByName <= LISTED_PROBLEMS) skipped.push({ item, field, reason });
    },
    warn(item, field, message) {
      const key = `${field ?? ''}\n${message}`;
      const group = groups.get(key);
      if (group === undefined && listed >= LISTED) unlisted += 1;
      else if (group === undefined) {
        groups.set(key, { field, message, items: [item], count: 1 });
        listed += 1;
      } else {
        group.count += 1;
        if (group.items.length < GROUPED_FROM) group.items.push(item);
      }
    },
    change(item, field, from, to) {
      if (changes.length < LISTED) changes.push({ item, field, from: shown(from), to: shown(to) });
    },
    missing: (name) => void missing.add(name),
    left: (what, count) => {
      leftOver.add(what, count);
    },
    refused(readable = 0) {
      return {
        ...this.build({ applied: false, similar: [] }),
        added: 0,
        updated: 0,
        unchanged: 0,
        changes: [],
        readable,
      };
    },
    build({ applied, similar }) {
      const warnings = [...groups.values()].flatMap(({ field, message, items, count }) =>
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
      if (unlisted > 0) {
        warnings.push({
          item: null,
          field: null,
          message: `${String(unlisted)} more warnings are not listed.`,
        });
      }
      const further = problems + leftByName - skipped.length;
      const more = {
        item: 'the source',
        field: null,
        reason: `${String(further)} more problems are not listed.`,
      };
      return {
        ...counts,
        skipped: further > 0 ? [...skipped, more] : skipped,
        images: { added: this.imagesAdded, missing: missing.size, missing_names: [...missing] },
        warnings,
        changes,
        similar,
        not_carried: leftOver.lines(),
        fields: [...this.fields],
        ...(this.asks.encoding !== undefined && { asks_encoding: this.asks.encoding }),
        ...(this.asks.decimals !== undefined && { asks_decimals: this.asks.decimals }),
        applied,
      };
    },
  };
}

function shown(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

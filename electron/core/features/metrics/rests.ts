import type { MetricDefinition, VerdictBasis } from '../../../../shared/benchmarks/metrics.ts';
import type { RestsOn } from '../../../../shared/contract/metrics.ts';
import type { NamedFigures } from './figures.ts';

/** On whose verdicts answers on an item in a condition rest, by the columns that count them. */
export interface ItemRests {
  readonly item: number;
  readonly condition: number;
  readonly rests: Readonly<Record<string, VerdictBasis>>;
}

interface CountedBasis {
  readonly basis: VerdictBasis;
  readonly n: number;
}

/** What the answers of each column rest on. */
function countedBy(all: readonly ItemRests[]): (columns: readonly string[]) => readonly CountedBasis[] {
  const counts = new Map<string, Map<string, { readonly basis: VerdictBasis; n: number }>>();
  for (const { rests } of all) {
    for (const [column, basis] of Object.entries(rests)) {
      const key = basis.kind === 'judges' ? basis.judges.join(' ') : basis.kind;
      const ofColumn = counts.get(column) ?? new Map<string, { readonly basis: VerdictBasis; n: number }>();
      counts.set(column, ofColumn);
      const counted = ofColumn.get(key) ?? { basis, n: 0 };
      ofColumn.set(key, counted);
      counted.n += 1;
    }
  }
  return (columns) => columns.flatMap((column) => [...(counts.get(column)?.values() ?? [])]);
}

const ORDER = ['decisions', 'people', 'judges', 'answer'] as const;

/** The figures, each with the verdicts it rests on beside it. */
export function withRests(
  figures: NamedFigures,
  definitions: readonly MetricDefinition[],
  rests: readonly ItemRests[],
  nameOf: (judge: string) => string,
): NamedFigures {
  const restsOf = countedBy(rests);
  const counts = new Map(definitions.map((definition) => [definition.id, definition.counts]));
  return Object.fromEntries(
    Object.entries(figures).map(([id, figure]) => {
      const columns = counts.get(id);
      if (columns === undefined || figure.value === null) return [id, figure];
      const found = new Map<string, RestsOn>();
      for (const { basis, n } of restsOf(columns)) {
        const judges = basis.kind === 'judges' ? basis.judges.map(nameOf).sort() : [];
        const key = JSON.stringify([basis.kind, judges]);
        const before = found.get(key)?.n ?? 0;
        found.set(key, { verdicts: basis.kind, judges, n: before + n });
      }
      const restsOn = [...found.values()].sort(
        (a, b) => ORDER.indexOf(a.verdicts) - ORDER.indexOf(b.verdicts) || b.n - a.n,
      );
      return [id, restsOn.length === 0 ? figure : { ...figure, restsOn }];
    }),
  );
}

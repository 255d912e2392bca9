import type { ComparedItems } from '../../../../shared/contract/counting.ts';
import type { MetricsTable, MetricsTableRow } from './table.ts';

/** Which items a part of the figures is of, and why. */
export interface BasisPart {
  /** The task, the condition, or both; null: all there is. */
  readonly title: string | null;
  readonly items: ComparedItems;
  /** How many items that are; null where each respondent has their own. */
  readonly count: number | null;
  /** Of those who are compared, how many of these items they answered; of their own all of them. */
  readonly answered: readonly {
    readonly called: string;
    readonly kind: MetricsTableRow['kind'];
    readonly items: number;
  }[];
  /** How many items participants together and every model answered. */
  readonly together: number;
  /** Who lacks answers to items that others answered, and so makes the items for everybody fewer; the most first. */
  readonly shrinks: readonly BasisGap[];
}

/** How somebody makes the items fewer on which all are compared. */
export interface BasisGap {
  /** The row's key, and what it is called in words. */
  readonly key: string;
  readonly called: string;
  /** Items that somebody else answered and they did not. */
  readonly lacks: number;
  /** Of these, those that everybody else answered: without them they would be there. */
  readonly alone: number;
}

/** Which items figures are of. */
export interface Basis {
  readonly asked: ComparedItems;
  readonly parts: readonly BasisPart[];
  /** Whether an item in a condition counts in figures of all conditions. */
  readonly keep: (item: number, condition: number) => boolean;
  /** The same in figures of one condition: who answered nothing in it is not compared in it. */
  readonly keepIn: (item: number, condition: number) => boolean;
}

/** A respondent, or participants together, with what they answered. */
interface Member {
  readonly key: string;
  readonly called: string;
  readonly kind: MetricsTableRow['kind'];
  readonly units: ReadonlySet<number>;
}

/**
 * The items that respondents are compared on: those asked for, else the first of `common`, `together`, `own` that there
 * are. Answers need no verdict for this: coverage is beside each figure.
 * @param taskFacets tell tasks apart that are compared by themselves
 */
export function basisOf(table: MetricsTable, asked: ComparedItems, taskFacets: readonly string[]): Basis {
  const { conditions } = table;
  const unitOf = (item: number, condition: number): number => item * conditions.length + condition;
  const members = table.rows.flatMap((row): Member[] =>
    row.kind === 'majority'
      ? []
      : [
          {
            key: row.key,
            called: row.respondent === null ? row.name : table.nameOf(row.respondent.id),
            kind: row.kind,
            units: new Set(row.units.map(({ item, condition }) => unitOf(item, condition))),
          },
        ],
  );
  const taskOf = (unit: number): string => {
    const facets = table.items[Math.floor(unit / conditions.length)]?.facets;
    return taskFacets.flatMap((name) => facets?.get(name) ?? []).join(', ');
  };
  const partsBy = (titleOf: (unit: number) => string) => {
    const units = new Set(members.flatMap((member) => [...member.units]));
    return [
      ...Map.groupBy(
        [...units].sort((a, b) => a - b),
        titleOf,
      ),
    ].map(([title, own]) =>
      resolved(title === '' ? null : title, new Set(own), members, asked, conditions.length),
    );
  };
  const overall = partsBy(taskOf);
  const each =
    conditions.length < 2
      ? overall
      : partsBy((unit) =>
          [taskOf(unit), conditions[unit % conditions.length] ?? ''].filter((part) => part !== '').join(', '),
        );
  const keeper = (parts: readonly ResolvedBasis[]): Basis['keep'] => {
    const kept = new Set(parts.flatMap(({ units }) => [...units]));
    return (item, condition) => kept.has(unitOf(item, condition));
  };
  const isOne = table.rows.filter(({ kind }) => kind !== 'people' && kind !== 'majority').length < 2;
  return {
    asked,
    parts: isOne ? [] : [...overall, ...(each === overall ? [] : each)].map(({ part }) => part),
    keep: keeper(overall),
    keepIn: keeper(each),
  };
}

interface ResolvedBasis {
  readonly part: BasisPart;
  readonly units: ReadonlySet<number>;
}

function resolved(
  title: string | null,
  units: ReadonlySet<number>,
  everybody: readonly Member[],
  asked: ComparedItems,
  conditions: number,
): ResolvedBasis {
  const members = everybody.flatMap((member) => {
    const own = new Set([...member.units].filter((unit) => units.has(unit)));
    return own.size === 0 ? [] : [{ ...member, units: own }];
  });
  const itemsIn = (of: Iterable<number>): number =>
    new Set([...of].map((unit) => Math.floor(unit / conditions))).size;
  const everyOne = members.filter(({ kind }) => kind !== 'people');
  const asPeople = members.filter(({ kind }) => kind !== 'human');
  const together = commonTo(asPeople);
  const found: readonly [ComparedItems, ReadonlySet<number>][] = [
    ['common', commonTo(everyOne)],
    ['together', together],
  ];
  const [items, common] = found
    .slice(asked === 'common' ? 0 : asked === 'together' ? 1 : 2)
    .find(([, own]) => own.size > 0) ?? ['own' as const, null];
  const kept = common ?? units;
  return {
    units: kept,
    part: {
      title,
      items,
      count: common === null ? null : itemsIn(common),
      answered: members.map(({ called, kind, units: own }) => ({
        called,
        kind,
        items: itemsIn([...own].filter((unit) => kept.has(unit))),
      })),
      together: itemsIn(together),
      shrinks: items === 'own' ? [] : shrinksOf(items === 'common' ? everyOne : asPeople, units, itemsIn),
    },
  };
}

/** Who of those compared lacks which of the units that any of them answered. */
function shrinksOf(
  members: readonly Member[],
  units: ReadonlySet<number>,
  itemsIn: (of: Iterable<number>) => number,
): readonly BasisGap[] {
  const answeredBy = new Map<number, number>();
  for (const { units: own } of members)
    for (const unit of own) answeredBy.set(unit, (answeredBy.get(unit) ?? 0) + 1);
  return members
    .map(({ key, called, units: own }): BasisGap => {
      const lacked = [...units].filter((unit) => !own.has(unit) && answeredBy.has(unit));
      const alone = lacked.filter((unit) => answeredBy.get(unit) === members.length - 1);
      return { key, called, lacks: itemsIn(lacked), alone: itemsIn(alone) };
    })
    .filter(({ lacks }) => lacks > 0)
    .sort((a, b) => b.alone - a.alone || b.lacks - a.lacks);
}

/** The units that all of them answered. */
function commonTo(members: readonly Member[]): ReadonlySet<number> {
  const [first, ...rest] = members;
  return new Set([...(first?.units ?? [])].filter((unit) => rest.every(({ units }) => units.has(unit))));
}

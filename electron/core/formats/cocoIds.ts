import { type CocoHeader, nextId } from './cocoHeader.ts';
import type { CocoId } from './cocoRecords.ts';
import type { Categories } from './boxes.ts';

/** Gives records their ids: their own where it is free, else the next number after all that are known to come. */
export interface CocoIds {
  /** The id of the next record. @param own the one that it came with; null: it has none */
  take(own: CocoId | null): CocoId;
}

/** @param first the first number for those that have none of their own */
export function createIds(first: number): CocoIds {
  const taken = new Set<CocoId>();
  let next = first;
  return {
    take(own) {
      let id = own;
      if (id === null || taken.has(id)) {
        while (taken.has(next)) next += 1;
        id = next;
      }
      taken.add(id);
      return id;
    },
  };
}

/** The categories of a COCO file: those of its header first, then those that the casebook has beside them. */
export interface CocoCategories {
  /** The id under which a category is written. @param own the one that its record has; kept where it means the same */
  idOf(category: string, own: CocoId | null): CocoId;
  /** All of them, each as JSON. */
  texts(): string[];
}

/** Categories keep the ids of the header by name; without a header they are numbered as the casebook has them. */
export function createCocoCategories(header: CocoHeader, categories: Categories): CocoCategories {
  const names = new Map(header.categories.map(({ value }) => [value.id, value.name]));
  const ids = new Map<string, CocoId>();
  for (const { value } of header.categories) if (!ids.has(value.name)) ids.set(value.name, value.id);
  const first = nextId(names.keys());
  let added = 0;
  const numbered = (name: string): CocoId => {
    if (header.categories.length === 0) return categories.idOf(name);
    const known = ids.get(name);
    if (known !== undefined) return known;
    const id = first + added;
    added += 1;
    ids.set(name, id);
    return id;
  };
  return {
    idOf: (name, own) => {
      // So that it is among the names.
      categories.idOf(name);
      return own !== null && names.get(own) === name ? own : numbered(name);
    },
    texts: () => [
      ...header.categories.map(({ text }) => text),
      ...categories.names.flatMap((name) => {
        const known = header.categories.some(({ value }) => value.name === name);
        return known ? [] : [JSON.stringify({ id: numbered(name), name, supercategory: '' })];
      }),
    ],
  };
}

import { type CocoHeader, nextId } from './cocoHeader.ts';
import type { CocoId } from './cocoRecords.ts';
import type { Categories } from '../boxes.ts';

/**
 * Gives records their ids: their own where it is free, else the next number after all that are known to come.
 * @param first the first number for those that have none of their own
 */
export class CocoIds {
  readonly #taken = new Set<CocoId>();
  #next;

  constructor(first: number) {
    this.#next = first;
  }

  /** The id of the next record. @param own the one that it came with; null: it has none */
  take(own: CocoId | null): CocoId {
    let id = own;
    if (id === null || this.#taken.has(id)) {
      while (this.#taken.has(this.#next)) this.#next += 1;
      id = this.#next;
    }
    this.#taken.add(id);
    return id;
  }
}

/**
 * The categories of a COCO file: those of its header first, then those that the casebook has beside them.
 * Categories keep the ids of the header by name; without a header they are numbered as the casebook has them.
 */
export class CocoCategories {
  readonly #header: CocoHeader;
  readonly #categories: Categories;
  readonly #names;
  readonly #ids = new Map<string, CocoId>();
  readonly #first;
  #added = 0;

  constructor(header: CocoHeader, categories: Categories) {
    this.#header = header;
    this.#categories = categories;
    this.#names = new Map(header.categories.map(({ value }) => [value.id, value.name]));
    for (const { value } of header.categories)
      if (!this.#ids.has(value.name)) this.#ids.set(value.name, value.id);
    this.#first = nextId(this.#names.keys());
  }

  /** The id under which a category is written. @param own the one that its record has; kept where it means the same */
  idOf(name: string, own: CocoId | null): CocoId {
    // So that it is among the names.
    this.#categories.idOf(name);
    return own !== null && this.#names.get(own) === name ? own : this.#numbered(name);
  }

  /** All of them, each as JSON. */
  texts(): string[] {
    return [
      ...this.#header.categories.map(({ text }) => text),
      ...this.#categories.names.flatMap((name) => {
        const known = this.#header.categories.some(({ value }) => value.name === name);
        return known ? [] : [JSON.stringify({ id: this.#numbered(name), name, supercategory: '' })];
      }),
    ];
  }

  #numbered(name: string): CocoId {
    if (this.#header.categories.length === 0) return this.#categories.idOf(name);
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#first + this.#added;
    this.#added += 1;
    this.#ids.set(name, id);
    return id;
  }
}

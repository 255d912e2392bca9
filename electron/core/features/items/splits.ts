import type { z } from 'zod';
import type { BulkResult, DivideRequest, ItemSelection } from '../../../../shared/contract/items.ts';
import { ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { divide, groupsOf, type SplitItem } from '../../../../shared/domain/splits.ts';
import { ABOUT, NOT_SAID } from '../../access/blindItems.ts';
import { idsOf } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { EventDetail } from '../../records/logEvents.ts';
import type { Casebook } from '../../derived/casebook.ts';

interface Row {
  readonly id: string;
  readonly sequence: number;
  readonly externalId: string;
  readonly label: string | null;
  readonly split: string | null;
}

/** Which split items are in: set by hand, or divided by a seed; no image and no entity in two. */
export class Splits {
  readonly #casebook: Casebook;
  readonly #rows;
  readonly #images;
  readonly #places;
  readonly #facets;
  readonly #counted;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#rows = database.prepare<[], Row>(
      'SELECT id, sequence, external_id AS externalId, label, split FROM item ORDER BY sequence',
    );
    this.#images = database.prepare<[], { id: string; parent: string | null }>(
      'SELECT id, derived_from AS parent FROM image',
    );
    this.#places = database.prepare<[], { item: string; image: string | null; name: string }>(
      'SELECT item_id AS item, image_id AS image, name FROM item_image',
    );
    this.#facets = database.prepare<[string, string], { item: number; value: string }>(
      'SELECT item, value FROM item_facet WHERE name = ? AND value <> ?',
    );
    this.#counted = database.prepare<[], { split: string | null; items: number }>(
      'SELECT split, count(*) AS items FROM item GROUP BY split ORDER BY split',
    );
  }

  /** How many items each split has; null: none. */
  counts(): { split: string | null; items: number }[] {
    return this.#counted.all();
  }

  /** Puts items into a split, or null into none; refused is what shares an image or an entity with another split. */
  set(selection: ItemSelection, split: string | null, by: PersonId | null, viewpoint: Viewpoint): BulkResult {
    return this.#casebook.database.transaction(() => {
      const { chosen, refused } = this.#chosenOf(selection, viewpoint);
      const all = this.#rows.all();
      const shares = this.#sharedBy();
      const groups = groupsOf(all.map((row) => ({ ...row, shares: shares(row) })));
      const changes = groups.flatMap((group) => {
        const own = group.filter(({ id }) => chosen.has(id));
        const other = group.find((row) => !chosen.has(row.id) && row.split !== null && row.split !== split);
        if (split === null || other === undefined) return own.map((row) => [row, split] as const);
        for (const { externalId } of own)
          refused.push({
            item: externalId,
            reason: `It shares an image or an entity with items that are in “${other.split ?? ''}”.`,
          });
        return [];
      });
      return { changed: this.#write(changes, { split }, by), refused };
    })();
  }

  /**
   * Divides items by shares; what shares an image or an entity stays together. Throws `not_found` for a facet that is not
   * there.
   */
  divide(
    selection: ItemSelection,
    { shares, seed, stratify }: Pick<z.output<typeof DivideRequest>, 'shares' | 'seed' | 'stratify'>,
    by: PersonId | null,
    viewpoint: Viewpoint,
  ): BulkResult {
    return this.#casebook.database.transaction(() => {
      const { chosen, refused } = this.#chosenOf(selection, viewpoint);
      const all = this.#rows.all();
      const [shared, stratum] = [this.#sharedBy(), this.#strataOf(stratify)];
      const divided = divide(
        all.map((row): SplitItem => ({
          id: row.id,
          shares: shared(row),
          stratum: stratum(row),
          moves: chosen.has(row.id),
          fixed: chosen.has(row.id) ? null : row.split,
        })),
        shares,
        seed,
      );
      const torn = new Set(divided.torn);
      for (const { id, externalId } of all)
        if (torn.has(id))
          refused.push({
            item: externalId,
            reason: 'It shares images or entities with items of several splits.',
          });
      const changes = all.flatMap((row) => {
        const split = divided.splits.get(row.id);
        return split === undefined ? [] : [[row, split] as const];
      });
      return { changed: this.#write(changes, { shares, seed, stratify }, by), refused };
    })();
  }

  /** What items share with each other: the images they come from, and what they ask about. */
  #sharedBy(): (row: Row) => readonly string[] {
    const parents = new Map(this.#images.all().map(({ id, parent }) => [id, parent]));
    const rootOf = (image: string): string => {
      let root = image;
      for (let parent = parents.get(root); parent != null && root !== parent; parent = parents.get(root))
        root = parent;
      return root;
    };
    const ofItem = Map.groupBy(this.#places.all(), ({ item }) => item);
    const about = new Map(this.#facets.all(ABOUT, NOT_SAID).map(({ item, value }) => [item, value]));
    return ({ id, sequence }) => [
      ...(ofItem.get(id) ?? []).map(({ image, name }) =>
        image === null ? `name ${name}` : `image ${rootOf(image)}`,
      ),
      ...(about.has(sequence) ? [`about ${about.get(sequence) ?? ''}`] : []),
    ];
  }

  #strataOf(name: string | null): (row: Row) => string {
    if (name === null) return () => '';
    if (name === 'label') return ({ label }) => label ?? '';
    if (!this.#casebook.benchmark.facets.some((facet) => facet.name === name))
      throw new CasebookError(
        'not_found',
        `Items cannot be stratified by "${name}".`,
        `Nothing was changed. Choose one of: ${['label', ...this.#casebook.benchmark.facets.map((facet) => facet.name)].join(', ')}.`,
      );
    const values = new Map(this.#facets.all(name, '').map(({ item, value }) => [item, value]));
    return ({ sequence }) => values.get(sequence) ?? '';
  }

  /** What is chosen and seen by the caller, the rest refused by name. */
  #chosenOf(selection: ItemSelection, viewpoint: Viewpoint) {
    const ids =
      'ids' in selection ? selection.ids : idsOf(this.#casebook.database, selection.filter, viewpoint);
    const refused: BulkResult['refused'] = [];
    const chosen = new Set<string>();
    const isBlindAnywhere = viewpoint.isBlindAnywhere();
    for (const id of ids) {
      const blind = isBlindAnywhere
        ? this.#casebook.derived.statusChange.refusedBlind(ItemId.parse(id), viewpoint)
        : null;
      if (blind === null) chosen.add(id);
      else refused.push(blind);
    }
    return { chosen, refused };
  }

  #write(
    changes: readonly (readonly [row: Row, split: string | null])[],
    detail: NonNullable<EventDetail<'split'>>,
    by: PersonId | null,
  ): number {
    const changed = changes.filter(([row, split]) => row.split !== split);
    for (const [{ id }, split] of changed) this.#casebook.derived.items.setSplit(ItemId.parse(id), split);
    if (changed.length > 0)
      this.#casebook.records.log({
        kind: 'split',
        personId: by,
        diff: {
          added: {},
          updated: Object.fromEntries(changed.map(([{ id, split: from }, to]) => [id, [from, to]])),
          removed: {},
        },
        detail,
        items: changed.map(([{ sequence }]) => sequence),
      });
    return changed.length;
  }
}

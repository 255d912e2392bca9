import { hammingDistances } from '../../../domain/perceptualHash.ts';
import type { ItemDistance } from '../../querySets.ts';
import { byName, type QueryEntity, sameEntity } from './entities.ts';
import { createOneEditIndex } from './oneEdit.ts';

/** Where a neighbour is known from. */
export type NeighbourSource = 'one_edit' | 'perceptual_hash' | 'distance_file';

export interface Neighbour {
  readonly entity: QueryEntity;
  /** Edits, bits of 256 in which the hashes of the originals differ, or what the file says. */
  readonly distance: number;
}

export interface EntityNeighbours {
  readonly source: NeighbourSource;
  /**
   * Other entities of the same domain, nearest first, those equally near in the order of their ids. Never one of the same
   * person or word, nor one with the same original.
   */
  of(entity: QueryEntity): readonly Neighbour[];
}

/** Words are near where one edit makes the one of the other. */
export function wordNeighbours(words: readonly QueryEntity[]): EntityNeighbours {
  const index = createOneEditIndex(words.map(({ name }) => name));
  const byWord = Map.groupBy(words, ({ folded }) => folded);
  return {
    source: 'one_edit',
    of: (entity) =>
      ranked(
        entity,
        index
          .neighbours(entity.name)
          .flatMap((word) => byWord.get(word) ?? [])
          .map((other) => ({ entity: other, distance: 1 })),
      ),
  };
}

/** Faces are near where the perceptual hashes of their originals are. */
export function hashNeighbours(faces: readonly QueryEntity[]): EntityNeighbours {
  const hashed = faces.filter(({ perceptualHash }) => perceptualHash !== null);
  const distance = hammingDistances(hashed.map(({ perceptualHash }) => perceptualHash ?? ''));
  const places = new Map(hashed.map(({ id }, place) => [id, place]));
  return {
    source: 'perceptual_hash',
    of: (entity) => {
      const own = places.get(entity.id);
      if (own === undefined) return [];
      return ranked(
        entity,
        hashed.map((other, place) => ({ entity: other, distance: distance(own, place) })),
      );
    },
  };
}

/** Faces are as near as a file says; what it does not speak of is no neighbour. */
export function listedNeighbours(
  faces: readonly QueryEntity[],
  distances: readonly ItemDistance[],
): EntityNeighbours {
  const byId = new Map(faces.map((face) => [face.id, face]));
  const lists = new Map<string, Map<string, Neighbour>>();
  const note = (from: string, to: string, distance: number): void => {
    const entity = byId.get(to);
    if (entity === undefined || from === to) return;
    const list = lists.get(from);
    if (list === undefined) lists.set(from, new Map([[to, { entity, distance }]]));
    else list.set(to, { entity, distance });
  };
  for (const { first, second, distance } of distances) {
    note(first, second, distance);
    note(second, first, distance);
  }
  return {
    source: 'distance_file',
    of: (entity) => ranked(entity, [...(lists.get(entity.id)?.values() ?? [])]),
  };
}

function ranked(entity: QueryEntity, found: readonly Neighbour[]): readonly Neighbour[] {
  return found
    .filter(
      ({ entity: other }) =>
        !sameEntity(entity, other) &&
        other.id !== entity.id &&
        other.original.content !== entity.original.content,
    )
    .sort((a, b) => a.distance - b.distance || byName(a.entity.id, b.entity.id));
}

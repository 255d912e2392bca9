import type { FixCase } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { AnnotationId, EditionId, ItemId } from '../../../../shared/domain/ids.ts';
import type { Casebook } from '../../casebook.ts';
import type { Viewpoint } from '../people/viewpoint.ts';

/** What somebody makes of an item. */
export interface Fix {
  readonly itemId: ItemId;
  /** The edition they saw; null: as it came. */
  readonly edition: EditionId | null;
  /** By field, only what changes. */
  readonly texts: Readonly<Record<string, string>>;
  readonly reason: string;
  /** The answer that proposed it. */
  readonly annotationId: AnnotationId | null;
}

export interface Fixed {
  readonly edition: EditionId;
  readonly number: number;
  /** Assignments whose holders are asked again. */
  readonly reopened: number;
}

export interface Fixing {
  case(itemId: ItemId, viewpoint: Viewpoint): FixCase;
  fix(fix: Fix, viewpoint: Viewpoint): Fixed;
}

/** Fixing items in an open casebook. */
export function createFixing(_casebook: Casebook): Fixing {
  return { case: missing, fix: missing };
}

function missing(): never {
  throw new CasebookError('internal', 'Fixing is not there yet.');
}

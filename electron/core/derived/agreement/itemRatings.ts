import { type FieldRating, fieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookFiles } from '../../records/casebook.ts';
import { anonymousColumn, columnsOf } from '../../records/answers/ratingStateColumns.ts';
import type { RatingsReader } from '../../records/answers/ratings.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { findField } from './question.ts';

/** What somebody said of one item in a field. */
export interface ItemRating {
  /** Null where the caller may not know yet. */
  readonly personId: PersonId | null;
  readonly rating: FieldRating;
}

export interface ItemQuestion {
  readonly task: string;
  readonly field: string;
  readonly round: number;
  /** Null: everybody. */
  readonly raters: readonly PersonId[] | null;
}

/**
 * Reads what was said of single items, in an order of the item's own. Where the caller is to decide between the
 * raters, everybody's ratings come, anybody who was asked for, and nothing about them tells whose they are.
 */
export function createItemRatings(
  casebook: CasebookFiles,
  reader: RatingsReader,
): (itemId: ItemId, question: ItemQuestion, viewpoint: Viewpoint) => ItemRating[] {
  return (itemId, question, viewpoint) => {
    const { task, field, vocabulary } = findField(casebook, question.task, question.field);
    const hidden = viewpoint.hidesRaters(itemId);
    const { raters, round } = question;
    return columnsOf(reader.ofItem(itemId, task.id, round)).flatMap((column) => {
      const { annotationId, personId, answer, asked } = column.rating;
      if (!hidden && raters !== null && !raters.includes(personId)) return [];
      const drawn = reader.regions(annotationId);
      const regions = hidden ? anonymousColumn(column, drawn).regions : drawn;
      const rating = fieldRating(task, field, { answer, regions, asked }, vocabulary);
      return rating === null ? [] : [{ personId: hidden ? null : personId, rating }];
    });
  };
}

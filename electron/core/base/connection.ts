import type { PersonId } from '../../../shared/domain/ids.ts';

/** One window or one browser: the person who uses it. */
export interface Connection {
  personId: PersonId | null;
  /**
   * Whether nothing is left here but to take part in a study: since the current user only takes part, or from the
   * start where they came by a personal link. It never ends: nobody becomes another user by a click.
   */
  locked: boolean;
}

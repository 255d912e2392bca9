import type { ArrivalId, PersonId, StudyId, WebSessionId } from '../../../shared/base/ids.ts';

/** One window or one browser: the person who uses it. */
export interface Connection {
  personId: PersonId | null;
  /**
   * Whether nothing is left here but to take part in a study: since the current user only takes part, or from the
   * start where they came by a personal link. It never ends: nobody becomes another user by a click.
   */
  locked: boolean;
  /** Left out: they did not come by a study link. */
  readonly arrival?: ArrivingConnection;
  /** Which signed-in browser it is; left out: it is on this machine. */
  readonly web?: WebSessionId;
  /** Whether it was signed in by an invitation over the network: nothing of this machine is to be reached from it. */
  readonly remote?: true;
}

/** A browser that came by a study link. */
export type ArrivingConnection =
  | { readonly kind: 'arrival'; readonly id: ArrivalId }
  /** It opened a link that tells nobody by an id. `arrivedAs`: its arrival, from its first answer on. */
  | { readonly kind: 'opening'; readonly studyId: StudyId; arrivedAs: ArrivalId | null }
  /** Nothing of it is kept but here. */
  | { readonly kind: 'preview'; readonly studyId: StudyId; agreed: boolean | null; screened: boolean };

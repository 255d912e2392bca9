import type { Role } from '../../../shared/domain/status.ts';

/** The roles in words. */
export const roleTitles: Readonly<Record<Role, string>> = {
  curator: 'Curator',
  annotator: 'Annotator',
  reviewer: 'Reviewer',
  participant: 'Participant',
  judge: 'Judge',
  adjudicator: 'Adjudicator',
};

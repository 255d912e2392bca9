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

/** What each of them is for. */
export const roleDuties: Readonly<Record<Role, string>> = {
  curator: 'Imports, assigns, accepts, exports.',
  annotator: 'Answers assigned items, blind.',
  reviewer: 'Sees everybody’s work, validates generated items.',
  participant: 'Takes the benchmark as a person.',
  judge: 'Judges answers of people and models.',
  adjudicator: 'Decides where annotators or judges differ.',
};

import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { StudyId } from '../../../../../shared/base/ids.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import type { Services } from '../../../../core/app/services.ts';

/** The study of a title. Throws `not_found` where there is none, `conflict` where there are several. */
export function studyCalled({ studies }: Services, title: string): StudyId {
  const [first, second] = studies
    .list(everything)
    .filter((each) => each.title === title || each.id === title);
  if (first === undefined) {
    throw new CasebookError(
      'not_found',
      `There is no study called "${title}" in this casebook.`,
      'casebook study DIR lists them.',
    );
  }
  if (second !== undefined) {
    throw new CasebookError(
      'conflict',
      `There are several studies called "${title}".`,
      'Use the id instead: casebook study DIR list --json shows it.',
    );
  }
  return first.id;
}

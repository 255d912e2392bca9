import type { ArrivalView, Device } from '../../../../../shared/contract/arrivals.ts';
import type { RecruitmentSettings } from '../../../../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../../../../shared/contract/studies.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';

/** What somebody has done so far, as an arrival or in a preview. */
export interface ArrivalSteps {
  /** Null: they have not decided yet. */
  readonly agreed: boolean | null;
  readonly screened: boolean;
}

/** What a study asks of people before they take part. */
export interface StudyEntrance {
  readonly study: { readonly settings: Pick<StudySettings, 'texts' | 'onWithdrawal'> };
  readonly recruitment: { readonly settings: Pick<RecruitmentSettings, 'device' | 'screening'> };
}

/** What somebody sees before they may take a place, in a preview too; null: nothing is left to do. */
export function viewBeforePlace(
  { study, recruitment }: StudyEntrance,
  { agreed, screened }: ArrivalSteps,
  device: Device,
): ArrivalView | null {
  const { device: needs, screening } = recruitment.settings;
  const [short, long] = [Math.min(device.width, device.height), Math.max(device.width, device.height)];
  // A screen may be turned.
  const isSmall = short < Math.min(needs.width, needs.height) || long < Math.max(needs.width, needs.height);
  if (isSmall || (device.touch && !needs.touch)) {
    return {
      view: 'device',
      problem: isSmall ? 'small' : 'touch',
      needs: { width: needs.width, height: needs.height },
    };
  }
  const { texts, onWithdrawal = 'keep' } = study.settings;
  const consent = { text: texts.consent, onWithdrawal };
  if (agreed === false) return { view: 'declined', consent };
  if (agreed === null) return { view: 'consent', ...consent };
  if (screening.length === 0 || screened) return null;
  return {
    view: 'screening',
    questions: screening.map(({ prompt, options }) => ({
      prompt,
      options: options.map(({ text }) => text),
    })),
  };
}

/**
 * Whether the options that were chosen let somebody take part. Throws `invalid_input` where a question has no answer.
 * @param answers the place of the option chosen for each question, from 0
 */
export function passesScreening(
  { screening }: Pick<RecruitmentSettings, 'screening'>,
  answers: readonly number[],
): boolean {
  const chosen = screening.map(({ options }, place) => options[answers[place] ?? -1]);
  if (answers.length !== screening.length || chosen.includes(undefined))
    throw new CasebookError(
      'invalid_input',
      'A question has no answer yet.',
      'Nothing was saved. Answer every question.',
    );
  return chosen.every((option) => option?.passes === true);
}

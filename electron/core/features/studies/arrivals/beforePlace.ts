import type { ArrivalView, Device } from '../../../../../shared/contract/arrivals.ts';
import type { RecruitmentSettings } from '../../../../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../../../../shared/contract/studies.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { StudyState } from '../../../../../shared/domain/status.ts';
import type { Arrival } from '../../../records/studies/arrivals.ts';

/** What somebody has done so far, as an arrival or in a preview. */
export interface ArrivalSteps {
  /** Null: they have not decided yet. */
  readonly agreed: boolean | null;
  readonly screened: boolean;
}

/** What is known of somebody who came by a study link and has no place. */
export type ArrivalProgress = Pick<Arrival, 'state' | 'consentVersion' | 'screening'>;

/** A browser that opened the link of a study and has answered nothing yet. */
export const NO_ANSWERS: ArrivalProgress = { state: 'deciding', consentVersion: null, screening: null };

/** What a study asks of people before they take part. */
export interface StudyEntrance {
  readonly study: { readonly settings: Pick<StudySettings, 'texts' | 'onWithdrawal'> };
  readonly recruitment: { readonly settings: Pick<RecruitmentSettings, 'device' | 'screening'> };
}

/** Whether, and with which last words, a study takes people in. */
export interface StudyDoor extends StudyEntrance {
  readonly study: StudyEntrance['study'] & { readonly state: StudyState };
  readonly recruitment: {
    readonly settings: Pick<RecruitmentSettings, 'device' | 'screening' | 'open' | 'outcomes'>;
  };
}

/**
 * The page for somebody without a place. The end of their own way comes before the study's. That no place is free comes
 * before any question, except about an unsuitable device. `ready`: they get a place once they begin.
 * @param isFull whether no place is free, asked only where the answer counts
 */
export function pageWithoutPlace(
  door: StudyDoor,
  { state, consentVersion, screening }: ArrivalProgress,
  device: Device,
  isFull: () => boolean,
): ArrivalView {
  const { open, outcomes } = door.recruitment.settings;
  if (state === 'over') return { view: 'over' };
  if (state === 'screened_out') return { view: 'screenedOut', outcome: outcomes.screenedOut };
  if (door.study.state !== 'open' || !open) return { view: 'closed' };
  const agreed = state === 'declined' ? false : consentVersion === null ? null : true;
  const view = pageBeforePlace(door, { agreed, screened: screening !== null }, device);
  if (view?.view === 'device' || view?.view === 'declined') return view;
  return isFull() ? { view: 'full' } : (view ?? { view: 'ready' });
}

/** What somebody sees before they may take a place, in a preview too; null: nothing is left to do. */
export function pageBeforePlace(
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

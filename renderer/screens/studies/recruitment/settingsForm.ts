import type { RecruitmentSettings } from '../../../../shared/contract/recruitment.ts';
import type { CompletionHandoff } from '../../../../shared/domain/study.ts';

/** What a part of the form shows and changes. */
export interface FormPart {
  readonly settings: RecruitmentSettings;
  readonly change: (settings: Partial<RecruitmentSettings>) => void;
}

type Panel = RecruitmentSettings['panel'];
type Check = RecruitmentSettings['check'];

/** The ways to check ids that go with where people come from; without ids there is nothing to choose. */
export const CHECKS: Readonly<Record<Panel, readonly Check[]>> = {
  prolific: ['same', 'prolific'],
  generic: ['same', 'links'],
  none: ['same'],
};

/** The settings after a change of panel: the check is kept where it fits the new one. */
export function withPanel(settings: RecruitmentSettings, panel: Panel): Partial<RecruitmentSettings> {
  return { panel, check: CHECKS[panel].includes(settings.check) ? settings.check : 'same' };
}

/** The address where Prolific takes people back with a code. */
export const prolificAddress = (code: string): string =>
  `https://app.prolific.com/submissions/complete?cc=${encodeURIComponent(code.trim())}`;

/** What is wrong with an id parameter, in words; null: nothing. */
export function parameterProblem(name: string): string | null {
  if (name === '') return 'is empty';
  return /^[A-Za-z][A-Za-z0-9_-]{0,39}$/u.test(name)
    ? null
    : 'Use letters, digits, - and _, with a letter first.';
}

/** What is wrong with an address to go back to, in words; null: nothing. */
export function addressProblem(address: string | null): string | null {
  if (address === null || (address.startsWith('https://') && URL.canParse(address))) return null;
  return 'Enter a whole address that begins with https://';
}

/** An outcome after a change; null where nothing is left of it. */
export function changedOutcome(
  outcome: CompletionHandoff | null,
  change: Partial<CompletionHandoff>,
): CompletionHandoff | null {
  const { code, address } = { code: null, address: null, ...outcome, ...change };
  return code === null && address === null ? null : { code, address };
}

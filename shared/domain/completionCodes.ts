import type { CompletionHandoff } from './study.ts';

type OutcomeName = 'complete' | 'screenedOut' | 'attention';

/** What the settings of a study link say of how people's part can end. */
interface Ends {
  readonly panel: string;
  readonly outcomes: Readonly<Record<OutcomeName, CompletionHandoff | null>>;
  readonly failedChecks: number | null;
  readonly screening: readonly unknown[];
}

/**
 * The ends of a study that people from Prolific can come to with nothing to submit there: no code and no address. An end
 * that nobody can come to is not among them.
 */
export function endsWithoutCode({ panel, outcomes, screening, failedChecks }: Ends): readonly OutcomeName[] {
  if (panel !== 'prolific') return [];
  const canCome: Readonly<Record<OutcomeName, boolean>> = {
    complete: true,
    screenedOut: screening.length > 0,
    attention: failedChecks !== null,
  };
  const names: readonly OutcomeName[] = ['complete', 'screenedOut', 'attention'];
  return names.filter((name) => canCome[name] && !isSomething(outcomes[name]));
}

const isSomething = (outcome: CompletionHandoff | null): boolean =>
  outcome !== null && ((outcome.code ?? '').trim() !== '' || outcome.address !== null);

const WHO: Readonly<Record<OutcomeName, string>> = {
  complete: 'participants who finish',
  screenedOut: 'people who are screened out',
  attention: 'participants who fail checks',
};

/** Who has nothing to submit, in a sentence; null where everybody has. */
export function missingCodes(settings: Ends): string | null {
  const who = endsWithoutCode(settings).map((name) => WHO[name]);
  if (who.length === 0) return null;
  const all = new Intl.ListFormat('en', { type: 'conjunction' }).format(who);
  return `There is no code for ${all}: they would have nothing to submit to Prolific.`;
}

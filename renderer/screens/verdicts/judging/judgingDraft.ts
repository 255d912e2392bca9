import type { JudgingSettings } from '../../../../shared/contract/judging.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Client } from '../../../client/index.ts';
import type { AssignOutcome } from '../../../ui/assign/AssignFrame.tsx';

/** What is to be judged by whom, as it is typed and chosen. */
export interface JudgingDraft {
  readonly title: string;
  /** In the order of ticking. */
  readonly criteria: readonly string[];
  /** Whether all answers are judged or those of some respondents. */
  readonly whose: 'all' | 'some';
  readonly respondents: readonly PersonId[];
  readonly judges: readonly PersonId[];
  readonly overlap: number;
  readonly seed: number;
  readonly unjudgedOnly: boolean;
  /** Whether all answers are judged or a sample, of each respondent or in total. */
  readonly sampled: 'all' | 'each' | 'total';
  readonly sampleSize: number;
}

/** What the form begins with: everybody's answers by all criteria, one judge each. */
export const emptyJudging = (criteria: readonly string[], seed: number): JudgingDraft => ({
  title: 'Judging',
  criteria,
  whose: 'all',
  respondents: [],
  judges: [],
  overlap: 1,
  seed,
  unjudgedOnly: false,
  sampled: 'all',
  sampleSize: 50,
});

/** What is asked of the core; `criteria`: all there are, in the order of judging. */
export const judgingSettings = (draft: JudgingDraft, criteria: readonly string[]): JudgingSettings => ({
  criteria: criteria.filter((id) => draft.criteria.includes(id)),
  ...(draft.whose === 'some' && { respondents: [...draft.respondents] }),
  judges: [...draft.judges],
  overlap: draft.overlap,
  seed: draft.seed,
  unjudgedOnly: draft.unjudgedOnly,
  ...(draft.sampled !== 'all' && { sample: { how: draft.sampled, size: draft.sampleSize } }),
});

/** Whether it is said what is judged, of whom and by whom. */
export const isJudgingComplete = ({ criteria, respondents, judges }: JudgingSettings): boolean =>
  criteria.length > 0 && judges.length > 0 && (respondents === undefined || respondents.length > 0);

type Preview = Awaited<ReturnType<Client['judging']['preview']>>;

/** Whether what is previewed can be assigned. */
export const isAssignable = ({ units, problems }: Pick<Preview, 'units' | 'problems'>): boolean =>
  units > 0 && problems.length === 0;

/** What the button of the dialog will do, in words; `preview`: undefined while it is being counted. */
export const judgingAction = (preview: Pick<Preview, 'units' | 'perJudge'> | undefined): string =>
  preview === undefined || preview.units === 0
    ? 'Assign'
    : `Assign ${counted(verdictsIn(preview), 'verdict')}`;

/** How many verdicts judges are asked for: where they overlap, several on the same answer. */
const verdictsIn = ({ perJudge }: Pick<Preview, 'perJudge'>): number =>
  perJudge.reduce((sum, { units }) => sum + units, 0);

/** What assigning it would do: how much there is to judge, and who gets how much. */
export function judgingOutcome({ answers, units, byCriterion, problems, perJudge }: Preview): AssignOutcome {
  const criteria = byCriterion
    .filter((each) => each.units > 0)
    .map((each) => `${each.title} ${formatCount(each.units)}`)
    .join(', ');
  return {
    summary: `${counted(answers, 'answer')}, ${counted(units, 'question')} about them (${criteria}); ${counted(verdictsIn({ perJudge }), 'verdict')} to give in all`,
    problems,
    shares: perJudge.map((each) => ({ id: each.personId, name: each.name, count: formatCount(each.units) })),
  };
}

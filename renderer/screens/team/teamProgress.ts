import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { Person } from '../../../shared/contract/application.ts';
import type { AssignmentProgress } from '../../../shared/contract/assignments.ts';

/** The progress of a team in numbers. */
export interface TeamProgress {
  /** Answers asked for, and how many of them are in. */
  readonly asked: number;
  readonly done: number;
  /** Items on which raters differ. */
  readonly disputes: number;
  /** Whether any item has several raters. */
  readonly compared: boolean;
  /** Unanimous or decided items that can be accepted, that wait for a sign-off, that break a rule. */
  readonly ready: number;
  readonly unsigned: number;
  readonly broken: number;
  readonly hasAdjudicator: boolean;
}

export function teamProgress(
  people: readonly Pick<Person, 'roles'>[],
  progress: readonly Pick<AssignmentProgress, 'assigned' | 'submitted' | 'skipped'>[],
  states: Readonly<Record<'disputed' | 'conflict' | 'unanimous' | 'decided', number>>,
  acceptance: Readonly<Record<'acceptable' | 'unsigned' | 'broken', readonly unknown[]>>,
): TeamProgress {
  const disputes = states.disputed + states.conflict;
  return {
    asked: progress.reduce((all, { assigned }) => all + assigned, 0),
    done: progress.reduce((all, { submitted, skipped }) => all + submitted + skipped, 0),
    disputes,
    compared: disputes + states.unanimous + states.decided > 0,
    ready: acceptance.acceptable.length,
    unsigned: acceptance.unsigned.length,
    broken: acceptance.broken.length,
    hasAdjudicator: people.some(({ roles }) => roles.includes('adjudicator')),
  };
}

/** What the Team screen tells a curator about the work, and what to do next. */
export function nextStep(standing: TeamProgress): {
  readonly state: 'pending' | 'neutral' | 'accepted';
  readonly title: string;
  readonly sentences: readonly string[];
} {
  const { asked, done, disputes, ready } = standing;
  return {
    state: disputes > 0 ? 'pending' : done < asked || ready > 0 ? 'neutral' : 'accepted',
    title: [
      done < asked ? `${formatCount(done)} of ${counted(asked, 'answer')} are in` : 'All answers are in',
      ...(disputes > 0 ? [`raters differ on ${counted(disputes, 'item')}`] : []),
    ].join('; '),
    sentences: [...aboutAnswers(standing), ...aboutAcceptance(standing)],
  };
}

function aboutAnswers({ asked, done, compared, disputes, hasAdjudicator }: TeamProgress): string[] {
  const sentences: string[] = [];
  if (done < asked && !compared)
    sentences.push(
      'People answer here, after “Work as”, or on their own computers, from a package or over a team hub.',
    );
  if (done === asked && !compared) sentences.push('Each item has one rater: agreement needs two.');
  if (disputes > 0)
    sentences.push(
      hasAdjudicator
        ? 'An adjudicator decides, without seeing raters’ names.'
        : 'Nobody can decide on them yet: give somebody the adjudicator role.',
    );
  return sentences;
}

/** What unanimous or decided items wait for. */
function aboutAcceptance({ ready, unsigned, broken }: TeamProgress): string[] {
  const sentences: string[] = [];
  if (ready > 0)
    sentences.push(
      `${counted(ready, 'item')}, unanimous or decided, ${ready === 1 ? 'is' : 'are'} ready to accept; exports contain only accepted items.`,
    );
  if (unsigned > 0)
    sentences.push(`${counted(unsigned, 'item')} ${unsigned === 1 ? 'waits' : 'wait'} for a sign-off.`);
  if (broken > 0)
    sentences.push(
      `${counted(broken, 'item')}, unanimous or decided, ${broken === 1 ? 'breaks' : 'break'} a rule of the benchmark.`,
    );
  return sentences;
}

import { Box } from '@mantine/core';
import { Link } from 'wouter';
import { formatCount } from '../../../shared/base/counts.ts';
import type { OwnJudgingProgress } from '../../../shared/contract/judging.ts';
import { places } from '../../ui/window/navigate.ts';
import type { DeckState } from './store/deckState.ts';
import { tallyOf } from '../../ui/verdicts/tally.ts';
import classes from './Judge.module.css';

/** The criteria of a judging, how far each is, and the way from one to another. */
export function CriterionTabs({
  given,
  current,
  state,
}: {
  readonly given: OwnJudgingProgress;
  readonly current: string;
  readonly state: DeckState;
}) {
  return (
    <nav className={classes['tabs']} aria-label={`Criteria of ${given.title}`}>
      {given.criteria.map((each) => {
        const here = each.criterion === current;
        const { judged, skipped, total } = tallyOf([each]);
        // What was done since the counts were read.
        const done = here ? Math.max(judged + skipped, doneIn(state, judged + skipped)) : judged + skipped;
        return (
          <Link
            key={each.criterion}
            href={places.judgeCriterion(given.id, each.criterion)}
            className={classes['tab']}
            aria-current={here ? 'page' : undefined}
          >
            <span>{each.title}</span>
            <Box component="span" c="dimmed" fw={400} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(done)}/{formatCount(total)}
            </Box>
            <span className={classes['tabBar']} aria-hidden>
              <span style={{ width: `${String(total === 0 ? 0 : (100 * done) / total)}%` }} />
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

/** How many are done, by what is on the page: cards before those that were read were done when it was opened. */
function doneIn({ cards, total }: DeckState, before: number): number {
  if (total === 0) return before;
  const open = [...cards.values()].filter((card) => card.state === 'open').length;
  const unread = total - cards.size;
  // Cards are read from the first open one on: what was not read before it is done, what comes after it is not known.
  const places = [...cards.keys()];
  const first = places.length === 0 ? 0 : Math.min(...places);
  return Math.max(before, total - open - Math.max(0, unread - first));
}

import { Button } from '@mantine/core';
import { ArrowRight, CircleCheck, ListRestart } from 'lucide-react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { CriterionDescription, OwnJudgingProgress } from '../../../shared/contract/judging.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { judgeCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { useFocusFirst } from '../../ui/layout/useFocusFirst.ts';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { Progress } from '../../ui/verdicts/JudgingProgress.tsx';
import { firstOpen, tallyOf } from '../../ui/verdicts/tally.ts';
import classes from './Overview.module.css';

/** What somebody was given to judge, criterion by criterion, and the way on. */
export function Overview({
  mine,
  criteria,
}: {
  readonly mine: readonly OwnJudgingProgress[];
  readonly criteria: readonly CriterionDescription[];
}) {
  const all = tallyOf(mine.flatMap((judging) => judging.criteria));
  const next = firstOpen(mine);
  const go = () => {
    if (next !== null) goTo(places.judgeCriterion(next.judging, next.criterion));
  };
  const begin = useFocusFirst<HTMLButtonElement>();
  useCommands('judge', [
    { ...judgeCommands.proceed, title: 'Continue judging', enabled: () => next !== null, run: go },
  ]);
  return (
    <ScreenPage>
      <ScreenHeader
        title="To judge"
        description={
          all.open === 0
            ? `All done: ${formatCount(all.judged)} judged${all.skipped > 0 ? `, ${formatCount(all.skipped)} skipped` : ''}.`
            : `${counted(all.open, 'verdict')} to give. Respondents and other verdicts stay hidden.`
        }
        actions={
          next !== null && (
            <Button
              ref={begin}
              leftSection={<ArrowRight size={14} aria-hidden />}
              rightSection={<KeyCaps value="Enter" />}
              onClick={go}
            >
              {all.judged + all.skipped === 0 ? 'Begin judging' : 'Continue judging'}
            </Button>
          )
        }
      />
      {mine.map((judging) => (
        <section key={judging.id} className={classes['judging']} aria-label={judging.title}>
          <h2>{judging.title}</h2>
          <ul>
            {judging.criteria.map(({ criterion, title, total, open, skipped }) => (
              <li key={criterion}>
                <div className={classes['words']}>
                  <strong>{title}</strong>
                  <span>{criteria.find(({ id }) => id === criterion)?.question}</span>
                </div>
                <Progress total={total} open={open} skipped={skipped} />
                <Button
                  className={classes['go'] ?? ''}
                  variant={next?.judging === judging.id && next.criterion === criterion ? 'light' : 'default'}
                  leftSection={
                    open === 0 ? (
                      skipped > 0 ? (
                        <ListRestart size={14} aria-hidden />
                      ) : (
                        <CircleCheck size={14} aria-hidden />
                      )
                    ) : (
                      <ArrowRight size={14} aria-hidden />
                    )
                  }
                  aria-label={`${open === 0 ? 'Review' : 'Judge'}: ${title}`}
                  onClick={() => goTo(places.judgeCriterion(judging.id, criterion))}
                >
                  {open === 0 ? 'Review' : 'Judge'}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ScreenPage>
  );
}

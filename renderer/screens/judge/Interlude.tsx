import { Box, Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, ListRestart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { verdictChoices } from '../../../shared/benchmarks/verdictTitle.ts';
import type { CriterionDescription, OwnJudgingProgress } from '../../../shared/contract/judging.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { judgeCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import type { Deck } from './store/deck.ts';
import type { Outbox } from './store/outbox.ts';
import { firstOpen, tallyOf } from '../../ui/verdicts/tally.ts';
import classes from './Judge.module.css';

/** After the last answer on a criterion: what is done, and the next criterion with its question and its keys. */
export function Interlude({
  given,
  criterion,
  criteria,
  outbox,
  deck,
}: {
  readonly given: OwnJudgingProgress;
  readonly criterion: CriterionDescription;
  readonly criteria: readonly CriterionDescription[];
  readonly outbox: Outbox;
  readonly deck: Deck;
}) {
  const { fresh, mine } = useCountsOnceSaved(outbox);
  const now = fresh?.find(({ id }) => id === given.id);
  const counts = now?.criteria.find((each) => each.criterion === criterion.id);
  const next = fresh === undefined ? null : firstOpen([...(now === undefined ? [] : [now]), ...fresh]);
  const nextCriterion = criteria.find(({ id }) => id === next?.criterion);
  const all = tallyOf((fresh ?? []).flatMap((each) => each.criteria));
  useCommands('judge', [
    {
      ...judgeCommands.proceed,
      title: 'Continue with the next criterion',
      enabled: () => next !== null,
      // A key held down over the last answer does not begin the next criterion.
      run: (event) => {
        if (event?.repeat !== true && next !== null)
          goTo(places.judgeCriterion(next.judging, next.criterion));
      },
    },
  ]);
  if (fresh === undefined) return <Saving error={mine.error} onRetry={() => void mine.refetch()} />;
  return (
    <div className={classes['interlude']}>
      <CircleCheck size={28} strokeWidth={1.5} aria-hidden className={classes['check']} />
      <div role="status">
        <h2>{next === null ? 'Everything is judged' : `${criterion.title}: done`}</h2>
      </div>
      <Box component="p" c="dimmed">
        {next === null
          ? `${counted(all.judged, 'verdict')} given${all.skipped > 0 ? `, ${formatCount(all.skipped)} skipped` : ''}. Thank you.`
          : counts !== undefined && doneText(counts)}
      </Box>
      {next === null && <OwnVerdicts judgings={fresh} />}
      {next !== null && nextCriterion !== undefined && <NextCriterion criterion={nextCriterion} />}
      <WaysOn next={next} onReview={() => deck.first()} />
    </div>
  );
}

function doneText(counts: {
  readonly total: number;
  readonly open: number;
  readonly skipped: number;
}): string {
  const { judged, skipped } = tallyOf([counts]);
  return `${counted(judged, 'verdict')} given${skipped > 0 ? `, ${formatCount(skipped)} skipped` : ''}.`;
}

/** The judge's own counts, once the last verdicts are in. */
function useCountsOnceSaved(outbox: Outbox) {
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    let here = true;
    void outbox.settled().then(() => {
      if (here) setSaved(true);
    });
    return () => {
      here = false;
    };
  }, [outbox]);
  // What was counted before the last verdicts were in says nothing.
  const mine = useQuery({
    ...orpc.judging.mine.queryOptions(),
    enabled: saved,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  // Once they are there they stay while they are read again.
  const [known, setKnown] = useState(false);
  if (!known && saved && !mine.isFetching && mine.data !== undefined) setKnown(true);
  return { fresh: known ? mine.data : undefined, mine };
}

/** How many verdicts the judge gave, by criterion. */
function OwnVerdicts({ judgings }: { readonly judgings: readonly OwnJudgingProgress[] }) {
  return (
    <table className={classes['counts']} aria-label="Your verdicts">
      <thead>
        <tr>
          <th scope="col">Criterion</th>
          <th scope="col">Judged</th>
          <th scope="col">Skipped</th>
        </tr>
      </thead>
      <tbody>
        {judgings.flatMap((judging) =>
          judging.criteria.map((each) => (
            <tr key={`${judging.id} ${each.criterion}`}>
              <th scope="row">
                {judgings.length > 1 && `${judging.title}: `}
                {each.title}
              </th>
              <td>{formatCount(tallyOf([each]).judged)}</td>
              <td>{formatCount(each.skipped)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

/** What is asked next, and by which keys it is answered. */
function NextCriterion({ criterion }: { readonly criterion: CriterionDescription }) {
  return (
    <section className={classes['next']} aria-label="Next criterion">
      <strong>Next: {criterion.title}</strong>
      <p>{criterion.question}</p>
      <ul aria-label="Keys">
        {criterion.verdict.kind === 'choice' ? (
          verdictChoices(criterion.verdict, criterion.refusal).map(({ key, title }) => (
            <li key={key}>
              <KeyCaps value={key.toUpperCase()} /> {title}
            </li>
          ))
        ) : (
          <>
            <li>
              <KeyCaps value="S" /> select the sentence
            </li>
            <li>
              <KeyCaps value="Shift+ArrowRight" /> select by words
            </li>
            <li>
              <KeyCaps value="M" /> mark
            </li>
            <li>
              <KeyCaps value="Enter" /> submit
            </li>
          </>
        )}
      </ul>
    </section>
  );
}

/** Back to what was judged, or on to the next criterion. */
function WaysOn({
  next,
  onReview,
}: {
  readonly next: ReturnType<typeof firstOpen>;
  readonly onReview: () => void;
}) {
  return (
    <Flex gap="sm" wrap="wrap">
      <Button variant="default" leftSection={<ListRestart size={14} aria-hidden />} onClick={onReview}>
        Review your verdicts
      </Button>
      {next === null ? (
        <Button variant="default" onClick={() => goTo(places.judge)}>
          All criteria
        </Button>
      ) : (
        <Button
          leftSection={<ArrowRight size={14} aria-hidden />}
          rightSection={<KeyCaps value="Enter" />}
          onClick={() => goTo(places.judgeCriterion(next.judging, next.criterion))}
        >
          Next criterion
        </Button>
      )}
    </Flex>
  );
}

/** While the last verdicts are being sent, or the counts could not be read. */
function Saving({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  return (
    <div className={classes['interlude']} role="status">
      <Box component="p" c="dimmed">
        {error === null ? 'Saving the last verdicts…' : ''}
      </Box>
      {error !== null && (
        <Button variant="default" onClick={onRetry}>
          Counts could not be read. Try again
        </Button>
      )}
    </div>
  );
}

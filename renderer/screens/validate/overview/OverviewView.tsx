import { Box, Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, Inbox, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { ValidationOverview } from '../../../../shared/contract/validation.ts';
import type { QueueState } from '../../../../shared/domain/status.ts';
import { useCurates, usePerson, useWritable } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { validateCommands } from '../commands.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { orpc } from '../../../client/index.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../../ui/layout/ScreenPage.tsx';
import { useFocusFirst } from '../../../ui/layout/useFocusFirst.ts';
import type { AssignStart } from '../../../ui/assign/itemsToAssign.ts';
import { useTaskTitle } from '../../../ui/assign/useTaskTitle.ts';
import { AssignRound } from '../../../ui/assign/AssignRound.tsx';
import { PromotionChoice } from '../../../ui/validation/PromotionChoice.tsx';
import { showInLibrary } from '../showInLibrary.ts';
import classes from './Overview.module.css';

/** Others answer and import while one looks, in milliseconds. */
const REFRESH = 15_000;

/** What waits on the current user, what waits on the casebook, and what it takes to be accepted. */
export function OverviewView() {
  const overview = useQuery({
    ...orpc.validation.overview.queryOptions(),
    staleTime: 0,
    refetchInterval: REFRESH,
  });
  const curates = useCurates();
  const editable = useWritable() && curates;
  const [assigning, setAssigning] = useState<AssignStart | null>(null);
  const give = (start: AssignStart) => () => setAssigning(start);
  useCommands('validate', [
    { ...validateCommands.assignRound, enabled: () => editable && assigning === null, run: give('newRound') },
  ]);
  if (overview.error !== null)
    return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <LoadingState label="Counting items" />;
  const { items, rounds } = overview.data;
  if (items === 0)
    return (
      <EmptyState
        icon={Inbox}
        title="There is nothing to validate yet"
        actions={curates && <Button onClick={() => goTo(places.library)}>Open Library</Button>}
      >
        {curates
          ? 'Items appear here once they are imported (Ctrl+I in the Library).'
          : 'You see items here after you have answered them. Your assignments are under My work.'}
      </EmptyState>
    );
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="Validate"
        description={`${counted(items, 'item')}, ${rounds.length === 0 ? 'no rounds yet' : counted(rounds.length, 'round')}. Reviewers answer at the Desk, blind to others and to earlier rounds.`}
        actions={
          editable && (
            <>
              {rounds.length > 0 && overview.data.unassigned > 0 && (
                <Button variant="default" onClick={give('unassigned')}>
                  Assign the rest…
                </Button>
              )}
              <Button
                variant={rounds.length === 0 ? 'filled' : 'default'}
                leftSection={<ListPlus size={14} aria-hidden />}
                rightSection={<KeyCaps value="A" />}
                onClick={give('newRound')}
              >
                {rounds.length === 0 ? 'Assign round 1…' : 'Assign another round…'}
              </Button>
            </>
          )
        }
      />
      <OwnWork />
      <Waiting overview={overview.data} />
      <Section
        title="Rule for acceptance"
        description={
          'The minimum for accepting an item. Settings say whether Casebook then accepts items itself or somebody accepts them in the Library.' +
          (editable
            ? ' Changing the rule sorts all items again and loses no answers.'
            : ' A curator sets the rule.')
        }
      >
        <PromotionChoice />
      </Section>
      <AssignRound start={assigning} onClose={() => setAssigning(null)} />
    </ScreenPage>
  );
}

/** What the current user was given and has yet to answer. */
function OwnWork() {
  const mine = useQuery({ ...orpc.assignments.mine.queryOptions(), staleTime: 0 });
  const title = useTaskTitle();
  const given = (mine.data ?? []).filter((each) => each.open + each.submitted + each.skipped > 0);
  const next = given.find((each) => each.next !== null)?.next ?? null;
  const begin = () => {
    if (next === null) return;
    useListContext.getState().setAtWork(true);
    goTo(places.desk(next));
  };
  useCommands('validate', [{ ...validateCommands.begin, enabled: () => next !== null, run: begin }]);
  if (mine.data === undefined || given.length === 0) return null;
  const answered = given.some(({ submitted, skipped }) => submitted + skipped > 0);
  return (
    <Section
      title="Your items"
      actions={
        next !== null && (
          <BeginButton title={answered ? 'Answer next item' : 'Answer first item'} onBegin={begin} />
        )
      }
    >
      <ul className={classes['own']} aria-label="Your rounds">
        {given.map((each) => {
          const all = each.open + each.submitted + each.skipped;
          return (
            <li key={`${each.task} ${String(each.round)}`}>
              <Box component="span" miw={96}>
                {title(each)}
              </Box>
              {each.open === 0 ? (
                <span className={classes['done']}>
                  <CircleCheck size={14} aria-hidden /> All {formatCount(all)} done
                </span>
              ) : (
                <span>
                  <strong>{formatCount(each.open)} open</strong>
                  <Box component="span" c="dimmed">
                    {' '}
                    of {counted(all, 'item')}
                  </Box>
                </span>
              )}
              {each.skipped > 0 && (
                <Box component="span" c="dimmed">
                  {formatCount(each.skipped)} skipped
                </Box>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Has the focus at first: the link that led here would take Enter for itself. */
function BeginButton({ title, onBegin }: { readonly title: string; readonly onBegin: () => void }) {
  const button = useFocusFirst<HTMLButtonElement>();
  return (
    <Button
      ref={button}
      leftSection={<ArrowRight size={14} aria-hidden />}
      rightSection={<KeyCaps value="Enter" />}
      onClick={onBegin}
    >
      {title}
    </Button>
  );
}

/** Where the casebook stands, as numbers that lead to their items. */
function Waiting({ overview }: { readonly overview: ValidationOverview }) {
  const { roles } = usePerson();
  const decides = roles.includes('adjudicator') || roles.includes('curator');
  const library = (state: QueueState) => () => showInLibrary({ validation: { state: [state] } });
  return (
    <Section
      title="All items"
      description="Every item is in exactly one state, so that the numbers add up. Click a number to open its items."
    >
      <ul className={classes['tiles']}>
        <Tile
          count={overview.unassigned}
          title="Unassigned"
          words="Nobody is assigned yet."
          onOpen={library('unassigned')}
        />
        <Tile
          count={overview.outstanding}
          title="Outstanding"
          words="Somebody has not answered the latest round yet."
          onOpen={library('outstanding')}
        />
        {overview.outdated > 0 && (
          <Tile
            count={overview.outdated}
            title="Outdated answers"
            words="Fixed since people answered; assign another round."
            onOpen={library('outdated')}
          />
        )}
        <Tile
          count={overview.disputed}
          title="Disputed"
          words="Reviewers differ; an adjudicator decides."
          onOpen={
            decides
              ? () => {
                  goTo(places.adjudicate);
                }
              : library('disputed')
          }
          action={decides ? 'Open Adjudicate' : undefined}
          state="disputed"
        />
        {overview.undecided > 0 && (
          <Tile
            count={overview.undecided}
            title="Undecided"
            words="Answered or skipped, but nothing decides yet."
            onOpen={library('undecided')}
          />
        )}
        <Tile
          count={overview.toFix}
          title="To fix"
          words="A text has to change; then people answer again."
          onOpen={() => goTo(places.validatePart('fix'))}
          action="Show items to fix"
          state="pending"
        />
        <Tile
          count={overview.shortOfPromotion}
          title="Short of acceptance"
          words="Reviewers accept it, but the rule below needs more."
          onOpen={library('short')}
          state="pending"
        />
        <Tile
          count={overview.ready}
          title="Ready to accept"
          words="Meets the rule below; accept it by hand."
          onOpen={library('ready')}
          state="pending"
        />
        <Tile
          count={overview.accepted}
          title="Accepted"
          words="Part of the benchmark."
          onOpen={library('accepted')}
          state="accepted"
        />
        <Tile
          count={overview.rejected}
          title="Rejected"
          words="Left out."
          onOpen={library('rejected')}
          state="rejected"
        />
      </ul>
    </Section>
  );
}

function Tile({
  count,
  title,
  words,
  onOpen,
  action = 'Show in Library',
  state,
}: {
  readonly count: number;
  readonly title: string;
  readonly words: string;
  readonly onOpen: () => void;
  readonly action?: string | undefined;
  readonly state?: 'accepted' | 'rejected' | 'pending' | 'disputed';
}) {
  const inside = (
    <>
      <span className={classes['count']} data-state={count === 0 ? undefined : state}>
        {formatCount(count)}
      </span>
      <Box component="span" fw={500}>
        {title}
      </Box>
      <Box component="span" c="dimmed" fz="xs">
        {words}
      </Box>
    </>
  );
  return (
    <li>
      {count === 0 ? (
        <div className={classes['tile']} data-empty={count === 0 || undefined}>
          {inside}
        </div>
      ) : (
        <button type="button" className={classes['tile']} onClick={onOpen}>
          {inside}
          <VisuallyHidden>{action}</VisuallyHidden>
        </button>
      )}
    </li>
  );
}

import { Button, Checkbox, Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { casebookChanged, useMayCurate } from '../../ui/window/applicationState.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { client, orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { PathField } from '../../ui/files/PathField.tsx';
import { joinPath } from '../../ui/files/paths.ts';
import { ScreenHeader } from '../../ui/layout/ScreenPage.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { buildInTurn, type BuiltKind } from './buildInTurn.ts';
import { SeedField, TargetField, seedOf, wholeOf, type Typed } from './fields.tsx';
import { QuestionsSummary } from './QuestionsSummary.tsx';
import { useTarget } from './useTarget.ts';
import { WithoutBoxes } from './WithoutBoxes.tsx';
import classes from './ImageGenerationScreen.module.css';
import { NumberField } from '../../ui/form/NumberField.tsx';

const MOST_ENTITIES = 1_000_000;

/** Builds questions from originals and variants: the kinds and the number. */
export function QuestionsPart() {
  const kinds = useQuery(orpc.querySets.kinds.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const mayCurate = useMayCurate();
  const options = useQuery(
    orpc.imageGeneration.options.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  );
  const transformations = options.data?.transformations.map(({ name }) => name) ?? [];
  const census = useQuery(
    orpc.imageGeneration.census.queryOptions({
      // Nothing is built about what was rejected.
      input: { items: { filter: { status: ['draft', 'in_review', 'accepted'] } }, transformations },
      enabled: transformations.length > 0,
    }),
  );
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [count, setCount] = useState<Typed>(100);
  const [seed, setSeed] = useState<Typed>(1);
  const [distances, setDistances] = useState('');
  const [force, setForce] = useState(false);
  const { target, setTarget, asked } = useTarget('questions');
  const { state, start, cancel, reset } = useStreamedWork<readonly BuiltKind[]>();

  const chosen = (kinds.data ?? []).filter(({ id }) => !without.has(id));
  const wanted = seedOf(seed);
  const entities = wholeOf(count, 1, MOST_ENTITIES);
  const isComplete = chosen.length > 0 && wanted !== null && entities !== null && asked !== null;
  const running = state.status === 'running';

  const run = async () => {
    if (!isComplete) return;
    const setting = {
      count: entities,
      seed: wanted,
      distances: distances.trim() === '' ? null : distances.trim(),
    };
    await start((signal) =>
      Promise.resolve(
        buildInTurn(
          chosen,
          async ({ id: kind }) =>
            asked.kind === 'casebook'
              ? client.querySets.add({ ...setting, kind }, { signal })
              : client.querySets.build(
                  { ...setting, kind, target: joinPath(asked.folder, kind), force },
                  { signal },
                ),
          signal,
        ),
      ),
    );
    if (asked.kind === 'casebook') await casebookChanged();
  };
  const header = (
    <ScreenHeader
      title="Build questions"
      description="Casebook builds questions from originals and variants. Each is an item for participants and models, and works like any other item."
    />
  );
  if (kinds.error !== null) return <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />;
  if (kinds.data === undefined || census.isLoading || options.isLoading)
    return <LoadingState label="Loading the kinds of questions" />;
  if (state.status === 'done')
    return (
      <>
        {header}
        <QuestionsSummary built={state.result} target={target} onAgain={reset} />
      </>
    );
  if (census.data?.originals === 0)
    return (
      <>
        {header}
        <EmptyState
          icon={ImageOff}
          title="There is nothing to ask about yet"
          actions={
            mayCurate && (
              <>
                <Button onClick={() => runCommand('transfer.import')}>Import…</Button>
                <Button
                  variant="default"
                  onClick={() => {
                    goTo(places.imageGeneration);
                  }}
                >
                  Render words
                </Button>
              </>
            )
          }
        >
          Casebook builds questions from originals and their variants. Import photographs or render words,
          then make variants.
        </EmptyState>
      </>
    );
  return (
    <>
      {header}
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <fieldset className={classes['fields']} disabled={running}>
          <div className={classes['columns']}>
            <Checkbox.Group
              label="Kinds"
              value={chosen.map(({ id }) => id)}
              onChange={(next) => {
                setWithout(new Set(kinds.data.flatMap(({ id }) => (next.includes(id) ? [] : [id]))));
              }}
            >
              {kinds.data.map(({ id, title, description }) => (
                <Checkbox
                  key={id}
                  className={classes['kind'] ?? ''}
                  value={id}
                  label={title}
                  description={description}
                />
              ))}
            </Checkbox.Group>
            <div className={classes['form']}>
              <div className={classes['numbers']}>
                <NumberField
                  label="Entities"
                  description="Per domain."
                  min={1}
                  max={MOST_ENTITIES}
                  isWhole
                  value={typeof count === 'number' ? count : null}
                  onChange={(value) => {
                    setCount(value ?? '');
                  }}
                  onRefuse={setCount}
                />
                <SeedField value={seed} onChange={setSeed} />
              </div>
              <PathField
                label="File of distances"
                description="Distances between items, one pair per line. If empty, Casebook pairs images that look alike, and words that differ by one letter."
                value={distances}
                onChange={setDistances}
                requests={[{ kind: 'file', title: 'Choose the file of distances' }]}
              />
              <TargetField
                value={target}
                onChange={setTarget}
                added="As items: all of a kind or none. Building the same again adds nothing."
                folder="A folder for each kind, with its questions, images and collages; Import reads it."
              />
              {target.kind === 'folder' && (
                <Checkbox
                  checked={force}
                  label="Replace earlier questions there"
                  onChange={(event) => {
                    setForce(event.currentTarget.checked);
                  }}
                />
              )}
            </div>
          </div>
        </fieldset>
        <div className={classes['dock']}>
          <WorkProgress
            state={state}
            onCancel={cancel}
            cancelled="Complete kinds stay; the unfinished kind was discarded."
          />
          {!running && (
            <Flex wrap="wrap" align="center" justify="space-between" rowGap="sm" columnGap="lg">
              <div>
                <Text c="dimmed">
                  {entities === null
                    ? 'Enter a number of entities.'
                    : `Asks about up to ${counted(entities, 'entity', 'entities')} of each domain: one question of each kind, in grid pointing one for each cell.`}
                </Text>
                <WithoutBoxes kinds={chosen} census={census.data} />
              </div>
              <Button type="submit" disabled={!isComplete}>
                Build questions
              </Button>
            </Flex>
          )}
        </div>
      </form>
    </>
  );
}

import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import type { QuerySetKind } from '../../../shared/contract/querySets.ts';
import { client, orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { PathField } from '../../ui/files/PathField.tsx';
import { joinPath } from '../../ui/files/paths.ts';
import { ScreenHeader } from '../../ui/layout/ScreenPage.tsx';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { buildInTurn, type BuiltKind } from './buildInTurn.ts';
import { CountField, SeedField, TargetField } from './fields.tsx';
import { seedOf, type TypedNumber, wholeOf } from './typedNumber.ts';
import { NoOriginals, PartForm } from './PartForm.tsx';
import { QuestionsSummary } from './QuestionsSummary.tsx';
import { useTarget } from './useTarget.ts';
import { WithoutBoxes } from './WithoutBoxes.tsx';
import classes from './ImageGenerationScreen.module.css';

const MOST_ENTITIES = 1_000_000;

/** Builds questions from originals and variants: the kinds and the number. */
export function QuestionsPart() {
  const kinds = useQuery(orpc.querySets.kinds.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
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
  const [count, setCount] = useState<TypedNumber>(100);
  const [seed, setSeed] = useState<TypedNumber>(1);
  const [distances, setDistances] = useState('');
  const [force, setForce] = useState(false);
  const { target, setTarget, asked } = useTarget('questions');
  const work = useStreamedWork<readonly BuiltKind[]>();

  const chosen = (kinds.data ?? []).filter(({ id }) => !without.has(id));
  const wanted = seedOf(seed);
  const entities = wholeOf(count, 1, MOST_ENTITIES);
  const isComplete = chosen.length > 0 && wanted !== null && entities !== null && asked !== null;

  const build = async () => {
    if (!isComplete) return;
    const setting = { count: entities, seed: wanted, distances: distances.trim() || null };
    await work.start((signal) =>
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
  if (work.state.status === 'done')
    return (
      <>
        {header}
        <QuestionsSummary built={work.state.result} target={target} onAgain={work.reset} />
      </>
    );
  if (census.data?.originals === 0)
    return (
      <>
        {header}
        <NoOriginals title="There is nothing to ask about yet">
          Casebook builds questions from originals and their variants. Import photographs or render words,
          then make variants.
        </NoOriginals>
      </>
    );
  return (
    <>
      {header}
      <PartForm
        work={work}
        cancelled="Complete kinds stay; the unfinished kind was discarded."
        action="Build questions"
        outlook={
          <div>
            <Text c="dimmed">{questionsOutlook(entities)}</Text>
            <WithoutBoxes kinds={chosen} census={census.data} />
          </div>
        }
        isComplete={isComplete}
        onStart={build}
        fields={
          <div className={classes['columns']}>
            <KindsField all={kinds.data} chosen={chosen} onExclude={setWithout} />
            <div className={classes['form']}>
              <div className={classes['numbers']}>
                <CountField
                  label="Entities"
                  description="Per domain."
                  max={MOST_ENTITIES}
                  value={count}
                  onChange={setCount}
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
                  onChange={(event) => setForce(event.currentTarget.checked)}
                />
              )}
            </div>
          </div>
        }
      />
    </>
  );
}

function KindsField({
  all,
  chosen,
  onExclude,
}: {
  readonly all: readonly QuerySetKind[];
  readonly chosen: readonly QuerySetKind[];
  readonly onExclude: (without: ReadonlySet<string>) => void;
}) {
  return (
    <Checkbox.Group
      label="Kinds"
      value={chosen.map(({ id }) => id)}
      onChange={(next) => onExclude(new Set(all.flatMap(({ id }) => (next.includes(id) ? [] : [id]))))}
    >
      {all.map(({ id, title, description }) => (
        <Checkbox
          key={id}
          className={classes['kind'] ?? ''}
          value={id}
          label={title}
          description={description}
        />
      ))}
    </Checkbox.Group>
  );
}

const questionsOutlook = (entities: number | null): string =>
  entities === null
    ? 'Enter a number of entities.'
    : `Asks about up to ${counted(entities, 'entity', 'entities')} of each domain: one question of each kind, in grid pointing one for each cell.`;

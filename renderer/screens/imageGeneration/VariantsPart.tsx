import { Button, Flex, Input, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { ItemSelection } from '../../../shared/contract/items.ts';
import type { ImageGenerationReport, VariantsRequest } from '../../../shared/contract/imageGeneration.ts';
import { casebookChanged, useMayCurate } from '../../ui/window/applicationState.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { client, orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ScreenHeader } from '../../ui/layout/ScreenPage.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { SeedField, TargetField, seedOf, type Typed } from './fields.tsx';
import { useImageGenerationItems } from '../../ui/items/imageGenerationItems.ts';
import { ImageGenerationSummary } from './ImageGenerationSummary.tsx';
import { TransformationChoice } from './TransformationChoice.tsx';
import { useTarget } from './useTarget.ts';
import { leftBehind } from './WordsPart.tsx';
import classes from './ImageGenerationScreen.module.css';

type Scope = 'all' | 'list' | 'chosen';

/** Makes variants of originals: the items and the transformations, each shown on one original. */
export function VariantsPart() {
  const mayCurate = useMayCurate();
  const { chosen, count } = useImageGenerationItems();
  const filter = useListContext((context) => context.filter);
  const [picked, setScope] = useState<Scope>(chosen === null ? 'all' : 'chosen');
  const scope = picked === 'chosen' && chosen === null ? 'all' : picked;
  const items: ItemSelection =
    scope === 'chosen' && chosen !== null ? chosen : { filter: scope === 'list' ? filter : {} };
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [seed, setSeed] = useState<Typed>(1);
  const { target, setTarget, asked } = useTarget('variants');
  const { state, start, cancel, reset } = useStreamedWork<ImageGenerationReport>();

  const options = useQuery(
    orpc.imageGeneration.options.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  );
  const all = options.data?.transformations ?? [];
  const names = all.map(({ name }) => name);
  const transformations = names.filter((name) => !without.has(name));
  const wanted = seedOf(seed);
  const census = useQuery(
    orpc.imageGeneration.census.queryOptions({
      input: { items, transformations },
      enabled: transformations.length > 0,
      placeholderData: keepPreviousData,
    }),
  );
  const preview = useQuery(
    orpc.imageGeneration.previewVariants.queryOptions({
      input: { items, transformations: names, seed: wanted ?? 0 },
      enabled: names.length > 0 && wanted !== null,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );

  const header = (
    <ScreenHeader
      title="Make variants"
      description="Pixel-level transformations of originals. Nothing moves, so the original’s boxes fit all of them. The seed sets the parameters; each image keeps its own."
    />
  );
  if (options.error !== null)
    return <ErrorState error={options.error} onRetry={() => void options.refetch()} />;
  if (state.status === 'done')
    return (
      <>
        {header}
        <ImageGenerationSummary report={state.result} target={target} onAgain={reset} />
      </>
    );
  if (options.data === undefined || (census.data === undefined && census.isPending && names.length > 0))
    return <LoadingState label="Looking for originals" />;
  const running = state.status === 'running';
  const inCasebook = target.kind === 'casebook';
  const counts = transformations.length === 0 ? undefined : census.data;
  const toMake = counts === undefined ? 0 : howMany(counts, inCasebook);
  const hasOriginals = (census.data?.originals ?? 1) > 0;
  const isComplete = transformations.length > 0 && wanted !== null && asked !== null && toMake > 0;
  const run = async () => {
    if (!isComplete) return;
    const request: VariantsRequest = { items, transformations, seed: wanted, target: asked };
    const report = await start((signal) => client.imageGeneration.variants(request, { signal }));
    if (report !== null && inCasebook) await casebookChanged();
  };
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
            <div className={classes['form']}>
              <Input.Wrapper label="Originals of" labelElement="div">
                <div>
                  <SegmentedControl
                    aria-label="Originals of"
                    data={[
                      { value: 'all' as const, label: 'All items' },
                      { value: 'list' as const, label: 'The Library’s list' },
                      ...(chosen === null
                        ? []
                        : [{ value: 'chosen' as const, label: `${formatCount(count)} selected` }]),
                    ]}
                    value={scope}
                    onChange={setScope}
                  />
                </div>
              </Input.Wrapper>
              <div className={classes['numbers']}>
                <SeedField value={seed} onChange={setSeed} />
              </div>
            </div>
            <TargetField
              value={target}
              onChange={setTarget}
              added="To their items, after existing variants: all of them or none. Existing variants stay."
              folder="Copies of the originals with the variants and their list. A cancelled run resumes where it stopped."
            />
          </div>
          {hasOriginals ? (
            <TransformationChoice
              all={all}
              chosen={transformations}
              preview={preview.data ?? null}
              isLoading={preview.isFetching}
              error={preview.error}
              onChange={(next) => {
                setWithout(new Set(names.filter((name) => !next.includes(name))));
              }}
            />
          ) : (
            <EmptyState
              icon={ImageOff}
              title="There are no originals here"
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
              Casebook makes variants of items’ originals. Import photographs, render words, or choose other
              items.
            </EmptyState>
          )}
        </fieldset>
        {hasOriginals && (
          <Notice state="neutral" title="Make stylised variants elsewhere">
            Import them as “Perceptual Observatory variants”: a JSON Lines file with the entity’s{' '}
            <code>id</code>, the <code>transformation</code> and the <code>image</code>, with its images
            beside it. Casebook adds them after an entity’s existing variants and keeps its boxes.
          </Notice>
        )}
        {(hasOriginals || running) && (
          <div className={classes['dock']}>
            <WorkProgress state={state} onCancel={cancel} cancelled={leftBehind(target.kind)} />
            {!running && (
              <Flex wrap="wrap" align="center" justify="space-between" rowGap="sm" columnGap="lg">
                <Text c="dimmed">{inWords(counts, toMake, inCasebook)}</Text>
                <Button type="submit" disabled={!isComplete}>
                  Make variants
                </Button>
              </Flex>
            )}
          </div>
        )}
      </form>
    </>
  );
}

interface Census {
  readonly originals: number;
  readonly there: number;
  readonly missing: number;
}

/** A folder gets all of them, the casebook those that it lacks. */
const howMany = ({ there, missing }: Census, inCasebook: boolean): number =>
  inCasebook ? missing : there + missing;

function inWords(census: Census | undefined, toMake: number, inCasebook: boolean): string {
  if (census === undefined) return 'Choose at least one transformation.';
  const of = `of ${counted(census.originals, 'original')}`;
  const there = inCasebook && census.there > 0 ? `; ${formatCount(census.there)} exist already` : '';
  return `${counted(toMake, 'image')} to make ${of}${there}.`;
}

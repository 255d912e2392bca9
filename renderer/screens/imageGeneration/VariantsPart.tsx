import { Input, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../shared/base/counts.ts';
import type { ImageGenerationReport } from '../../../shared/contract/imageGeneration.ts';
import type { ItemSelection } from '../../../shared/contract/items.ts';
import { client, orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useImageGenerationItems } from '../../ui/items/imageGenerationItems.ts';
import { ScreenHeader } from '../../ui/layout/ScreenPage.tsx';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { SeedField, TargetField } from './fields.tsx';
import { seedOf, type TypedNumber } from './typedNumber.ts';
import { ImageGenerationSummary } from './ImageGenerationSummary.tsx';
import { leftBehind, NoOriginals, PartForm } from './PartForm.tsx';
import { TransformationChoice } from './TransformationChoice.tsx';
import { useTarget } from './useTarget.ts';
import { itemsInScope, type Scope, variantsOutlook, variantsRequest } from './variantsDraft.ts';
import classes from './ImageGenerationScreen.module.css';

/** Makes variants of originals: the items and the transformations, each shown on one original. */
export function VariantsPart() {
  const { chosen } = useImageGenerationItems();
  const filter = useListContext((context) => context.filter);
  const [picked, setScope] = useState<Scope>(chosen === null ? 'all' : 'chosen');
  const { scope, items } = itemsInScope(picked, chosen, filter);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [seed, setSeed] = useState<TypedNumber>(1);
  const { target, setTarget, asked } = useTarget('variants');
  const work = useStreamedWork<ImageGenerationReport>();
  const { options, census, preview, all, names, transformations } = useTransformations(items, without, seed);
  const header = (
    <ScreenHeader
      title="Make variants"
      description="Pixel-level transformations of originals. Nothing moves, so the original’s boxes fit all of them. The seed sets the parameters; each image keeps its own."
    />
  );
  if (options.error !== null)
    return <ErrorState error={options.error} onRetry={() => void options.refetch()} />;
  if (work.state.status === 'done')
    return (
      <>
        {header}
        <ImageGenerationSummary report={work.state.result} target={target} onAgain={work.reset} />
      </>
    );
  if (options.data === undefined || (census.data === undefined && census.isPending && names.length > 0))
    return <LoadingState label="Looking for originals" />;
  const counts = transformations.length === 0 ? undefined : census.data;
  const hasOriginals = (census.data?.originals ?? 1) > 0;
  const request = variantsRequest({ items, transformations, seed, counts }, asked);
  return (
    <>
      {header}
      <PartForm
        work={work}
        cancelled={leftBehind(target.kind)}
        action="Make variants"
        outlook={variantsOutlook(counts, target.kind)}
        isComplete={request !== null}
        isOffered={hasOriginals}
        onStart={async () => {
          if (request === null) return;
          const report = await work.start((signal) => client.imageGeneration.variants(request, { signal }));
          if (report !== null && target.kind === 'casebook') await casebookChanged();
        }}
        fields={
          <>
            <div className={classes['columns']}>
              <div className={classes['form']}>
                <ScopeField value={scope} onChange={setScope} />
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
                onChange={(next) => setWithout(new Set(names.filter((name) => !next.includes(name))))}
              />
            ) : (
              <NoOriginals title="There are no originals here">
                Casebook makes variants of items’ originals. Import photographs, render words, or choose other
                items.
              </NoOriginals>
            )}
          </>
        }
      >
        {hasOriginals && (
          <Notice state="neutral" title="Make stylised variants elsewhere">
            Import them as “Perceptual Observatory variants”: a JSON Lines file with the entity’s{' '}
            <code>id</code>, the <code>transformation</code> and the <code>image</code>, with its images
            beside it. Casebook adds them after an entity’s existing variants and keeps its boxes.
          </Notice>
        )}
      </PartForm>
    </>
  );
}

/** The transformations, how many images the chosen ones would make, and a preview. */
function useTransformations(items: ItemSelection, without: ReadonlySet<string>, seed: TypedNumber) {
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
  return { options, census, preview, all, names, transformations };
}

function ScopeField({
  value,
  onChange,
}: {
  readonly value: Scope;
  readonly onChange: (scope: Scope) => void;
}) {
  const { chosen, count } = useImageGenerationItems();
  return (
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
          value={value}
          onChange={onChange}
        />
      </div>
    </Input.Wrapper>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { ImportReport } from '../../../shared/contract/importExport.ts';
import { client, orpc } from '../../client/index.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { casebookChanged, useCasebook } from '../../ui/window/applicationState.ts';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkForm } from '../../ui/work/WorkDialog.tsx';
import { BoxOriginField } from './BoxOriginField.tsx';
import {
  emptyImport,
  type ImportDraft,
  importNeeds,
  importRequest,
  isImportComplete,
  shownRespondent,
  usualRespondent,
} from './importDraft.ts';
import { closeImportExport } from './importExportRequest.ts';
import { ImportSummary } from './ImportSummary.tsx';
import { ModelFields } from './ModelFields.tsx';
import { MoreImportOptions } from './MoreImportOptions.tsx';
import { OriginFields } from './OriginFields.tsx';
import { PersonField } from './PersonField.tsx';
import { SourceFields } from './SourceFields.tsx';
import { useImportSource } from './useImportSource.ts';

/** Brings items and images in: from where, in which format, how; then what came of it. */
export function ImportForm({ initialSource }: { readonly initialSource: string }) {
  const [draft, setDraft] = useState(() => emptyImport(initialSource));
  const change = (part: Partial<ImportDraft>) => setDraft((former) => ({ ...former, ...part }));
  const [more, setMore] = useState(false);
  const [imported, setImported] = useState<Pick<ImportDraft, 'source' | 'respondent'> | null>(null);

  const { benchmark } = useCasebook();
  const source = useImportSource(draft.source, draft.format, benchmark);
  const { format } = source;
  const hasProposals = findBenchmark(benchmark)?.proposals !== undefined;
  const boxes = draft.boxes ?? (hasProposals ? 'proposals' : 'annotations');
  const needs = importNeeds(source.description, boxes);
  const known = useKnownModels(needs.respondent);
  const respondent = shownRespondent(draft.respondent, imported, source.settledPath, needs);
  const usual = usualRespondent(draft.source, known, needs);

  const work = useStreamedWork<ImportReport>();
  const { state, start, reset } = work;
  const isComplete = isImportComplete(draft, format, needs);
  const run = async (dryRun: boolean, keepGoing = draft.keepGoing) => {
    if (format === null) return;
    const chosen = { format, boxes, respondent, usual, dryRun };
    const request = importRequest({ ...draft, keepGoing }, chosen, needs);
    const report = await start((signal) => client.importExport.import(request, { signal }));
    if (report?.applied === true && !needs.judge) setImported({ source: request.source, respondent });
    // What came in before it was stopped stays.
    if (!dryRun) await casebookChanged();
  };

  if (state.status === 'done')
    return (
      <ImportSummary
        report={state.result}
        images={needs.images}
        levels={draft.levels}
        onLevels={(levels) => change({ levels })}
        answers={draft.sourceAnswers}
        onAnswers={(sourceAnswers) => change({ sourceAnswers })}
        onRun={(dryRun, keepGoing) => void run(dryRun, keepGoing)}
        onClose={closeImportExport}
        onAgain={reset}
      />
    );
  return (
    <WorkForm
      work={work}
      cancelled="Ratings, answers and scores imported so far stay; import the source again to add the rest. From any other source, nothing was imported."
      onSubmit={() => void run(false)}
      actions={
        <>
          <Button variant="default" disabled={!isComplete} onClick={() => void run(true)}>
            Check without importing
          </Button>
          <Button type="submit" disabled={!isComplete}>
            Import
          </Button>
        </>
      }
    >
      <SourceFields
        path={draft.source}
        chosenFormat={draft.format}
        source={source}
        onPath={(path) => change({ source: path, levels: {}, sourceAnswers: {}, format: null })}
        onFormat={(chosen) => change({ format: chosen })}
      />
      {needs.boxes && (
        <BoxOriginField
          value={boxes}
          hasProposals={hasProposals}
          onChange={(chosen) => change({ boxes: chosen })}
        />
      )}
      {needs.rates && (
        <PersonField
          label="Rater"
          placeholder="you"
          value={draft.person}
          onChange={(person) => change({ person })}
        />
      )}
      {needs.origin && <OriginFields draft={draft.origin} onChange={(origin) => change({ origin })} />}
      {needs.respondent && (
        <ModelFields
          who="respondent"
          draft={respondent}
          fallback={usual.name}
          known={known}
          onChange={(model) => change({ respondent: model })}
        />
      )}
      {needs.judge && (
        <ModelFields who="judge" draft={draft.judge} fallback="" onChange={(judge) => change({ judge })} />
      )}
      {needs.images && (
        <PathField
          label="Images folder"
          description="If empty, beside the source. You can attach missing images later."
          value={draft.imagesFolder}
          onChange={(imagesFolder) => change({ imagesFolder })}
          requests={[{ kind: 'folder', title: 'Choose the folder of images' }]}
        />
      )}
      <MoreImportOptions
        opened={more}
        draft={draft}
        needs={needs}
        onToggle={() => setMore(!more)}
        onChange={change}
      />
    </WorkForm>
  );
}

/** The names of the models that answered before. */
function useKnownModels(enabled: boolean): readonly string[] {
  const respondents = useQuery(orpc.responses.respondents.queryOptions({ enabled })).data ?? [];
  return [...new Set(respondents.flatMap(({ kind, name }) => (kind === 'model' ? [name] : [])))];
}

import { Button, Checkbox, Collapse, Group, Radio, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { FieldLevel, ImportReport, ImportRequest } from '../../../shared/contract/transfer.ts';
import { casebookChanged, useCasebook } from '../../ui/window/applicationState.ts';
import { client, orpc } from '../../client/index.ts';
import { PathField } from '../../ui/PathField.tsx';
import { useStreamedWork } from '../../ui/useStreamedWork.ts';
import { WorkProgress } from '../../ui/WorkProgress.tsx';
import { ImportSummary } from './ImportSummary.tsx';
import { ModelFields, namedModel, noModel, type ModelDraft } from './ModelFields.tsx';
import { closeTransfer } from './transferDialogs.ts';
import { useReportBusy } from '../../ui/useReportBusy.ts';

type BoxOrigin = NonNullable<ImportRequest['boxes']>;
const BOX_ORIGINS: readonly BoxOrigin[] = ['proposals', 'annotations', 'ratings'];

/** Brings items and images in: from where, in which format, how; then what came of it. */
export function ImportForm({
  initialSource,
  onBusy,
}: {
  readonly initialSource: string;
  readonly onBusy: (busy: boolean) => void;
}) {
  const [source, setSource] = useState(initialSource);
  const [chosenFormat, setChosenFormat] = useState<string | null>(null);
  const [imagesFolder, setImagesFolder] = useState('');
  const [person, setPerson] = useState<string | null>(null);
  const [link, setLink] = useState(false);
  const [keepGoing, setKeepGoing] = useState(false);
  const [levels, setLevels] = useState<Readonly<Record<string, FieldLevel>>>({});
  const [more, setMore] = useState(false);
  const [namedRespondent, setRespondent] = useState(noModel);
  const [imported, setImported] = useState<{ source: string; respondent: ModelDraft } | null>(null);
  const [judge, setJudge] = useState(noModel);
  const [chosenBoxes, setBoxes] = useState<BoxOrigin | null>(null);

  const { benchmark } = useCasebook();
  const formats = (useQuery(orpc.transfer.formats.queryOptions()).data ?? []).filter(
    (each) => each.reads !== null && (each.benchmark === undefined || each.benchmark === benchmark),
  );
  const [settledSource] = useDebouncedValue(source.trim(), 250);
  const recognised =
    useQuery(
      orpc.transfer.recognise.queryOptions({
        input: { path: settledSource },
        enabled: settledSource !== '',
      }),
    ).data?.format ?? null;
  const format = chosenFormat ?? recognised;
  const description = formats.find(({ id }) => id === format);
  const asks = description?.asks ?? [];
  const asksForOrigin = asks.includes('boxes');
  const hasProposals = findBenchmark(benchmark)?.proposals !== undefined;
  const boxes = chosenBoxes ?? (hasProposals ? 'proposals' : 'annotations');
  const rates = asksForOrigin && boxes === 'ratings';
  // Verdicts that follow are about the answers that were just imported; another file of answers is of somebody else.
  const respondent =
    imported?.respondent === namedRespondent && imported.source !== settledSource && !asks.includes('judge')
      ? noModel
      : namedRespondent;
  // Answers and verdicts are about items that are there, with their images.
  const bringsImages = description?.carries === undefined;
  const people = useQuery(orpc.people.list.queryOptions()).data ?? [];

  const { state, start, cancel, reset } = useStreamedWork<ImportReport>();
  const running = state.status === 'running';
  useReportBusy(running, onBusy);

  const isComplete =
    format !== null && source.trim() !== '' && (!asks.includes('judge') || judge.name.trim() !== '');
  const run = async (dryRun: boolean) => {
    if (format === null) return;
    const request: ImportRequest = {
      source: source.trim(),
      format,
      link,
      dryRun,
      keepGoing,
      levels,
      ...(asksForOrigin && { boxes }),
      ...(asks.includes('respondent') && { respondent: namedModel({ ...respondent, instructions: '' }) }),
      ...(asks.includes('judge') && { judge: namedModel(judge) }),
      ...(bringsImages && imagesFolder.trim() !== '' && { imagesFolder: imagesFolder.trim() }),
      ...(person !== null && { person }),
    };
    const report = await start((signal) => client.transfer.import(request, { signal }));
    if (report?.applied !== true) return;
    if (!asks.includes('judge')) setImported({ source: request.source, respondent });
    await casebookChanged();
  };

  if (state.status === 'done')
    return (
      <ImportSummary
        report={state.result}
        images={bringsImages}
        levels={levels}
        onLevels={setLevels}
        onRun={(dryRun) => void run(dryRun)}
        onClose={closeTransfer}
        onAgain={reset}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(false);
      }}
    >
      <Stack gap="md">
        <PathField
          label="From"
          description="A file or a folder on this machine. Files can also be dropped into the window."
          value={source}
          onChange={(path) => {
            setSource(path);
            setLevels({});
            setChosenFormat(null);
          }}
          requests={[
            { kind: 'file', title: 'Which file should be imported?' },
            { kind: 'folder', title: 'Which folder should be imported?' },
          ]}
          initialFocus
          required
        />
        <Select
          label="Format"
          description={description?.reads ?? 'Recognised from the source.'}
          placeholder={settledSource === '' ? '' : 'Not recognised: choose one'}
          data={formats.map(({ id, title }) => ({ value: id, label: title }))}
          value={format}
          onChange={setChosenFormat}
          allowDeselect={false}
        />
        {asksForOrigin && (
          <Radio.Group
            label="Boxes come in as"
            value={boxes}
            onChange={(value) => {
              setBoxes(BOX_ORIGINS.find((origin) => origin === value) ?? null);
            }}
          >
            <Stack gap="xs" mt="xs">
              {hasProposals && (
                <Radio value="proposals" label="A detector’s proposals, to be verified at the Desk" />
              )}
              <Radio value="annotations" label="Boxes that a person drew" />
              <Radio
                value="ratings"
                label="Ratings: boxes that a person drew without seeing anybody else’s"
                description="They count for agreement. An image without a box is rated as having none."
              />
            </Stack>
          </Radio.Group>
        )}
        {rates && (
          <Select
            label="Rater"
            placeholder="you"
            clearable
            data={people.map((each) => ({ value: each.handle, label: each.name }))}
            value={person}
            onChange={setPerson}
          />
        )}
        {asks.includes('respondent') && (
          <ModelFields
            who="respondent"
            draft={respondent}
            fallback={fileName(source)}
            onChange={setRespondent}
          />
        )}
        {asks.includes('judge') && <ModelFields who="judge" draft={judge} fallback="" onChange={setJudge} />}
        {bringsImages && (
          <PathField
            label="Images folder"
            description="Left empty: beside the source. Images that are not found can be attached later."
            value={imagesFolder}
            onChange={setImagesFolder}
            requests={[{ kind: 'folder', title: 'Where are the images?' }]}
          />
        )}
        <div>
          <Button
            variant="subtle"
            aria-expanded={more}
            onClick={() => {
              setMore(!more);
            }}
          >
            {more ? 'Fewer options' : 'More options'}
          </Button>
          <Collapse expanded={more}>
            <Stack gap="md" pt="sm">
              {bringsImages && (
                <Checkbox
                  checked={link}
                  label="Leave the image files where they are"
                  description="The casebook then refers to them instead of keeping copies; moving them breaks it."
                  onChange={(event) => {
                    setLink(event.currentTarget.checked);
                  }}
                />
              )}
              <Checkbox
                checked={keepGoing}
                label="Skip what cannot be read and import the rest"
                description="Otherwise one unreadable item stops the import and nothing is changed."
                onChange={(event) => {
                  setKeepGoing(event.currentTarget.checked);
                }}
              />
              {bringsImages && !rates && (
                <Select
                  label="Attribute annotations to"
                  placeholder="the source itself"
                  clearable
                  data={people.map((each) => ({ value: each.handle, label: each.name }))}
                  value={person}
                  onChange={setPerson}
                />
              )}
            </Stack>
          </Collapse>
        </div>
        <WorkProgress
          state={state}
          onCancel={cancel}
          cancelled="The import was stopped. Nothing in the casebook was changed."
        />
        {!running && (
          <Group justify="flex-end">
            <Button variant="default" disabled={!isComplete} onClick={() => void run(true)}>
              Check without importing
            </Button>
            <Button type="submit" disabled={!isComplete}>
              Import
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** The name that answers get where none is typed: the file's, without its ending. */
function fileName(source: string): string {
  const name = source.trim().split(/[/\\]/u).at(-1) ?? '';
  return name.replace(/\.[^.]*$/u, '');
}

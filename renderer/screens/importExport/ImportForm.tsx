import { Button, Checkbox, Collapse, Radio, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type {
  FieldLevel,
  FormatDescription,
  ImportReport,
  ImportRequest,
} from '../../../shared/contract/importExport.ts';
import { casebookChanged, useCasebook } from '../../ui/window/applicationState.ts';
import { client, orpc } from '../../client/index.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkForm } from '../../ui/work/WorkDialog.tsx';
import { ImportSummary } from './ImportSummary.tsx';
import { ModelFields, namedModel, noModel, type ModelDraft } from './ModelFields.tsx';
import { OriginFields, isOriginValid, noOrigin, saidOrigin } from './OriginFields.tsx';
import type { SourceAnswers } from './SourceQuestions.tsx';
import { closeImportExport } from './importExportRequest.ts';

type BoxOrigin = NonNullable<ImportRequest['boxes']>;
const BOX_ORIGINS: readonly BoxOrigin[] = ['proposals', 'annotations', 'ratings'];

/** Brings items and images in: from where, in which format, how; then what came of it. */
export function ImportForm({ initialSource }: { readonly initialSource: string }) {
  const [source, setSource] = useState(initialSource);
  const [chosenFormat, setChosenFormat] = useState<string | null>(null);
  const [imagesFolder, setImagesFolder] = useState('');
  const [person, setPerson] = useState<string | null>(null);
  const [link, setLink] = useState(false);
  const [keepGoing, setKeepGoing] = useState(false);
  const [levels, setLevels] = useState<Readonly<Record<string, FieldLevel>>>({});
  const [sourceAnswers, setSourceAnswers] = useState<SourceAnswers>({});
  const [more, setMore] = useState(false);
  const [namedRespondent, setRespondent] = useState(noModel);
  const [imported, setImported] = useState<{ source: string; respondent: ModelDraft } | null>(null);
  const [judge, setJudge] = useState(noModel);
  const [origin, setOrigin] = useState(noOrigin);
  const [chosenBoxes, setBoxes] = useState<BoxOrigin | null>(null);

  const { benchmark } = useCasebook();
  const formats = (useQuery(orpc.importExport.formats.queryOptions()).data ?? []).filter(
    (each) => each.reads !== null && (each.benchmark === undefined || each.benchmark === benchmark),
  );
  const [settledSource] = useDebouncedValue(source.trim(), 250);
  const [recognised = null, ...alike] =
    useQuery(
      orpc.importExport.recognise.queryOptions({
        input: { path: settledSource },
        enabled: settledSource !== '',
      }),
    ).data?.formats ?? [];
  const format = chosenFormat ?? recognised;
  const description = formats.find(({ id }) => id === format);
  const asks = description?.asks ?? [];
  const asksForBoxes = asks.includes('boxes');
  const hasProposals = findBenchmark(benchmark)?.proposals !== undefined;
  const boxes = chosenBoxes ?? (hasProposals ? 'proposals' : 'annotations');
  const rates = asksForBoxes && boxes === 'ratings';
  const asksForOrigin = asks.includes('origin') || rates;
  // Verdicts that follow are about the answers that were just imported; another file of answers is of somebody else.
  const respondent =
    imported?.respondent === namedRespondent && imported.source !== settledSource && !asks.includes('judge')
      ? noModel
      : namedRespondent;
  // Answers and verdicts are about items that are there, with their images.
  const bringsImages = description?.carries === undefined;
  const answering = useQuery(
    orpc.responses.respondents.queryOptions({ enabled: asks.includes('respondent') }),
  ).data?.flatMap(({ kind, name }) => (kind === 'model' ? [name] : []));
  const knownRespondents = [...new Set(answering)];
  // Verdicts are about answers that are there: those of the only respondent, where nobody says otherwise.
  const [onlyRespondent, another] = knownRespondents;
  const usual =
    asks.includes('judge') && onlyRespondent !== undefined && another === undefined
      ? onlyRespondent
      : fileName(source);
  const people = useQuery(orpc.people.list.queryOptions()).data ?? [];

  const work = useStreamedWork<ImportReport>();
  const { state, start, reset } = work;

  const isComplete =
    format !== null &&
    source.trim() !== '' &&
    (!asks.includes('judge') || judge.name.trim() !== '') &&
    (!asksForOrigin || isOriginValid(origin));
  const run = async (dryRun: boolean, goOn = keepGoing) => {
    if (format === null) return;
    const request: ImportRequest = {
      source: source.trim(),
      format,
      link,
      dryRun,
      keepGoing: goOn,
      levels,
      ...sourceAnswers,
      ...(asksForBoxes && { boxes }),
      ...(asksForOrigin && { origin: saidOrigin(origin) }),
      ...(asks.includes('respondent') && {
        respondent: namedModel({
          ...respondent,
          name: respondent.name.trim() === '' && usual === onlyRespondent ? usual : respondent.name,
          instructions: '',
        }),
      }),
      ...(asks.includes('judge') && { judge: namedModel(judge) }),
      ...(bringsImages && imagesFolder.trim() !== '' && { imagesFolder: imagesFolder.trim() }),
      ...(person !== null && { person }),
    };
    const report = await start((signal) => client.importExport.import(request, { signal }));
    if (report?.applied === true && !asks.includes('judge'))
      setImported({ source: request.source, respondent });
    // What came in before it was stopped stays.
    if (!dryRun) await casebookChanged();
  };

  if (state.status === 'done')
    return (
      <ImportSummary
        report={state.result}
        images={bringsImages}
        levels={levels}
        onLevels={setLevels}
        answers={sourceAnswers}
        onAnswers={setSourceAnswers}
        onRun={(dryRun, goOn) => void run(dryRun, goOn)}
        onClose={closeImportExport}
        onAgain={reset}
      />
    );
  return (
    <WorkForm
      work={work}
      cancelled="Ratings, answers and scores imported so far stay; import the source again to add the rest. From any other source, nothing was imported."
      onSubmit={() => {
        void run(false);
      }}
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
      <PathField
        label="From"
        description="A file or folder on this computer. You can also drop files on the window."
        value={source}
        onChange={(path) => {
          setSource(path);
          setLevels({});
          setSourceAnswers({});
          setChosenFormat(null);
        }}
        requests={[
          { kind: 'file', title: 'Choose a file to import' },
          { kind: 'folder', title: 'Choose a folder to import' },
        ]}
        initialFocus
        required
      />
      <Select
        label="Format"
        description={
          chosenFormat === null && alike.length > 0
            ? `The source also fits ${titlesOf(alike, formats)}: choose which one to read.`
            : (description?.reads ?? 'Recognised from the source.')
        }
        placeholder={settledSource === '' ? '' : 'Not recognised: choose one'}
        data={formats.map(({ id, title }) => ({ value: id, label: title }))}
        value={format}
        onChange={setChosenFormat}
        allowDeselect={false}
      />
      {asksForBoxes && (
        <Radio.Group
          label="Import boxes as"
          value={boxes}
          onChange={(value) => {
            setBoxes(BOX_ORIGINS.find((origin) => origin === value) ?? null);
          }}
        >
          <Stack gap="xs" mt="xs">
            {hasProposals && <Radio value="proposals" label="A detector’s proposals to verify at the Desk" />}
            <Radio value="annotations" label="Boxes that a person drew" />
            <Radio
              value="ratings"
              label="Ratings: boxes that a rater drew"
              description="They count for agreement. An image without boxes counts as rated."
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
      {asksForOrigin && <OriginFields draft={origin} onChange={setOrigin} />}
      {asks.includes('respondent') && (
        <ModelFields
          who="respondent"
          draft={respondent}
          fallback={usual}
          known={knownRespondents}
          onChange={setRespondent}
        />
      )}
      {asks.includes('judge') && <ModelFields who="judge" draft={judge} fallback="" onChange={setJudge} />}
      {bringsImages && (
        <PathField
          label="Images folder"
          description="If empty, beside the source. You can attach missing images later."
          value={imagesFolder}
          onChange={setImagesFolder}
          requests={[{ kind: 'folder', title: 'Choose the folder of images' }]}
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
                description="The casebook then refers to the files instead of copying them. Moving them breaks the casebook."
                onChange={(event) => {
                  setLink(event.currentTarget.checked);
                }}
              />
            )}
            <Checkbox
              checked={keepGoing}
              label="Skip unreadable items and import the rest"
              description="Otherwise one unreadable item stops the import and changes nothing."
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
    </WorkForm>
  );
}

/** Formats by their titles. */
function titlesOf(ids: readonly string[], formats: readonly FormatDescription[]): string {
  return ids.map((id) => formats.find((format) => format.id === id)?.title ?? id).join(' and ');
}

/** The name that answers get where none is typed: the file's, without its ending. */
function fileName(source: string): string {
  const name = source.trim().split(/[/\\]/u).at(-1) ?? '';
  return name.replace(/\.[^.]*$/u, '');
}

import { Input, MultiSelect, SegmentedControl, TagsInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImageGenerationReport, WordsPreview } from '../../../shared/contract/imageGeneration.ts';
import { client, orpc } from '../../client/index.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { useTextDraft } from '../../ui/form/useFormDraft.ts';
import { ScreenHeader } from '../../ui/layout/ScreenPage.tsx';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { CountField, SeedField, TargetField } from './fields.tsx';
import { seedOf } from './typedNumber.ts';
import { ImageGenerationSummary } from './ImageGenerationSummary.tsx';
import { leftBehind, PartForm } from './PartForm.tsx';
import { useTarget } from './useTarget.ts';
import { WordSamples } from './WordSamples.tsx';
import {
  fontWords,
  hasWords,
  MOST_IMAGES,
  type WordsDraft,
  wordsOutlook,
  wordsRequest,
  wordsSetting,
} from './wordsDraft.ts';
import classes from './ImageGenerationScreen.module.css';

/** Typing settles for this long before a preview follows. */
const SETTLING_MILLISECONDS = 400;

/** Renders words: which, how many, in which fonts; with a few of them as they will be. */
export function WordsPart() {
  const [text, setText] = useTextDraft('words to render', 'Words to render');
  const [rest, setRest] = useState<Omit<WordsDraft, 'text'>>({
    source: 'list',
    file: '',
    categories: [],
    count: '',
    seed: 1,
    fonts: [],
    fontFolder: '',
  });
  const draft = { ...rest, text };
  const change = ({ text: typed, ...part }: Partial<WordsDraft>) => {
    if (typed !== undefined) setText(typed);
    setRest((former) => ({ ...former, ...part }));
  };
  const { target, setTarget, asked } = useTarget('words');
  const work = useStreamedWork<ImageGenerationReport>();
  const setting = wordsSetting(draft);
  const [settled] = useDebouncedValue(JSON.stringify(setting), SETTLING_MILLISECONDS);
  const isFilled = hasWords(draft);
  const preview = useQuery(
    orpc.imageGeneration.previewWords.queryOptions({
      input: setting,
      enabled: isFilled && seedOf(draft.seed) !== null && settled === JSON.stringify(setting),
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );
  const list = isFilled && preview.error === null ? preview.data : undefined;
  const request = wordsRequest(draft, asked);
  const header = (
    <ScreenHeader
      title="Render words"
      description="Black on white, 1024 pixels square, each with the exact box of its ink. The seed sets font, casing, position and rotation, with equal chances."
    />
  );
  if (work.state.status === 'done')
    return (
      <>
        {header}
        <ImageGenerationSummary report={work.state.result} target={target} onAgain={work.reset} />
      </>
    );
  return (
    <>
      {header}
      <PartForm
        work={work}
        cancelled={leftBehind(target.kind)}
        action="Render words"
        outlook={wordsOutlook(draft, list)}
        isComplete={request !== null}
        onStart={async () => {
          if (request === null) return;
          const report = await work.start((signal) => client.imageGeneration.words(request, { signal }));
          if (report !== null && target.kind === 'casebook') await casebookChanged();
        }}
        fields={
          <div className={classes['columns']}>
            <WordsFields draft={draft} categories={list?.categories ?? []} onChange={change} />
            <div className={classes['form']}>
              <RenderingFields draft={draft} words={list?.words} onChange={change} />
              <TargetField
                value={target}
                onChange={setTarget}
                added="As items: all of them or none. Rendering the same again adds nothing."
                folder="With a list that Import reads. A cancelled run resumes where it stopped."
              />
            </div>
          </div>
        }
      >
        <WordSamples
          preview={list ?? null}
          isLoading={isFilled && preview.isFetching}
          error={isFilled ? preview.error : null}
        />
      </PartForm>
    </>
  );
}

interface FieldsProps {
  readonly draft: WordsDraft;
  readonly onChange: (part: Partial<WordsDraft>) => void;
}

/** The fields that choose the words. */
function WordsFields({
  draft,
  categories,
  onChange,
}: FieldsProps & { readonly categories: WordsPreview['categories'] }) {
  return (
    <div className={classes['form']}>
      <Input.Wrapper label="Words" labelElement="div">
        <div>
          <SegmentedControl
            aria-label="Source of the words"
            data={[
              { value: 'list' as const, label: 'Typed here' },
              { value: 'file' as const, label: 'In a file' },
            ]}
            value={draft.source}
            onChange={(source) => onChange({ source })}
          />
        </div>
      </Input.Wrapper>
      {draft.source === 'list' ? (
        <Textarea
          label="List of words"
          description="One per line, with an optional category after a comma."
          placeholder={'lantern, Things\nParis, Cities\nbread, Food'}
          autosize
          minRows={6}
          maxRows={12}
          spellCheck={false}
          value={draft.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      ) : (
        <PathField
          label="File of words"
          description="Text with one word per line, or a table with the columns word and category."
          value={draft.file}
          onChange={(file) => onChange({ file })}
          requests={[{ kind: 'file', title: 'Choose the file of words' }]}
          required
        />
      )}
      <MultiSelect
        label="Categories"
        description="Only words in these."
        placeholder={draft.categories.length === 0 ? 'all' : ''}
        clearable
        clearButtonProps={{ 'aria-label': 'All categories' }}
        searchable
        data={categories.flatMap(({ name, words }) =>
          name === null ? [] : [{ value: name, label: `${name} (${String(words)})` }],
        )}
        value={draft.categories}
        onChange={(chosen) => onChange({ categories: chosen })}
      />
    </div>
  );
}

/** How many images, and the fonts and the seed that determine how they look. */
function RenderingFields({ draft, words, onChange }: FieldsProps & { readonly words: number | undefined }) {
  const fonts = useQuery(orpc.imageGeneration.options.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
    .data?.fonts;
  return (
    <>
      <div className={classes['numbers']}>
        <CountField
          label="Images"
          description="If empty, one per word."
          max={MOST_IMAGES}
          optional
          placeholder={words === undefined ? 'one per word' : String(words)}
          value={draft.count}
          onChange={(count) => onChange({ count })}
        />
        <SeedField value={draft.seed} onChange={(seed) => onChange({ seed })} />
      </div>
      <TagsInput
        label="Fonts"
        description={fontWords(fonts ?? [])}
        placeholder={draft.fonts.length === 0 ? 'the data set’s fonts' : ''}
        clearable
        clearButtonProps={{ 'aria-label': 'The data set’s fonts' }}
        data={(fonts ?? []).flatMap(({ used }) => (used === null ? [] : [used]))}
        value={draft.fonts}
        onChange={(chosen) => onChange({ fonts: chosen })}
      />
      <PathField
        label="Folder of fonts"
        description="Searched before the system’s fonts. Optional."
        value={draft.fontFolder}
        onChange={(fontFolder) => onChange({ fontFolder })}
        requests={[{ kind: 'folder', title: 'Choose the folder of fonts' }]}
      />
    </>
  );
}

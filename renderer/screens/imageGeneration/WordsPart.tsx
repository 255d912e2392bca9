import { useTextDraft } from '../../ui/form/useFormDraft.ts';
import { Button, Flex, Input, MultiSelect, SegmentedControl, TagsInput, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import type {
  ImageGenerationReport,
  WordsRequest,
  WordsSetting,
} from '../../../shared/contract/imageGeneration.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { client, orpc } from '../../client/index.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { ScreenHeader } from '../../ui/layout/ScreenPage.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { SeedField, TargetField, seedOf, wholeOf, type Typed } from './fields.tsx';
import { ImageGenerationSummary } from './ImageGenerationSummary.tsx';
import { useTarget } from './useTarget.ts';
import { WordSamples } from './WordSamples.tsx';
import classes from './ImageGenerationScreen.module.css';
import { NumberField } from '../../ui/form/NumberField.tsx';

const MOST_IMAGES = 10_000_000;
/** Typing settles for this long before a preview follows. */
const SETTLING_MILLISECONDS = 400;

/** Renders words: which, how many, in which fonts; with a few of them as they will be. */
export function WordsPart() {
  const [source, setSource] = useState<'list' | 'file'>('list');
  const [text, setText] = useTextDraft('words to render', 'Words to render');
  const [file, setFile] = useState('');
  const [categories, setCategories] = useState<string[]>([]);
  const [count, setCount] = useState<Typed>('');
  const [seed, setSeed] = useState<Typed>(1);
  const [fonts, setFonts] = useState<string[]>([]);
  const [fontFolder, setFontFolder] = useState('');
  const { target, setTarget, asked } = useTarget('words');
  const { state, start, cancel, reset } = useStreamedWork<ImageGenerationReport>();
  const options = useQuery(
    orpc.imageGeneration.options.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  ).data;

  const wanted = seedOf(seed);
  const setting: WordsSetting = {
    words: source === 'list' ? { kind: 'list', text } : { kind: 'file', file: file.trim() },
    seed: wanted ?? 0,
    fonts,
    ...(categories.length > 0 && { categories }),
    ...(fontFolder.trim() !== '' && { fontFolder: fontFolder.trim() }),
  };
  const [settled] = useDebouncedValue(JSON.stringify(setting), SETTLING_MILLISECONDS);
  const hasWords = source === 'list' ? text.trim() !== '' : file.trim() !== '';
  const preview = useQuery(
    orpc.imageGeneration.previewWords.queryOptions({
      input: setting,
      enabled: hasWords && wanted !== null && settled === JSON.stringify(setting),
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );
  const list = hasWords && preview.error === null ? preview.data : undefined;
  const images = count === '' ? null : wholeOf(count, 1, MOST_IMAGES);
  const estimate = images ?? list?.words ?? null;
  const isComplete = hasWords && wanted !== null && asked !== null && (count === '' || images !== null);

  const run = async () => {
    if (!isComplete) return;
    const request: WordsRequest = { ...setting, count: images, target: asked };
    const report = await start((signal) => client.imageGeneration.words(request, { signal }));
    if (report !== null && target.kind === 'casebook') await casebookChanged();
  };
  const header = (
    <ScreenHeader
      title="Render words"
      description="Black on white, 1024 pixels square, each with the exact box of its ink. The seed sets font, casing, position and rotation, with equal chances."
    />
  );
  if (state.status === 'done')
    return (
      <>
        {header}
        <ImageGenerationSummary report={state.result} target={target} onAgain={reset} />
      </>
    );
  const running = state.status === 'running';
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
              <Input.Wrapper label="Words" labelElement="div">
                <div>
                  <SegmentedControl
                    aria-label="Source of the words"
                    data={[
                      { value: 'list' as const, label: 'Typed here' },
                      { value: 'file' as const, label: 'In a file' },
                    ]}
                    value={source}
                    onChange={setSource}
                  />
                </div>
              </Input.Wrapper>
              {source === 'list' ? (
                <Textarea
                  label="List of words"
                  description="One per line, with an optional category after a comma."
                  placeholder={'lantern, Things\nParis, Cities\nbread, Food'}
                  autosize
                  minRows={6}
                  maxRows={12}
                  spellCheck={false}
                  value={text}
                  onChange={(event) => {
                    setText(event.currentTarget.value);
                  }}
                />
              ) : (
                <PathField
                  label="File of words"
                  description="Text with one word per line, or a table with the columns word and category."
                  value={file}
                  onChange={setFile}
                  requests={[{ kind: 'file', title: 'Choose the file of words' }]}
                  required
                />
              )}
              <MultiSelect
                label="Categories"
                description="Only words in these."
                placeholder={categories.length === 0 ? 'all' : ''}
                clearable
                clearButtonProps={{ 'aria-label': 'All categories' }}
                searchable
                data={(list?.categories ?? []).flatMap(({ name, words }) =>
                  name === null ? [] : [{ value: name, label: `${name} (${String(words)})` }],
                )}
                value={categories}
                onChange={setCategories}
              />
            </div>
            <div className={classes['form']}>
              <div className={classes['numbers']}>
                <NumberField
                  label="Images"
                  description="If empty, one per word."
                  min={1}
                  max={MOST_IMAGES}
                  isWhole
                  optional
                  placeholder={list === undefined ? 'one per word' : String(list.words)}
                  value={typeof count === 'number' ? count : null}
                  onChange={(value) => {
                    setCount(value ?? '');
                  }}
                  onRefuse={setCount}
                />
                <SeedField value={seed} onChange={setSeed} />
              </div>
              <TagsInput
                label="Fonts"
                description={fontWords(options?.fonts ?? [])}
                placeholder={fonts.length === 0 ? 'the data set’s fonts' : ''}
                clearable
                clearButtonProps={{ 'aria-label': 'The data set’s fonts' }}
                data={(options?.fonts ?? []).flatMap(({ used }) => (used === null ? [] : [used]))}
                value={fonts}
                onChange={setFonts}
              />
              <PathField
                label="Folder of fonts"
                description="Searched before the system’s fonts. Optional."
                value={fontFolder}
                onChange={setFontFolder}
                requests={[{ kind: 'folder', title: 'Choose the folder of fonts' }]}
              />
              <TargetField
                value={target}
                onChange={setTarget}
                added="As items: all of them or none. Rendering the same again adds nothing."
                folder="With a list that Import reads. A cancelled run resumes where it stopped."
              />
            </div>
          </div>
        </fieldset>
        <WordSamples
          preview={list ?? null}
          isLoading={hasWords && preview.isFetching}
          error={hasWords ? preview.error : null}
        />
        <div className={classes['dock']}>
          <WorkProgress state={state} onCancel={cancel} cancelled={leftBehind(target.kind)} />
          {!running && (
            <Flex wrap="wrap" align="center" justify="space-between" rowGap="sm" columnGap="lg">
              <Text c="dimmed">
                {estimate === null ? 'No words yet.' : `${counted(estimate, 'image')} to render.`}
              </Text>
              <Button type="submit" disabled={!isComplete}>
                Render words
              </Button>
            </Flex>
          )}
        </div>
      </form>
    </>
  );
}

/** What a cancelled run leaves. */
export const leftBehind = (kind: 'casebook' | 'folder'): string =>
  kind === 'casebook'
    ? 'Nothing was added to the casebook.'
    : 'Complete images stay in the folder. Run it again to resume.';

function fontWords(fonts: readonly { readonly family: string; readonly used: string | null }[]): string {
  return fonts
    .map(({ family, used }) => {
      if (used === null) return `${family} (not on this computer)`;
      return used === family ? family : `${family} (${used} replaces it)`;
    })
    .join(', ');
}

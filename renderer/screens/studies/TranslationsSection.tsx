import { Button, FileButton, Group, Text } from '@mantine/core';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { LONGEST_TABLE, type Study } from '../../../shared/contract/studies.ts';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { TranslationOutcome, TranslationStatus } from '../../../shared/domain/itemTranslation.ts';
import { outdatedSentence } from '../../../shared/domain/mixedLanguages.ts';
import { LANGUAGE_NAMES } from '../../../shared/domain/participantLanguage.ts';
import { slug } from '../../../shared/figures/fileName.ts';
import { client, failureOf, orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Summary } from '../../ui/layout/Summary.tsx';
import { saveFile } from '../../ui/files/saveFile.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { studiesChanged } from './StudyActions.tsx';
import classes from './Studies.module.css';

/** How much of the items' texts is in the study's language, and the table with which they are translated. */
export function TranslationsSection({
  study: { id, title, state, settings },
  isWritable,
}: {
  readonly study: Study;
  readonly isWritable: boolean;
}) {
  const { language = 'en' } = settings;
  const status = useQuery(
    orpc.studies.translations.queryOptions({ input: language === 'en' ? skipToken : { id } }),
  );
  const take = useMutation({ ...orpc.studies.translate.mutationOptions(), onSuccess: studiesChanged });
  const reset = useRef<() => void>(null);
  if (language === 'en') return null;
  const save = async () => {
    try {
      const { csv } = await client.studies.translationTable({ id });
      // A spreadsheet takes a file for UTF-8 by its mark.
      saveFile(`${slug(title)}-questions-${language}.csv`, new Blob(['\uFEFF', csv], { type: 'text/csv' }));
    } catch (error) {
      toastFailure('The table was not exported', error);
    }
  };
  const choose = async (file: File | null) => {
    if (file === null) return;
    // The same file, corrected, can be chosen again.
    reset.current?.();
    try {
      const csv = await file.text();
      if (csv.length <= LONGEST_TABLE) take.mutate({ id, csv });
      else toastFailure('The table was not imported', new Error('The file is larger than 10 MB.'));
    } catch (error) {
      toastFailure('The file could not be read', error);
    }
  };
  const name = `Questions in ${LANGUAGE_NAMES[language]}`;
  return (
    <section className={classes['section']} aria-label={name}>
      <h2>{name}</h2>
      {status.error !== null && <ErrorState error={status.error} onRetry={() => void status.refetch()} />}
      {status.data !== undefined && <Counts status={status.data} />}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => void save()}
        >
          Export table…
        </Button>
        {isWritable && state === 'draft' && (
          <FileButton accept=".csv,text/csv" resetRef={reset} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<Upload size={14} aria-hidden />}
                loading={take.isPending}
              >
                Import table…
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {take.error !== null && (
        <Notice state="disputed" title={failureOf(take.error).message}>
          {failureOf(take.error).hint ?? 'Nothing was imported.'}
        </Notice>
      )}
      {take.data !== undefined && <Outcome outcome={take.data} />}
    </section>
  );
}

function Counts({ status }: { readonly status: TranslationStatus }) {
  const { texts, translated, items, translatedItems, language } = status;
  return (
    <Text>
      {[
        `${formatCount(translated)} of ${counted(texts, 'text')} translated.`,
        `${formatCount(translatedItems)} of ${counted(items, 'item')} ${translatedItems === 1 ? 'is' : 'are'} asked in ${LANGUAGE_NAMES[language]}${translatedItems === items ? '' : ', the others as they are written'}.`,
        ...outdatedSentence(status),
      ].join(' ')}
    </Text>
  );
}

function Outcome({ outcome: { stored, empty, problems } }: { readonly outcome: TranslationOutcome }) {
  if (problems.length === 0)
    return (
      <Notice state="accepted" title={`${counted(stored, 'translation')} imported`}>
        {empty > 0 && `${counted(empty, 'line')} without a translation changed nothing.`}
      </Notice>
    );
  return (
    <>
      <Notice state="disputed" title="Nothing was imported">
        {`${counted(problems.length, 'line')} cannot be used. Correct the table, then import it again.`}
      </Notice>
      <Summary
        figures={[]}
        parts={[
          {
            title: 'Lines that cannot be used',
            lines: problems.map(({ line, reason }) => `Line ${formatCount(line)}: ${reason}`),
            open: true,
          },
        ]}
      />
    </>
  );
}

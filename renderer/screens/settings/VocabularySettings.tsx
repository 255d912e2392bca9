import { Suspense, useEffect, useState } from 'react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { sameJson, type JsonObject } from '../../../shared/domain/json.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import { enterCasebook, useCasebook, useWritable } from '../../ui/window/applicationState.ts';
import { client, failureOf } from '../../client/index.ts';
import { GuidelineSettings } from '../../ui/guidelines/GuidelineSettings.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './SettingsScreen.module.css';

/** Typing settles for this long before the words are saved. */
const SETTLING_MILLISECONDS = 600;

/** The words of the casebook: saved whenever they are complete, with what is missing said where they are not. */
export function VocabularySettings() {
  const { benchmark, vocabulary: saved } = useCasebook();
  const writable = useWritable();
  const [draft, setDraft] = useState<JsonObject | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const vocabulary = draft ?? saved;
  const parsed = findBenchmark(benchmark)?.vocabulary.parse(vocabulary);
  const problems = parsed?.ok === false ? parsed.problems : [];
  const complete = parsed?.ok === true;
  const changed = !sameJson(vocabulary, saved);

  useEffect(() => {
    if (draft === null || !complete || !changed) return;
    const timer = setTimeout(() => {
      client.casebooks.saveVocabulary({ vocabulary: draft }).then(
        async (casebook) => {
          setFailure(null);
          await enterCasebook(casebook);
          // Only what was saved: somebody may have typed on meanwhile.
          setDraft((latest) => (latest !== null && sameJson(latest, draft) ? null : latest));
        },
        (error: unknown) => {
          setFailure(failureOf(error).message);
        },
      );
    }, SETTLING_MILLISECONDS);
    return () => {
      clearTimeout(timer);
    };
  }, [draft, complete, changed]);

  const Editor = benchmarkParts[benchmark]?.VocabularyEditor;
  if (Editor === undefined) return <p>This benchmark has no vocabulary to change.</p>;
  return (
    <>
      <p className={classes['saved']} role="status">
        {!changed
          ? 'All changes are saved.'
          : complete
            ? 'Saving…'
            : 'Not saved yet: complete the marked fields.'}
      </p>
      {(problems.length > 0 || failure !== null) && (
        <Notice state="pending" title="Not complete yet">
          {failure}
          <ul>
            {problems.map(({ field, message }) => (
              <li key={`${field ?? ''} ${message}`}>
                {field === null ? '' : `${field}: `}
                {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Suspense fallback={<LoadingState />}>
        <Editor vocabulary={vocabulary} onChange={setDraft} readOnly={!writable} />
      </Suspense>
      <GuidelineSettings />
    </>
  );
}

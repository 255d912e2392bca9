import { Box, Button } from '@mantine/core';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { completeVocabulary } from '../../../shared/benchmarks/completeVocabulary.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { pathTitle } from '../../../shared/benchmarks/valueLines.ts';
import { JsonObject, sameJson } from '../../../shared/base/json.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import { enterCasebook, useCasebook, useWritable } from '../../ui/window/applicationState.ts';
import { client, failureOf } from '../../client/index.ts';
import { useLatest } from '../../ui/commands/commands.ts';
import { useFormDraft } from '../../ui/form/useFormDraft.ts';
import { GuidelineSettings } from '../../ui/guidelines/GuidelineSettings.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';

/** Typing settles for this long before the words are saved. */
const SETTLING_MILLISECONDS = 600;

/** The words of the casebook: what is complete is saved, the rest stays in this tab with what is missing. */
export function VocabularySettings() {
  const { benchmark, vocabulary: saved } = useCasebook();
  const writable = useWritable();
  // Only what differs from what is saved: what others change meanwhile is kept.
  const draft = useFormDraft('vocabulary', 'Vocabulary', JsonObject, NOTHING);
  const { forget, change } = draft;
  const [failure, setFailure] = useState<string | null>(null);
  const vocabulary = useMemo(() => ({ ...saved, ...draft.value }), [saved, draft.value]);
  const definition = findBenchmark(benchmark)?.vocabulary;
  const parsed = definition?.parse(vocabulary);
  const problems = parsed?.ok === false ? parsed.problems : [];
  const changed = !sameJson(vocabulary, saved);
  const complete =
    definition === undefined
      ? saved
      : completeVocabulary(saved, vocabulary, (each) => definition.parse(each).ok);
  const isSaving = writable && !sameJson(complete, saved);
  const target = isSaving ? JSON.stringify(complete) : null;

  const save = useLatest(async (): Promise<void> => {
    if (!isSaving) return;
    try {
      await enterCasebook(await client.casebooks.saveVocabulary({ vocabulary: complete }));
      setFailure(null);
    } catch (error) {
      setFailure(failureOf(error).message);
    }
  });
  useEffect(() => {
    if (target === null) return undefined;
    const timer = setTimeout(() => void save.current(), SETTLING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [target, save]);
  // Everything is saved, from here or elsewhere: nothing is left to keep.
  useEffect(() => {
    if (draft.isBegun && !changed) forget();
  }, [draft.isBegun, changed, forget]);
  // Leaving the screen does not wait for typing to settle.
  useEffect(() => {
    const latest = save;
    return () => void latest.current();
  }, [save]);

  const Editor = benchmarkParts[benchmark]?.VocabularyEditor;
  if (Editor === undefined) return <p>This benchmark has no vocabulary to change.</p>;
  return (
    <>
      <Box component="p" my="1em" mih={20} c="dimmed" role="status">
        {savingWords(changed, isSaving && failure === null)}
      </Box>
      {changed && (
        <Unsaved
          problems={problems}
          failure={failure}
          onDiscard={() => {
            forget();
            setFailure(null);
          }}
        />
      )}
      <Suspense fallback={<LoadingState />}>
        <Editor
          vocabulary={vocabulary}
          onChange={(next) => change(() => differing(next, saved))}
          readOnly={!writable}
        />
      </Suspense>
      <GuidelineSettings />
    </>
  );
}

const savingWords = (changed: boolean, isSaving: boolean): string => {
  if (!changed) return 'All changes are saved.';
  return isSaving
    ? 'Saving…'
    : 'The changes listed here are not saved; this tab keeps them. Everything else is saved.';
};

/** What keeps changes from being saved, if anything does. */
function Unsaved({
  problems,
  failure,
  onDiscard,
}: {
  readonly problems: readonly { readonly field: string | null; readonly message: string }[];
  readonly failure: string | null;
  readonly onDiscard: () => void;
}) {
  if (problems.length === 0 && failure === null) return null;
  return (
    <Notice state="pending" title={failure === null ? 'Not complete yet' : 'Not saved yet'}>
      {failure}
      <ul>
        {problems.map(({ field, message }) => (
          <li key={`${field ?? ''} ${message}`}>
            {field === null ? '' : `${pathTitle(field)}: `}
            {message}
          </li>
        ))}
      </ul>
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        Discard unsaved changes
      </Button>
    </Notice>
  );
}

const NOTHING: JsonObject = {};

/** The parts of a vocabulary that differ from those saved. */
function differing(vocabulary: JsonObject, saved: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(vocabulary).filter(([name, value]) => !sameJson(value, saved[name])),
  );
}

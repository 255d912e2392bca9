import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { Study, StudyChoices, StudySettings } from '../../../shared/contract/studies.ts';
import type { StudyId } from '../../../shared/base/ids.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { queryClient } from '../../client/queryClient.ts';
import { orpc } from '../../client/index.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { useFormDraft } from '../../ui/form/useFormDraft.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { AttentionSection } from './sections/AttentionSection.tsx';
import { CourseSection } from './sections/CourseSection.tsx';
import { FollowUpsSection } from './sections/FollowUpsSection.tsx';
import { ItemsSection } from './sections/ItemsSection.tsx';
import { LanguageSection } from './sections/LanguageSection.tsx';
import { PracticeSection } from './sections/PracticeSection.tsx';
import { QuestionnaireSection } from './sections/QuestionnaireSection.tsx';
import { StudyPreview } from './StudyPreview.tsx';
import classes from './Studies.module.css';
import { z } from 'zod';
import type { SectionProps } from './sections/section.ts';

/** Sets a study up: a new one, or one that is still a draft. */
export function StudyEditor({ id }: { readonly id: StudyId | null }) {
  const options = useQuery(orpc.studies.options.queryOptions());
  const study = useQuery(orpc.studies.get.queryOptions({ input: id === null ? skipToken : { id } }));
  const error = options.error ?? study.error;
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void options.refetch();
          void study.refetch();
        }}
      />
    );
  if (options.data === undefined || options.data === null || (id !== null && study.data === undefined))
    return <LoadingState />;
  return <EditorForm study={study.data ?? null} options={options.data} />;
}

function EditorForm({
  study,
  options: { conditions, strata, initial, followUps },
}: {
  readonly study: Study | null;
  readonly options: StudyChoices;
}) {
  const draft = useStudyDraft(study, initial);
  const { title, settings, setTitle, change } = draft;
  const [settled] = useDebouncedValue(settings, 250);
  const preview = useQuery(
    orpc.studies.preview.queryOptions({ input: settled, placeholderData: (before) => before, retry: false }),
  );
  const save = useMutation({
    ...orpc.studies.save.mutationOptions(),
    onSuccess: async (saved) => {
      draft.forget();
      queryClient.setQueryData(orpc.studies.get.queryKey({ input: { id: saved.id } }), saved);
      await queryClient.invalidateQueries({ queryKey: orpc.studies.list.key() });
      toast(`“${saved.title}” is saved as a draft. Open it when it is ready.`);
      goTo(places.study(saved.id));
    },
    onError: (error) => toastFailure('The study could not be saved', error),
  });
  const leave = async () => {
    const goAhead =
      !draft.changed ||
      (await confirm({
        title: 'Leave without saving?',
        message: 'You lose your changes.',
        action: 'Leave',
        dangerous: true,
      }));
    if (!goAhead) return;
    draft.forget();
    goTo(study === null ? places.studies : places.study(study.id));
  };
  return (
    <ScreenPage wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ ...(study !== null && { id: study.id }), title: title.trim(), settings });
        }}
      >
        <ScreenHeader
          title={study === null ? 'New study' : `Set up “${study.title}”`}
          description="Participants see nothing until you open the study. Opening fixes its items and settings, so that every participant takes the same exam."
          actions={
            <Group gap="sm" wrap="nowrap">
              <Button variant="default" onClick={() => void leave()}>
                Cancel
              </Button>
              <Button type="submit" loading={save.isPending} disabled={title.trim() === ''}>
                {study === null ? 'Create study' : 'Save study'}
              </Button>
            </Group>
          }
        />
        <div className={classes['columns']}>
          <div>
            <section className={classes['section']} aria-label="Title">
              <TextInput
                label="Title"
                value={title}
                maxLength={200}
                required
                onChange={(event) => setTitle(event.currentTarget.value)}
              />
            </section>
            <ItemsSection settings={settings} change={change} strata={strata} isNew={study === null} />
            <CourseSection settings={settings} change={change} conditions={conditions} />
            {followUps !== null && (
              <FollowUpsSection settings={settings} change={change} followUps={followUps} />
            )}
            <PracticeSection settings={settings} change={change} among={initial.items.filter} />
            <AttentionSection settings={settings} change={change} among={initial.items.filter} />
            <QuestionnaireSection settings={settings} change={change} />
            <TextsSection settings={settings} change={change} />
            <LanguageSection settings={settings} change={change} />
          </div>
          <StudyPreview
            preview={preview.data}
            error={preview.error}
            asksChecks={settings.attention.checks.length > 0}
            settled={settled === settings && !preview.isFetching}
          />
        </div>
      </form>
    </ScreenPage>
  );
}

/** A study as it is being set up. */
interface StudyDraft {
  readonly title: string;
  readonly settings: StudySettings;
  readonly setTitle: (title: string) => void;
  /** Changes some of the settings. */
  readonly change: (settings: Partial<StudySettings>) => void;
  /** Whether anything differs from what was there before. */
  readonly changed: boolean;
  readonly forget: () => void;
}

/** As loose as what is typed: whether it can be saved, saving says. */
const StudyInHand = z.object({
  title: z.string(),
  settings: z.custom<StudySettings>((value) => typeof value === 'object' && value !== null),
});

/** What is set up: a study's own title and settings, or those that a new one starts from. */
function useStudyDraft(study: Study | null, initial: StudySettings): StudyDraft {
  const before = { title: study?.title ?? 'Human baseline', settings: study?.settings ?? initial };
  const draft = useFormDraft(
    `study ${study?.id ?? 'new'}`,
    study === null ? 'New study' : `Study “${study.title}”`,
    StudyInHand,
    before,
  );
  return {
    ...draft.value,
    setTitle: (title) => {
      draft.change((current) => ({ ...current, title }));
    },
    change: (settings) => {
      draft.change((current) => ({ ...current, settings: { ...current.settings, ...settings } }));
    },
    changed: draft.isBegun && JSON.stringify(draft.value) !== JSON.stringify(before),
    forget: draft.forget,
  };
}

const TEXTS = [
  { name: 'consent', title: 'Consent', hint: 'Shown first; the study begins only with agreement.' },
  { name: 'instructions', title: 'Instructions', hint: 'Shown before the first item.' },
  { name: 'breaks', title: 'Break', hint: 'Shown at each break.' },
  { name: 'thanks', title: 'Thanks', hint: 'Shown at the end.' },
] as const;

/** The texts that participants read. */
function TextsSection({ settings, change }: SectionProps) {
  return (
    <section className={classes['section']} aria-label="Texts">
      <h2>Texts</h2>
      <p>The study and its report keep them.</p>
      {TEXTS.map(({ name, title, hint }) => (
        <Textarea
          key={name}
          label={title}
          description={hint}
          autosize
          minRows={2}
          maxRows={14}
          value={settings.texts[name]}
          error={name === 'consent' && settings.texts.consent.trim() === '' ? 'is empty' : undefined}
          onChange={(event) => change({ texts: { ...settings.texts, [name]: event.currentTarget.value } })}
        />
      ))}
    </section>
  );
}

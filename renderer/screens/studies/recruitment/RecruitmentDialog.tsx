import { useFormDraft } from '../../../ui/form/useFormDraft.ts';
import { z } from 'zod';
import { Button, Modal, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RecruitmentSettings } from '../../../../shared/contract/recruitment.ts';
import type { Study } from '../../../../shared/contract/studies.ts';
import { orpc } from '../../../client/index.ts';
import { queryClient } from '../../../client/queryClient.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { AdmissionPart } from './AdmissionPart.tsx';
import { ArrivalPart } from './ArrivalPart.tsx';
import { OutcomesPart } from './OutcomesPart.tsx';
import classes from './Recruitment.module.css';
import { type PanelPreset, PRESETS } from './recruitmentWords.ts';
import { ScreeningPart } from './ScreeningPart.tsx';

/** What the form starts from: a preset, or what was set up before. */
export type RecruitmentStart = PanelPreset | RecruitmentSettings;

/** Sets up how people elsewhere come to a study, or changes it. */
export function RecruitmentDialog({
  study,
  arrived,
  from,
  onClose,
}: {
  readonly study: Study;
  /** How many people have come by the link. */
  readonly arrived: number;
  /** Null: closed. */
  readonly from: RecruitmentStart | null;
  readonly onClose: () => void;
}) {
  const preset = typeof from === 'string' ? PRESETS.find((each) => each.preset === from) : undefined;
  return (
    <Modal
      opened={from !== null}
      onClose={onClose}
      title={preset === undefined ? 'Change how people come' : `Study link: ${preset.title.replace('…', '')}`}
      size="xl"
      // A click beside the form must not lose what somebody typed.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {from !== null &&
        (typeof from === 'string' ? (
          <FromPreset study={study} preset={from} onClose={onClose} />
        ) : (
          <RecruitmentForm
            study={study}
            before={from}
            isNew={false}
            isFixed={arrived > 0}
            onClose={onClose}
          />
        ))}
    </Modal>
  );
}

function FromPreset({
  study,
  preset,
  onClose,
}: {
  readonly study: Study;
  readonly preset: PanelPreset;
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(
    orpc.recruitment.initial.queryOptions({ input: { id: study.id, preset } }),
  );
  if (data !== undefined)
    return <RecruitmentForm study={study} before={data} isNew isFixed={false} onClose={onClose} />;
  return error === null ? (
    <LoadingState />
  ) : (
    <ErrorState error={error} title="The form could not be filled" onRetry={() => void refetch()} />
  );
}

/** As loose as what is typed: whether it can be saved, the form says. */
const SettingsInHand = z.custom<RecruitmentSettings>((value) => typeof value === 'object' && value !== null);

function RecruitmentForm({
  study,
  before,
  isNew,
  isFixed,
  onClose,
}: {
  readonly study: Study;
  readonly before: RecruitmentSettings;
  readonly isNew: boolean;
  /** Whether people have come by the link: what ids mean stays. */
  readonly isFixed: boolean;
  readonly onClose: () => void;
}) {
  const draft = useFormDraft(
    `recruitment ${study.id}${isNew ? ` new ${before.panel}` : ''}`,
    `Study link of “${study.title}”`,
    SettingsInHand,
    before,
  );
  const settings = draft.value;
  const change = (changed: Partial<RecruitmentSettings>) => {
    draft.change((current) => ({ ...current, ...changed }));
  };
  const save = useMutation({
    ...orpc.recruitment.save.mutationOptions(),
    onSuccess: async (saved) => {
      const input = { id: study.id };
      queryClient.setQueryData(orpc.recruitment.get.queryKey({ input }), saved);
      draft.forget();
      onClose();
      toast(isNew ? 'The study link is ready.' : 'The changes are saved.');
      await queryClient.invalidateQueries({ queryKey: orpc.studies.board.key({ input }) });
    },
    onError: (error) => toastFailure('Nothing was saved', error),
  });
  const complete = RecruitmentSettings.safeParse(settings).success && screeningCanBePassed(settings);
  const part = { settings, change };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) save.mutate({ id: study.id, settings });
      }}
    >
      <div className={classes['parts']}>
        <ArrivalPart {...part} isFixed={isFixed} />
        <AdmissionPart {...part} checks={study.settings.attention.checks.length} />
        <ScreeningPart {...part} />
        <OutcomesPart {...part} />
      </div>
      <div className={classes['foot']}>
        {!complete && <Text c="dimmed">Correct the marked fields first.</Text>}
        <Button
          variant="default"
          onClick={() => {
            draft.forget();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!complete}>
          {isNew ? 'Make study link' : 'Save changes'}
        </Button>
      </div>
    </form>
  );
}

/** A question that nobody passes would keep everybody out. */
const screeningCanBePassed = ({ screening }: RecruitmentSettings): boolean =>
  screening.every(({ options }) => options.some(({ passes }) => passes));

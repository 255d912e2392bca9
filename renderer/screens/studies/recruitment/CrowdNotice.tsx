import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Board } from '../../../../shared/contract/recruitment.ts';
import { counted } from '../../../../shared/base/counts.ts';
import type { StudyId } from '../../../../shared/base/ids.ts';
import { orpc } from '../../../client/index.ts';
import { queryClient } from '../../../client/queryClient.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { useWritable } from '../../../ui/window/applicationState.ts';

/** Many places that were taken at once and where nobody answers: a class that begins, or one program. */
export function CrowdNotice({
  id,
  crowd: { places, seconds },
}: {
  readonly id: StudyId;
  readonly crowd: NonNullable<Board['crowd']>;
}) {
  const writable = useWritable();
  const releasing = useMutation(
    orpc.recruitment.releaseCrowd.mutationOptions({
      onSuccess: ({ released }) => {
        toast(`${counted(released, 'place')} released.`);
        return queryClient.invalidateQueries({ queryKey: orpc.studies.board.key() });
      },
      onError: (error) => toastFailure('No place was released', error),
    }),
  );
  const release = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Release ${counted(places, 'place')}?`,
      message:
        'Others can take these places at once. Anybody released who comes back continues if a place is free.',
      action: 'Release places',
    });
    if (agreed) releasing.mutate({ id });
  };
  return (
    <Notice
      state="pending"
      title={`${counted(places, 'place')} were taken within ${counted(seconds, 'second')}, and nobody there has answered yet`}
    >
      <p>
        A class that begins together looks like this. So does one program that opens the link again and again.
      </p>
      {writable && (
        <Button variant="default" loading={releasing.isPending} onClick={() => void release()}>
          Release {counted(places, 'place')}…
        </Button>
      )}
    </Notice>
  );
}

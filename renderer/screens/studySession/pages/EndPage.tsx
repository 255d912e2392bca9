import { Button } from '@mantine/core';
import { CircleCheck, DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StudySessionView } from '../../../../shared/domain/study.ts';
import type { WholeText } from '../../../../shared/participantTexts/texts.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { useHubState } from '../../../ui/hub/useHubState.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { PlainText } from '../../../ui/participant/PlainText.tsx';
import { Buttons, Reading, Small } from '../../../ui/participant/Reading.tsx';
import { TakeBack } from '../../../ui/participant/TakeBack.tsx';
import type { WayBack } from '../session/studySessionState.ts';
import { SendBack } from './SendBack.tsx';

type End = Extract<StudySessionView, { view: 'end' }>;
type WithdrawalPage = Extract<StudySessionView, { view: 'withdrawn' }>;

/** The last page, of somebody who is through. The core gives it once every answer has arrived. */
export function EndPage({
  end: { why, text, outcome },
  isTrial,
  wayBack,
}: {
  readonly end: End;
  readonly isTrial: boolean;
  readonly wayBack: WayBack | null;
}) {
  const say = useSay();
  const isThrough = why === 'complete';
  return (
    <Reading
      icon={isThrough ? CircleCheck : DoorClosed}
      title={say(isThrough ? 'endTitle' : 'studyClosedTitle')}
    >
      {text.trim() !== '' && <PlainText>{text}</PlainText>}
      {outcome !== null && <TakeBack outcome={outcome} isReal={!isTrial} />}
      <Kept
        said={say(isThrough ? 'endStored' : 'studyClosedText')}
        mayClose={outcome === null}
        wayBack={wayBack}
      />
    </Reading>
  );
}

const WITHDRAWN: Readonly<
  Record<WithdrawalPage['why'], { readonly title: WholeText; readonly text: WholeText | null }>
> = {
  left: { title: 'leftTitle', text: null },
  released: { title: 'releasedTitle', text: 'releasedText' },
  panel: { title: 'panelEndedTitle', text: 'panelEndedText' },
};

/** The last page of somebody who left, or for whom the study ended. */
export function WithdrawnPage({
  withdrawn: { why, deleted },
  wayBack,
}: {
  readonly withdrawn: WithdrawalPage;
  readonly wayBack: WayBack | null;
}) {
  const say = useSay();
  const { title, text } = WITHDRAWN[why];
  return (
    <Reading icon={DoorClosed} title={say(title)}>
      {text !== null && <PlainText>{say(text)}</PlainText>}
      <Kept said={say(deleted ? 'withdrawnDeleted' : 'withdrawnKept')} wayBack={wayBack} />
    </Reading>
  );
}

/** What becomes of the answers, and the ways out. */
function Kept({
  said,
  mayClose = true,
  wayBack,
}: {
  readonly said: string;
  /** Nothing is left for them to do here. */
  readonly mayClose?: boolean;
  readonly wayBack: WayBack | null;
}) {
  const say = useSay();
  const { packageFor } = useCasebook();
  return (
    <>
      <Small>
        {packageFor === null ? (
          say.sentences(said, ...(mayClose ? [say('closeWindow')] : []))
        ) : (
          <HowTheyGoBack>{(how) => say.sentences(said, how)}</HowTheyGoBack>
        )}
      </Small>
      {packageFor !== null && <SendBack />}
      {wayBack !== null && (
        <Buttons>
          <Button variant="default" onClick={wayBack.go}>
            {say(wayBack.title)}
          </Button>
        </Buttons>
      )}
    </>
  );
}

/** What happens to the answers in a package: over the hub by themselves, or in a file. */
function HowTheyGoBack({ children }: { readonly children: (how: string) => ReactNode }) {
  const say = useSay();
  const hub = useHubState(null).data;
  return children(say(hub == null ? 'toWriteFile' : 'overNetwork'));
}

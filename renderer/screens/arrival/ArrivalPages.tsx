import { Button } from '@mantine/core';
import {
  CalendarX2,
  CirclePlay,
  CircleSlash,
  DoorClosed,
  Eye,
  Hourglass,
  MonitorSmartphone,
  UserX,
} from 'lucide-react';
import { useState } from 'react';
import type { ArrivalPage, ArrivalView } from '../../../shared/contract/arrivals.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { PlainText } from '../../ui/participant/PlainText.tsx';
import { Buttons, Reading, Small } from '../../ui/participant/Reading.tsx';
import { TakeBack } from '../../ui/participant/TakeBack.tsx';
import { WayOn } from '../../ui/participant/WayOn.tsx';
import { NotSent } from './NotSent.tsx';
import { ScreeningPage } from './ScreeningPage.tsx';
import type { ArrivalPageState } from './useArrival.ts';

/** The page of an arrival that is to be shown now. */
export function ArrivalPages({
  page: { now, preview },
  arrival,
}: {
  readonly page: ArrivalPage;
  readonly arrival: ArrivalPageState;
}) {
  const say = useSay();
  const [read, setRead] = useState<ConsentText | null>(null);
  if (now.view === 'consent' && now.text !== read?.text) setRead(now);
  switch (now.view) {
    case 'device':
      return <DevicePage device={now} arrival={arrival} />;
    case 'consent':
      return <ConsentPage consent={now} arrival={arrival} />;
    case 'declined':
      return <DeclinedPage consent={now.consent} read={read} arrival={arrival} />;
    case 'screening':
      return <ScreeningPage questions={now.questions} arrival={arrival} />;
    case 'screenedOut':
      return <ScreenedOutPage outcome={now.outcome} isReal={!preview} />;
    case 'ready':
      return <ReadyPage arrival={arrival} />;
    case 'full':
      return (
        <Reading icon={Hourglass} title={say('fullTitle')}>
          <PlainText>{say('fullText')}</PlainText>
          <Buttons>
            <Button onClick={arrival.look}>{say('tryAgain')}</Button>
          </Buttons>
        </Reading>
      );
    case 'closed':
      return (
        <Reading icon={CalendarX2} title={say('closedTitle')}>
          <PlainText>{say('closedText')}</PlainText>
        </Reading>
      );
    case 'over':
      return (
        <Reading icon={DoorClosed} title={say('overTitle')}>
          <PlainText>{say('overText')}</PlainText>
        </Reading>
      );
    case 'preview':
      return <PreviewPage instructions={now.instructions} />;
    case 'admitted':
      return <LoadingState label={say('admitted')} />;
  }
}

type View<Name extends ArrivalView['view']> = Extract<ArrivalView, { view: Name }>;

function DevicePage({
  device: { problem, needs },
  arrival,
}: {
  readonly device: View<'device'>;
  readonly arrival: ArrivalPageState;
}) {
  const say = useSay();
  return (
    <Reading icon={MonitorSmartphone} title={say('deviceTitle')}>
      <PlainText>
        {problem === 'touch'
          ? say('deviceTouch')
          : say('deviceSmall', { width: String(needs.width), height: String(needs.height) })}
      </PlainText>
      <PlainText>{say('deviceAdvice')}</PlainText>
      <Buttons>
        {/* The window was moved to another screen, or a mouse was plugged in. */}
        <Button variant="default" onClick={arrival.look}>
          {say('tryAgain')}
        </Button>
      </Buttons>
    </Reading>
  );
}

function ScreenedOutPage({
  outcome,
  isReal,
}: {
  readonly outcome: View<'screenedOut'>['outcome'];
  readonly isReal: boolean;
}) {
  const say = useSay();
  return (
    <Reading icon={UserX} title={say('screenedOutTitle')}>
      <PlainText>{say('screenedOutText')}</PlainText>
      {outcome === null ? (
        <Small>{say('closeWindow')}</Small>
      ) : (
        <TakeBack outcome={outcome} isReal={isReal} />
      )}
    </Reading>
  );
}

function PreviewPage({ instructions }: { readonly instructions: string }) {
  const say = useSay();
  return (
    <Reading icon={Eye} title={say('previewTitle')}>
      <PlainText>{say('previewText')}</PlainText>
      <PlainText>{instructions.trim() === '' ? say('instructions') : instructions}</PlainText>
    </Reading>
  );
}

type ConsentText = Pick<View<'consent'>, 'text' | 'onWithdrawal'>;

function ConsentPage({
  consent: { text, onWithdrawal },
  arrival,
  canDecline = true,
}: {
  readonly consent: ConsentText;
  readonly arrival: ArrivalPageState;
  /** Whether they have not done so already. */
  readonly canDecline?: boolean;
}) {
  const say = useSay();
  return (
    <Reading title={say('consentTitle')}>
      <PlainText>{text}</PlainText>
      <Small>
        {say.sentences(
          say('consentRecorded'),
          say(onWithdrawal === 'delete' ? 'consentDeleted' : 'consentKept'),
        )}
      </Small>
      <WayOn
        title={say('agree')}
        isBusy={arrival.isBusy}
        onGo={() => arrival.answer({ to: 'consent', agree: true })}
        beside={
          canDecline && (
            <Button
              variant="default"
              disabled={arrival.isBusy}
              onClick={() => arrival.answer({ to: 'consent', agree: false })}
            >
              {say('disagree')}
            </Button>
          )
        }
        troubles={<NotSent arrival={arrival} />}
      />
    </Reading>
  );
}

/** The last page before a place is taken: people who only open the link take none. */
function ReadyPage({ arrival }: { readonly arrival: ArrivalPageState }) {
  const say = useSay();
  return (
    <Reading icon={CirclePlay} title={say('readyTitle')}>
      <PlainText>{say('readyText')}</PlainText>
      <WayOn
        title={say('begin')}
        isBusy={arrival.isBusy}
        onGo={() => arrival.answer({ to: 'ready' })}
        troubles={
          arrival.isCrowded ? (
            <Notice state="neutral" title={say('crowdTitle')}>
              <p>{say('crowdText')}</p>
            </Notice>
          ) : (
            <NotSent arrival={arrival} />
          )
        }
      />
    </Reading>
  );
}

function DeclinedPage({
  consent: declined,
  read,
  arrival,
}: {
  /** What they did not agree to; left out: another page showed it. */
  readonly consent: ConsentText | undefined;
  /** What they read on this page. */
  readonly read: ConsentText | null;
  readonly arrival: ArrivalPageState;
}) {
  const say = useSay();
  const consent = declined ?? read;
  const [isReading, setIsReading] = useState(false);
  if (isReading && consent !== null)
    return <ConsentPage consent={consent} arrival={arrival} canDecline={false} />;
  return (
    <Reading icon={CircleSlash} title={say('declinedTitle')}>
      <PlainText>{say('declinedText')}</PlainText>
      {consent !== null && (
        <Buttons>
          <Button variant="default" onClick={() => setIsReading(true)}>
            {say('readAgain')}
          </Button>
        </Buttons>
      )}
    </Reading>
  );
}

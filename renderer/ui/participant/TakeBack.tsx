import { Button, VisuallyHidden } from '@mantine/core';
import { Check, ClipboardCopy, ExternalLink } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { CompletionHandoff } from '../../../shared/domain/study.ts';
import { copyText } from '../../client/bridge.ts';
import { useLatest } from '../commands/commands.ts';
import { useSay } from './ParticipantTexts.tsx';
import classes from './participant.module.css';

/** How long the page waits before it leads back, in seconds. */
const LEADS_AFTER = 10;

const leave = (address: string): void => location.assign(address);

/** What somebody takes back to where they came from: a code, and the way there. */
export function TakeBack({
  outcome: { code, address },
  isReal,
  onLeave = leave,
}: {
  readonly outcome: CompletionHandoff;
  /** Whether a participant is there: in a try-out or a preview the page leads nowhere. */
  readonly isReal: boolean;
  readonly onLeave?: (address: string) => void;
}) {
  const say = useSay();
  return (
    <>
      {code !== null && <Code code={code} />}
      {address !== null && isReal && <Return address={address} onLeave={onLeave} />}
      {address !== null && !isReal && <p className={classes['small']}>{say('wouldReturn', { address })}</p>}
    </>
  );
}

function Code({ code }: { readonly code: string }) {
  const say = useSay();
  const title = useId();
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <section aria-labelledby={title} className={classes['outcome']}>
      <h2 id={title}>{say('codeTitle')}</h2>
      <p>{say('codeText')}</p>
      <p className={classes['code']}>{code}</p>
      <Button
        variant="default"
        className={classes['go'] ?? ''}
        leftSection={
          copied === true ? <Check size={14} aria-hidden /> : <ClipboardCopy size={14} aria-hidden />
        }
        onClick={() => {
          copyText(code).then(
            () => {
              setCopied(true);
            },
            () => {
              setCopied(false);
            },
          );
        }}
      >
        {copied === true ? say('copied') : say('copyCode')}
      </Button>
      <VisuallyHidden role="status">{copied === true ? say('copied') : ''}</VisuallyHidden>
      {copied === false && (
        <p role="alert" className={classes['missing']}>
          {say('notCopied')}
        </p>
      )}
    </section>
  );
}

/** Leads there by itself after a while, unless somebody wants to stay. */
function Return({
  address,
  onLeave,
}: {
  readonly address: string;
  readonly onLeave: (address: string) => void;
}) {
  const say = useSay();
  const [left, setLeft] = useState(LEADS_AFTER);
  const [stays, setStays] = useState(false);
  const go = useLatest(onLeave);
  useEffect(() => {
    if (stays) return undefined;
    const until = performance.now() + LEADS_AFTER * 1000;
    const ticking = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(ticking);
      go.current(address);
    }, 250);
    return () => clearInterval(ticking);
  }, [stays, address, go]);
  return (
    <div className={classes['outcome']}>
      {/* Told once: a number every second would talk over everything else. */}
      <VisuallyHidden role="status">
        {stays ? say('staysHere') : say('returnsIn', { count: LEADS_AFTER })}
      </VisuallyHidden>
      <p aria-hidden>{stays ? say('staysHere') : say('returnsIn', { count: left })}</p>
      <div className={classes['forwardLine']}>
        <Button
          className={classes['go'] ?? ''}
          leftSection={<ExternalLink size={14} aria-hidden />}
          onClick={() => onLeave(address)}
        >
          {say('returnNow')}
        </Button>
        {!stays && (
          <Button variant="default" className={classes['go'] ?? ''} onClick={() => setStays(true)}>
            {say('stayHere')}
          </Button>
        )}
      </div>
    </div>
  );
}

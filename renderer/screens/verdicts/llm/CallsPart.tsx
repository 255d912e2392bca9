import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { Criterion } from '../../../../shared/benchmarks/judging.ts';
import type { JudgeCall, JudgeRun } from '../../../../shared/contract/judgeRuns.ts';
import { orpc } from '../../../client/index.ts';
import { StateBadge, type StateLook } from '../../../ui/feedback/StateBadge.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { Verbatim } from './Verbatim.tsx';
import classes from './judgeRuns.module.css';

const PAGE = 25;

type CallChoice = 'all' | JudgeCall['outcome'];

const OUTCOMES: Readonly<Record<JudgeCall['outcome'], Pick<StateLook, 'title' | 'state'>>> = {
  decided: { title: 'Decided', state: 'accepted' },
  unparsed: { title: 'Unparsed', state: 'pending' },
  failed: { title: 'Failed', state: 'disputed' },
};

const FILTERS: readonly { readonly value: CallChoice; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'decided', label: OUTCOMES.decided.title },
  { value: 'unparsed', label: OUTCOMES.unparsed.title },
  { value: 'failed', label: OUTCOMES.failed.title },
];

/** The requests of a run with what came back, newest first. */
export function CallsPart({
  run,
  criteria,
}: {
  readonly run: JudgeRun;
  readonly criteria: readonly Criterion[];
}) {
  const [outcome, setOutcome] = useState<CallChoice>('all');
  const [offset, setOffset] = useState(0);
  const calls = useQuery(
    orpc.judgeRuns.calls.queryOptions({
      input: { id: run.id, offset, limit: PAGE, ...(outcome !== 'all' && { outcome: [outcome] }) },
      placeholderData: keepPreviousData,
      refetchInterval: run.state === 'running' && offset === 0 ? 2000 : false,
    }),
  );
  const { total = 0, rows = [] } = calls.data ?? {};
  return (
    <section aria-labelledby="judge-calls">
      <Group justify="space-between" mt="lg" mb="sm">
        <h2 id="judge-calls" className={classes['heading']}>
          Requests of {run.judge}
        </h2>
        <SegmentedControl
          aria-label="Which requests"
          data={[...FILTERS]}
          value={outcome}
          onChange={(value) => {
            setOutcome(value);
            setOffset(0);
          }}
        />
      </Group>
      {calls.error !== null && <ErrorState error={calls.error} onRetry={() => void calls.refetch()} />}
      {calls.data !== undefined && total === 0 && (
        <p className={classes['hint']}>{outcome === 'all' ? 'None yet.' : 'No requests match.'}</p>
      )}
      <div className={classes['calls']}>
        {rows.map((call) => (
          <Call
            key={`${call.response} ${call.criterion} ${call.subject} ${String(call.attempt)}`}
            call={call}
            title={criteria.find(({ id }) => id === call.criterion)?.title ?? call.criterion}
          />
        ))}
      </div>
      {total > PAGE && (
        <Group gap="sm" mt="sm">
          <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
            Newer
          </Button>
          <Button
            variant="default"
            disabled={offset + PAGE >= total}
            onClick={() => setOffset(offset + PAGE)}
          >
            Older
          </Button>
          <span className={classes['hint']}>
            {formatCount(offset + 1)} to {formatCount(Math.min(total, offset + PAGE))} of {formatCount(total)}
          </span>
        </Group>
      )}
    </section>
  );
}

function Call({ call, title }: { readonly call: JudgeCall; readonly title: string }) {
  const look = OUTCOMES[call.outcome];
  const said = call.error ?? contentOf(call.reply) ?? '';
  return (
    <details className={classes['call']}>
      <summary>
        <ChevronRight size={14} aria-hidden className={classes['chevron']} />
        <StateBadge look={look} />
        <Box component="span" flex="none" w={176}>
          {title}
          {numbered(call.subject)}
        </Box>
        <Text span inherit truncate flex={1} miw={0}>
          {said}
        </Text>
        <span className={classes['hint']}>
          {call.attempt > 1 && `attempt ${String(call.attempt)}, `}
          {(call.milliseconds / 1000).toFixed(1)} s
        </span>
      </summary>
      <div className={classes['exchange']}>
        <div>
          <h3>Request, {formatDateTime(call.at)}</h3>
          <Verbatim label="Request" text={call.request === 'null' ? 'No request.' : pretty(call.request)} />
        </div>
        <div>
          <h3>Reply</h3>
          <Verbatim label="Reply" text={call.reply === null ? 'No reply.' : pretty(call.reply)} />
        </div>
      </div>
    </details>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).replaceAll(String.raw`\n`, '\n');
  } catch {
    // A reply is shown as it came where it is no JSON.
    return text;
  }
}

/** What the judge said, in a reply that is a chat completion. */
function contentOf(reply: string | null): string | null {
  const match = /"content":\s*(?<text>"(?:[^"\\]|\\.)*")/u.exec(reply ?? '')?.groups?.['text'];
  if (match === undefined) return null;
  const text: unknown = JSON.parse(match);
  return typeof text === 'string' ? text.trim() : null;
}

/** Which of several things it is about: their places are counted from 0. */
function numbered(subject: string): string {
  if (subject === '') return '';
  return ` ${/^\d+$/u.test(subject) ? String(Number(subject) + 1) : subject}`;
}

import { Button, SegmentedControl } from '@mantine/core';
import { Activity, HeartPulse } from 'lucide-react';
import { useEffect, useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import type { HealthFindingReport, HealthReport } from '../../../shared/contract/health.ts';
import { client } from '../../client/index.ts';
import { CopyButton } from '../../ui/text/CopyButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { Finding } from './Finding.tsx';
import { healthText } from './healthText.ts';

const SEVERITIES: readonly HealthFindingReport['severity'][] = ['serious', 'notable', 'note'];

/** What a reader of the benchmark could exploit, or a reviewer object to. */
export default function HealthScreen() {
  const [scope, setScope] = useState<'all' | 'accepted'>('all');
  const { state, start, cancel } = useStreamedWork<HealthReport>();
  useEffect(() => {
    void start((signal) =>
      client.health.report({ status: scope === 'all' ? null : ['accepted'] }, { signal }),
    );
  }, [start, scope]);

  const report = state.status === 'done' ? state.result : null;
  const findings = SEVERITIES.flatMap((severity) =>
    (report?.findings ?? []).filter((finding) => finding.severity === severity),
  );
  return (
    <ScreenPage>
      <ScreenHeader
        title="Health"
        description={
          report === null
            ? 'What a reader could exploit or a reviewer could criticise, with the items behind it.'
            : `${counted(report.findings.length, 'finding')} in ${counted(report.items, 'item')}.`
        }
        actions={
          <>
            <SegmentedControl
              aria-label="Which items"
              value={scope}
              onChange={setScope}
              data={[
                { value: 'all', label: 'All items' },
                { value: 'accepted', label: 'Accepted only' },
              ]}
            />
            {report !== null && <CopyButton label="Copy" text={() => healthText(report)} />}
          </>
        }
      />
      <WorkProgress state={state} onCancel={cancel} cancelled="The report was stopped." />
      {state.status === 'cancelled' && (
        <Button
          mt="md"
          leftSection={<Activity size={14} aria-hidden />}
          onClick={() =>
            void start((signal) =>
              client.health.report({ status: scope === 'all' ? null : ['accepted'] }, { signal }),
            )
          }
        >
          Check again
        </Button>
      )}
      {report !== null && findings.length === 0 && (
        <EmptyState icon={HeartPulse} title={report.items === 0 ? 'No items to look at' : 'Nothing found'}>
          {report.items === 0
            ? 'Import items first, or look at all items instead of the accepted ones.'
            : 'This benchmark’s checks find no problems in these items.'}
        </EmptyState>
      )}
      {findings.map((finding) => (
        <Finding key={`${finding.kind} ${finding.title}`} finding={finding} />
      ))}
    </ScreenPage>
  );
}

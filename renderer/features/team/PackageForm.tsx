import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../../shared/contract/application.ts';
import type { PackageReport } from '../../../shared/contract/merging.ts';
import { client } from '../../client/index.ts';
import { formatBytes } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PathField } from '../../ui/PathField.tsx';
import { Summary } from '../../ui/Summary.tsx';
import { useStreamedWork } from '../../ui/useStreamedWork.ts';
import { WorkProgress } from '../../ui/WorkProgress.tsx';
import { useReportBusy } from '../transfer/useReportBusy.ts';
import { usePackagePath } from './packagePaths.ts';

/** Writes one person's work as a file: where to, how far it is, what is in it. */
export function PackageForm({
  person,
  action,
  description,
  onBusy,
  onClose,
}: {
  readonly person: Pick<Person, 'id' | 'handle'>;
  readonly action: string;
  readonly description: string;
  readonly onBusy: (busy: boolean) => void;
  /** Left out: the form stands on a screen of its own. */
  readonly onClose?: () => void;
}) {
  const suggested = usePackagePath(person);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = (chosen ?? suggested).trim();
  const { state, start, cancel, reset } = useStreamedWork<PackageReport>();
  const running = state.status === 'running';
  useReportBusy(running, onBusy);

  if (state.status === 'done')
    return (
      <>
        <Notice state="accepted" title={`Written to ${state.result.file}`}>
          {`${formatBytes(state.result.bytes)}. Hand this one file over; nothing else is needed.`}
        </Notice>
        <Summary
          figures={[
            { label: state.result.items === 1 ? 'item' : 'items', value: state.result.items },
            { label: state.result.images === 1 ? 'image' : 'images', value: state.result.images },
          ]}
          parts={[]}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={reset}>
            Write again
          </Button>
          {onClose !== undefined && (
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          )}
        </Group>
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start((signal) => client.merging.package({ personId: person.id, target }, { signal }));
      }}
    >
      <Stack gap="md">
        <PathField
          label="To"
          description={description}
          value={chosen ?? suggested}
          onChange={setChosen}
          requests={[{ kind: 'file', title: 'Where should the package go?' }]}
          initialFocus
          required
        />
        <WorkProgress
          state={state}
          onCancel={cancel}
          cancelled="Writing was stopped. Nothing was left at the target."
        />
        {!running && (
          <Group justify="flex-end">
            <Button type="submit" disabled={target === ''}>
              {action}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

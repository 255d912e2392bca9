import { ActionIcon, Button, Group, Modal, Stack } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { MergeReport } from '../../../shared/contract/merging.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { client } from '../../client/index.ts';
import { counted } from '../../ui/format.ts';
import { PathField } from '../../ui/PathField.tsx';
import { useStreamedWork } from '../../ui/useStreamedWork.ts';
import { WorkProgress } from '../../ui/WorkProgress.tsx';
import { useReportBusy } from '../../ui/useReportBusy.ts';
import { MergeSummary } from './MergeSummary.tsx';
import classes from './Team.module.css';

/** Takes packages and other casebooks in: which, what they would bring, then what they brought. */
export function MergeDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Merge"
      size="xl"
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <MergeForm onBusy={setBusy} onClose={onClose} />
    </Modal>
  );
}

function MergeForm({
  onBusy,
  onClose,
}: {
  readonly onBusy: (busy: boolean) => void;
  readonly onClose: () => void;
}) {
  const [sources, setSources] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const { state, start, cancel, reset } = useStreamedWork<MergeReport>();
  const running = state.status === 'running';
  useReportBusy(running, onBusy);

  const path = typed.trim();
  // What stands in the field counts without having been put on the list.
  const chosen = path === '' || sources.includes(path) ? sources : [...sources, path];
  const add = () => {
    setSources(chosen);
    setTyped('');
  };
  const run = async (dryRun: boolean) => {
    add();
    const request = { sources: [...chosen], dryRun };
    const report = await start((signal) => client.merging.merge(request, { signal }));
    if (report?.applied === true) await casebookChanged();
  };

  if (state.status === 'done')
    return (
      <MergeSummary report={state.result} onMerge={() => void run(false)} onBack={reset} onClose={onClose} />
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(true);
      }}
    >
      <Stack gap="md">
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <div style={{ flex: 1 }}>
            <PathField
              label="Package or casebook"
              description="What came back from people, in any order, as often as you like: what is known already is not taken twice."
              value={typed}
              onChange={setTyped}
              requests={[
                { kind: 'file', title: 'Which package came back?' },
                { kind: 'folder', title: 'Which casebook should be merged?' },
              ]}
              initialFocus
            />
          </div>
          <Button
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            disabled={path === '' || sources.includes(path)}
            onClick={add}
          >
            Add another
          </Button>
        </Group>
        {sources.length > 0 && (
          <ul className={classes['sources']} aria-label="To be merged">
            {sources.map((source) => (
              <li key={source}>
                {source}
                <ActionIcon
                  aria-label={`Leave out ${source}`}
                  disabled={running}
                  onClick={() => {
                    setSources(sources.filter((each) => each !== source));
                  }}
                >
                  <X size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <WorkProgress
          state={state}
          onCancel={cancel}
          cancelled="Merging was stopped. What was not finished changed nothing in the casebook."
        />
        {!running && (
          <Group justify="flex-end">
            <Button type="submit" disabled={chosen.length === 0}>
              {chosen.length === 0 ? 'Look into it' : `Look into ${counted(chosen.length, 'source')}`}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

import { ActionIcon, Button, Group } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import type { MergeReport } from '../../../shared/contract/merging.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { client } from '../../client/index.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkDialog, WorkForm } from '../../ui/work/WorkDialog.tsx';
import { MergeSummary } from './MergeSummary.tsx';
import classes from './Team.module.css';

/** Takes packages and other casebooks in: which, what they would bring, then what they brought. */
export function MergeDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <WorkDialog opened={opened} onClose={onClose} title="Merge" size="xl">
      <MergeForm onClose={onClose} />
    </WorkDialog>
  );
}

function MergeForm({ onClose }: { readonly onClose: () => void }) {
  const [sources, setSources] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [includeLate, setIncludeLate] = useState(false);
  const work = useStreamedWork<MergeReport>();
  const { state, start, reset } = work;
  const running = state.status === 'running';

  const path = typed.trim();
  // The text in the field counts even if it is not on the list.
  const chosen = path === '' || sources.includes(path) ? sources : [...sources, path];
  const add = () => {
    setSources(chosen);
    setTyped('');
  };
  const run = async (dryRun: boolean, late = includeLate) => {
    add();
    setIncludeLate(late);
    // A merge follows a check, which lists what it brings.
    const request = { sources: [...chosen], dryRun, includeLate: late, agreed: !dryRun };
    const report = await start((signal) => client.merging.merge(request, { signal }));
    if (report?.applied === true) await casebookChanged();
  };

  if (state.status === 'done')
    return (
      <MergeSummary
        report={state.result}
        onMerge={() => void run(false)}
        onIncludeLate={() => void run(!state.result.applied, true)}
        onBack={() => {
          setIncludeLate(false);
          reset();
        }}
        onClose={onClose}
      />
    );
  return (
    <WorkForm
      work={work}
      cancelled="Merging was stopped. Unfinished merges changed nothing in the casebook."
      onSubmit={() => void run(true)}
      actions={
        <Button type="submit" disabled={chosen.length === 0}>
          {chosen.length === 0 ? 'Check source' : `Check ${counted(chosen.length, 'source')}`}
        </Button>
      }
    >
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <div style={{ flex: 1 }}>
          <PathField
            label="Package or casebook"
            description="Returned packages, in any order and as often as you like. Casebook merges nothing twice."
            value={typed}
            onChange={setTyped}
            requests={[
              { kind: 'file', title: 'Choose the returned package' },
              { kind: 'folder', title: 'Choose the casebook to merge' },
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
                aria-label={`Remove ${source}`}
                disabled={running}
                onClick={() => setSources(sources.filter((each) => each !== source))}
              >
                <X size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </WorkForm>
  );
}

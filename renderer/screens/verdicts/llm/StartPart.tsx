import { Button, Group } from '@mantine/core';
import { FileSearch, Play, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { JudgeRun, JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { casebookChanged, useMayCurate } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { judgeRunCommands } from './commands.ts';
import { client } from '../../../client/index.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { placeOf } from './form.ts';
import { Preview, type RunPreview } from './Preview.tsx';
import classes from './judgeRuns.module.css';

/** The dry run and the start. */
export function StartPart({
  settings,
  enabled,
  onStarted,
}: {
  readonly settings: JudgeRunSettings | null;
  readonly enabled: boolean;
  readonly onStarted: (run: JudgeRun) => void;
}) {
  const editable = useMayCurate();
  const [busy, setBusy] = useState<'preview' | 'test' | 'start' | null>(null);
  const [shown, setShown] = useState<{ readonly of: string; readonly preview: RunPreview } | null>(null);
  const look = async (of: JudgeRunSettings): Promise<RunPreview> => {
    const preview = await client.judgeRuns.preview(of);
    setShown({ of: JSON.stringify(of), preview });
    return preview;
  };
  const dryRun = async (of: JudgeRunSettings) => {
    setBusy('preview');
    try {
      await look(of);
    } catch (error) {
      toastFailure('The dry run failed', error);
    }
    setBusy(null);
  };
  const start = async (of: JudgeRunSettings) => {
    setBusy('start');
    try {
      const { calls, host, problems } = await look(of);
      const goAhead =
        placeOf(of.endpoint)?.local === true ||
        (await confirm({
          title: `Send to ${host}?`,
          message: [
            `${counted(calls, 'request')} with questions, answers and references will go to ${host}.`,
            ...problems,
          ].join(' '),
          action: `Send ${counted(calls, 'request')}`,
        }));
      if (goAhead) {
        onStarted(await client.judgeRuns.start(of));
        setShown(null);
        await casebookChanged();
      }
    } catch (error) {
      toastFailure('The judge did not start', error);
    }
    setBusy(null);
  };
  const test = async (of: JudgeRunSettings) => {
    setBusy('test');
    try {
      const { works, said, milliseconds } = await client.judgeRuns.test(of);
      if (works) toast(`The connection works: “${said}” after ${formatCount(milliseconds)} ms.`);
      else toastFailure('The connection does not work', new Error(said));
    } catch (error) {
      toastFailure('The connection was not tested', error);
    }
    setBusy(null);
  };
  const mayStart = settings !== null && enabled && editable && busy === null;
  useCommands('screen', [
    {
      ...judgeRunCommands.preview,
      enabled: () => settings !== null && busy === null,
      run: () => settings !== null && void dryRun(settings),
    },
    {
      ...judgeRunCommands.start,
      enabled: () => mayStart,
      run: () => settings !== null && void start(settings),
    },
  ]);
  return (
    <section aria-label="Start">
      <Group gap="sm" mb="md">
        <Button
          variant="default"
          leftSection={<FileSearch size={14} aria-hidden />}
          disabled={settings === null || busy !== null}
          loading={busy === 'preview'}
          onClick={() => settings !== null && void dryRun(settings)}
        >
          Dry run
        </Button>
        <Button
          variant="default"
          leftSection={<PlugZap size={14} aria-hidden />}
          disabled={!mayStart}
          loading={busy === 'test'}
          onClick={() => settings !== null && void test(settings)}
        >
          Test connection
        </Button>
        <Button
          leftSection={<Play size={14} aria-hidden />}
          disabled={!mayStart}
          loading={busy === 'start'}
          onClick={() => settings !== null && void start(settings)}
        >
          Start
        </Button>
        <span className={classes['hint']}>{reasonNot(settings, enabled, editable)}</span>
      </Group>
      {shown !== null && (
        <Preview
          preview={shown.preview}
          outdated={settings === null || shown.of !== JSON.stringify(settings)}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  );
}

function reasonNot(settings: JudgeRunSettings | null, enabled: boolean, editable: boolean): string {
  if (!editable) return 'This casebook is read-only here.';
  if (settings === null) return 'Enter the endpoint and the model first.';
  if (!enabled) return 'To test or start, allow requests to LLM judges.';
  return 'A dry run shows the requests and sends nothing.';
}

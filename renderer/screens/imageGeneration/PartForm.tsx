import { Button, Flex, Text } from '@mantine/core';
import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImageGenerationReport } from '../../../shared/contract/imageGeneration.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useMayCurate } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import type { StreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import classes from './ImageGenerationScreen.module.css';

/** The form of a part: the fields, and a foot that starts the work and shows its progress. */
export function PartForm<Result = ImageGenerationReport>({
  work,
  cancelled,
  action,
  outlook,
  isComplete,
  isOffered = true,
  onStart,
  fields,
  children,
}: {
  readonly work: StreamedWork<Result>;
  /** What cancelling leaves behind, in words. */
  readonly cancelled: string;
  readonly action: string;
  /** What the work will do with these fields, in words. */
  readonly outlook: ReactNode;
  readonly isComplete: boolean;
  /** Whether the work has anything to work on; if not, its button is left out. */
  readonly isOffered?: boolean;
  readonly onStart: () => Promise<void>;
  readonly fields: ReactNode;
  /** Shown between the fields and the foot of the form. */
  readonly children?: ReactNode;
}) {
  const running = work.state.status === 'running';
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void onStart();
      }}
    >
      <fieldset className={classes['fields']} disabled={running}>
        {fields}
      </fieldset>
      {children}
      {(isOffered || running) && (
        <div className={classes['dock']}>
          <WorkProgress state={work.state} onCancel={work.cancel} cancelled={cancelled} />
          {!running && (
            <Flex wrap="wrap" align="center" justify="space-between" rowGap="sm" columnGap="lg">
              {typeof outlook === 'string' ? <Text c="dimmed">{outlook}</Text> : outlook}
              <Button type="submit" disabled={!isComplete}>
                {action}
              </Button>
            </Flex>
          )}
        </div>
      )}
    </form>
  );
}

/** Says that there is no image to work on, and how to get some. */
export function NoOriginals({ title, children }: { readonly title: string; readonly children: string }) {
  const mayCurate = useMayCurate();
  return (
    <EmptyState
      icon={ImageOff}
      title={title}
      actions={
        mayCurate && (
          <>
            <Button onClick={() => runCommand('transfer.import')}>Import…</Button>
            <Button variant="default" onClick={() => goTo(places.imageGeneration)}>
              Render words
            </Button>
          </>
        )
      }
    >
      {children}
    </EmptyState>
  );
}

/** What a cancelled run leaves behind, in words. */
export const leftBehind = (kind: 'casebook' | 'folder'): string =>
  kind === 'casebook'
    ? 'Nothing was added to the casebook.'
    : 'Complete images stay in the folder. Run it again to resume.';

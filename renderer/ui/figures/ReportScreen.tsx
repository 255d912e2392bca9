import { Box, Button, ScrollArea } from '@mantine/core';
import { PanelLeft, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { LARGEST_SEED, MOST_RESAMPLES } from '../../../shared/domain/randomDraws.ts';
import { type CommandDefinition, useCommands } from '../commands/commands.ts';
import { Notice } from '../feedback/Notice.tsx';
import { ScreenHeader, ScreenPage } from '../layout/ScreenPage.tsx';
import { WorkProgress } from '../work/WorkProgress.tsx';
import { LateNumber } from './LateNumber.tsx';
import classes from './ReportScreen.module.css';
import type { Reports } from './useReports.ts';

/** A report that is computed from choices: the choices beside it, its progress over it, its heading above it. */
export function ReportScreen<Request, Report>({
  title,
  description,
  reports,
  ready = true,
  commands,
  choices,
  choicesShown,
  onChoicesShown,
  children,
  beside,
  cover = null,
}: {
  readonly title: string;
  readonly description: string;
  readonly reports: Reports<Request, Report>;
  /** Whether enough is chosen to compute the report. */
  readonly ready?: boolean;
  readonly commands: Readonly<Record<'choices' | 'compute', CommandDefinition>>;
  readonly choices: ReactNode;
  readonly choicesShown: boolean;
  readonly onChoicesShown: (shown: boolean) => void;
  readonly children: ReactNode;
  /** What is opened beside the report. */
  readonly beside?: ReactNode;
  /** What is looked at in place of the report, which is where it was when one comes back. */
  readonly cover?: ReactNode;
}) {
  const { answered, state, again, cancel } = reports;
  const covered = cover !== null;
  const toggleChoices = () => onChoicesShown(!choicesShown);
  useCommands('screen', [
    { ...commands.choices, run: toggleChoices, enabled: () => !covered },
    { ...commands.compute, run: again, enabled: () => ready },
  ]);
  return (
    <div className={classes['screen']}>
      {/* Out of sight, not gone, while it is covered. */}
      <div className={classes['body']} inert={covered} data-covered={covered || undefined}>
        {choicesShown && choices}
        <div className={classes['main']}>
          {ready && (
            <div className={classes['work']} data-status={state.status}>
              <WorkProgress
                state={state}
                onCancel={cancel}
                cancelled={
                  answered === null ? 'No figures were computed.' : 'The earlier figures stay on screen.'
                }
              />
              {(state.status === 'cancelled' || state.status === 'failed') && (
                <Button mt="sm" onClick={again}>
                  Compute again
                </Button>
              )}
            </div>
          )}
          <ScreenPage wide>
            <ScreenHeader
              title={title}
              description={description}
              actions={
                <>
                  <Button
                    variant="default"
                    leftSection={<PanelLeft size={14} aria-hidden />}
                    aria-pressed={choicesShown}
                    onClick={toggleChoices}
                  >
                    Choices
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<RotateCw size={14} aria-hidden />}
                    disabled={!ready || state.status === 'running'}
                    onClick={again}
                  >
                    Compute again
                  </Button>
                </>
              }
            />
            {children}
          </ScreenPage>
        </div>
        {beside}
      </div>
      {cover}
    </div>
  );
}

/** The report itself; `old`: as it was before what is being computed now, grey, and busy to assistive technology. */
export function ReportBody({ old, children }: { readonly old: boolean; readonly children: ReactNode }) {
  return (
    <div className={classes['report']} data-old={old || undefined} aria-busy={old}>
      {children}
    </div>
  );
}

/** Says that the figures below answer an earlier question. */
export function EarlierFigures() {
  return (
    <Box maw="80ch" mb="sm">
      <Notice state="neutral" title="These are the earlier figures">
        They stay until the new ones are ready.
      </Notice>
    </Box>
  );
}

/** What a report is computed from, beside it. */
export function ChoicesAside({ children }: { readonly children: ReactNode }) {
  return (
    <ScrollArea className={classes['choices'] ?? ''} type="auto" component="aside" aria-label="Choices">
      <div className={classes['groups']}>{children}</div>
    </ScrollArea>
  );
}

/** How the intervals of a report are drawn. */
interface ResamplingOptions {
  readonly bootstrap: number;
  readonly seed: number;
}

/** How often a report's items are drawn again for its intervals, and from which seed. */
export function ResamplingFields({
  value,
  onChange,
}: {
  readonly value: ResamplingOptions;
  readonly onChange: (change: Partial<ResamplingOptions>) => void;
}) {
  return (
    <>
      <LateNumber
        label="Bootstrap resamples"
        description="0: no bootstrap."
        min={0}
        max={MOST_RESAMPLES}
        step={500}
        value={value.bootstrap}
        onChange={(bootstrap) => onChange({ bootstrap })}
      />
      <LateNumber
        label="Seed"
        description="The same seed gives the same intervals."
        min={0}
        max={LARGEST_SEED}
        value={value.seed}
        onChange={(seed) => onChange({ seed })}
      />
    </>
  );
}

import { ActionIcon, Box, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { ArrowRight, Image as ImageIcon, PanelLeft, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import type { Case } from '../../../../shared/contract/adjudications.ts';
import { consensusInWords } from '../../../../shared/domain/consensus.ts';
import { counted } from '../../../../shared/base/counts.ts';
import { usePerson } from '../../../ui/window/applicationState.ts';
import { runCommand, useCommands } from '../../../ui/commands/commands.ts';
import { useGated, useOnScreen } from '../../../ui/commands/useOnScreen.ts';
import { adjudicateCommands } from '../commands.ts';
import { formatDateTime } from '../../../ui/text/format.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { usePanel } from '../../../ui/layout/usePanel.ts';
import { claimText } from '../claimText.ts';
import { RatingBadge } from '../../../ui/items/RatingBadge.tsx';
import { AnswerTable } from './AnswerTable.tsx';
import { type CaseViewStore, useCase, useCaseView } from './caseContext.ts';
import { ItemTexts } from './ItemTexts.tsx';
import classes from './Case.module.css';

/** Where everything of a case stands: the image, the answers side by side, the decision below. */
export function CaseLayout({
  stageRef,
  table,
  stage,
  writing,
  foot,
  onNext,
  onLeave,
  onOverrule = null,
}: {
  readonly stageRef: RefObject<HTMLDivElement | null>;
  readonly table: RefObject<HTMLDivElement | null>;
  readonly stage: ReactNode;
  readonly writing?: ReactNode;
  readonly foot: ReactNode;
  readonly onNext: () => void;
  readonly onLeave: () => void;
  /** Decides although nobody differs; null where that is not possible. */
  readonly onOverrule?: (() => void) | null;
}) {
  const { itemId, kase, externalId, view, canvas } = useCase();
  const gated = useGated();
  useOnScreen({ name: itemId, isReady: true });
  const [imageShown, toggleImage] = usePanel('adjudicate.image');
  const announcement = useCaseView((shown) => shown.announcement);

  const move = (by: number): void => moveLine(table.current, view, by);
  useArrows(table, view);
  useCommands('adjudicate', [
    {
      ...adjudicateCommands.nextField,
      run: () => {
        move(1);
      },
    },
    {
      ...adjudicateCommands.previousField,
      run: () => {
        move(-1);
      },
    },
    {
      ...adjudicateCommands.table,
      run: () => {
        move(0);
      },
    },
    {
      ...adjudicateCommands.image,
      run: () => {
        canvas.current?.focus();
      },
    },
  ]);
  // What had the focus is gone with the case before: the first disputed field takes it, so that keys go on working.
  useEffect(() => {
    const active = document.activeElement;
    if (active === null || active === document.body)
      table.current?.querySelector<HTMLElement>('tr[data-row]')?.focus({ preventScroll: true });
  }, [table]);

  return (
    <section className={classes['case']} aria-label={`Case: ${externalId}`}>
      <header className={classes['header']}>
        <Tool label="Queue (Alt+Q)" onClick={() => runCommand('adjudicate.queue')}>
          <PanelLeft size={16} aria-hidden />
        </Tool>
        <h2 className={classes['name']}>{externalId}</h2>
        <RatingBadge state={kase.state} consensus={kase.consensus} />
        <Box component="span" flex="none" c="dimmed">
          {counted(kase.columns.length, 'rater')}
          {kase.round > 1 && `, round ${String(kase.round)}`}
        </Box>
        <Box component="span" flex={1} />
        <Tool
          label={imageShown ? 'Hide the image' : 'Show the image'}
          pressed={imageShown}
          onClick={toggleImage}
        >
          <ImageIcon size={16} aria-hidden />
        </Tool>
        <Tool label="Next case (PgDn)" onClick={onNext}>
          <ArrowRight size={16} aria-hidden />
        </Tool>
        <Tool label="Leave the case (Esc)" onClick={onLeave}>
          <X size={16} aria-hidden />
        </Tool>
      </header>
      <CaseNotices onOverrule={onOverrule} />
      <div className={classes['body']} data-image={imageShown || undefined} {...gated}>
        {imageShown && (
          <div ref={stageRef} className={classes['stage']}>
            {stage}
          </div>
        )}
        <div className={classes['answers']}>
          <ItemTexts />
          <AnswerTable table={table}>{writing}</AnswerTable>
          {foot}
        </div>
      </div>
      <VisuallyHidden component="output" aria-live="polite">
        {announcement}
      </VisuallyHidden>
    </section>
  );
}

/** Moves the focus by a number of lines from the current one. */
function moveLine(table: HTMLElement | null, view: CaseViewStore, by: number): void {
  const lines = [...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
  const at = lines.findIndex((line) => line.dataset['row'] === view.getState().focus);
  const next = lines[at < 0 ? 0 : Math.min(lines.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Arrows move from line to line while something in the table has the focus. */
function useArrows(table: RefObject<HTMLDivElement | null>, view: CaseViewStore): void {
  useEffect(() => {
    const area = table.current;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (!(event.target instanceof Element) || event.target.closest('tr[data-row]') === null) return;
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (by === 0) return;
      event.preventDefault();
      moveLine(area, view, by);
    };
    area?.addEventListener('keydown', listen);
    return () => {
      area?.removeEventListener('keydown', listen);
    };
  }, [table, view]);
}

/** What keeps the case from being decided here, and what happened to it before. */
function CaseNotices({ onOverrule }: { readonly onOverrule: (() => void) | null }) {
  const { kase, change } = useCase();
  const { roles } = usePerson();
  const { state, claim, earlier, barred } = kase;
  return (
    <div className={classes['notices']}>
      {state === 'conflict' && <ConflictNotice earlier={earlier} />}
      {barred && state !== 'decided' && roles.includes('adjudicator') && (
        <Notice state="pending" title="You rated this item, so another adjudicator has to decide it">
          You can read the answers. In Settings, a curator can let adjudicators decide cases that they rated.
        </Notice>
      )}
      {claim !== null && !claim.you && (
        <Notice state="pending" title={claimText(claim)}>
          You can read the case. After half an hour without edits, another adjudicator can claim it.
        </Notice>
      )}
      {state === 'unanimous' && <UnanimousNotice onOverrule={onOverrule} />}
      {state === 'waiting' && (
        <Notice state="neutral" title="Not everybody assigned to this item has answered yet" />
      )}
      {state === 'disputed' && change !== null && <ReopenedNotice last={earlier[0]} />}
    </div>
  );
}

function ConflictNotice({ earlier }: Pick<Case, 'earlier'>) {
  const decisions = earlier.filter(({ kind }) => kind === 'decision');
  return (
    <Notice state="disputed" title="Decisions conflict">
      Merged casebooks decided this item differently:{' '}
      {decisions.map(({ person, at }) => `${person} on ${formatDateTime(at)}`).join('; ')}. The item has no
      gold until a new decision replaces them. Its history keeps all of them.
    </Notice>
  );
}

function UnanimousNotice({ onOverrule }: { readonly onOverrule: (() => void) | null }) {
  const { kase, change } = useCase();
  return (
    <Notice state="accepted" title="Raters agree on every compared field">
      {change === null
        ? `There is nothing to decide. ${goldInWords(kase.consensus)}`
        : 'Your decision replaces the gold answer. Leave the case to keep theirs.'}
      {onOverrule !== null && (
        <Button ml="md" size="compact-sm" variant="default" onClick={onOverrule}>
          Decide anyway…
        </Button>
      )}
    </Notice>
  );
}

function ReopenedNotice({ last }: { readonly last: Case['earlier'][number] | undefined }) {
  if (last?.kind !== 'reopening') return null;
  return (
    <Notice state="neutral" title={`Reopened by ${last.person}, ${formatDateTime(last.at)}`}>
      {last.note}
    </Notice>
  );
}

function Tool({
  label,
  pressed,
  onClick,
  children,
}: {
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} aria-pressed={pressed} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Where gold comes from that nobody has to decide on. */
const goldInWords = (consensus: Case['consensus']): string =>
  consensus === null
    ? 'Gold is what the raters say. Where their texts differ, gold takes those of the fullest answer.'
    : `Gold boxes are the median of the raters’ corners: ${consensusInWords(consensus)}.`;

import { ActionIcon, Button, Textarea, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Layers2, Save } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { FixCase } from '../../../../shared/contract/validation.ts';
import type { AnnotationId } from '../../../../shared/base/ids.ts';
import { casebookChanged, useWritable } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { gate } from '../../../ui/commands/theGate.ts';
import { useOnScreen } from '../../../ui/commands/useOnScreen.ts';
import { validateCommands } from '../commands.ts';
import { failureOf, orpc } from '../../../client/index.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { EditionsDrawer } from '../../../ui/items/EditionsDrawer.tsx';
import { saidOf } from '../../../ui/items/saidOf.ts';
import { hasProposal, proposedFor, withProposal, withText } from './fixDraft.ts';
import { useFixDraft } from './useFixDraft.ts';
import { FixField } from './FixField.tsx';
import { Proposals } from './Proposals.tsx';
import classes from './FixPage.module.css';

/** The texts of an item to be changed, with what is proposed, what changes, why, and what follows from it. */
export function FixForm({
  kase,
  imagesKnown,
  proposal,
  place,
  onLeave,
  onSaved,
  onReadAgain,
}: {
  readonly kase: FixCase;
  /** Whether its images, if it has any, are beside the form: each says itself when it is on screen. */
  readonly imagesKnown: boolean;
  /** The answer whose texts are used at once. */
  readonly proposal: AnnotationId | null;
  /** Where it is among the items to fix; null: it is none of them. */
  readonly place: { readonly at: number; readonly of: number } | null;
  readonly onLeave: () => void;
  readonly onSaved: () => void;
  readonly onReadAgain: () => void;
}) {
  const writable = useWritable();
  const { draft, change, drop } = useFixDraft(kase, proposal);
  const [editionsShown, setEditionsShown] = useState(false);
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const reason = useRef<HTMLTextAreaElement>(null);
  const next = kase.number + 1;
  const editable = writable && kase.refusal === null;
  const changed = Object.keys(draft.texts).length;
  useOnScreen({ name: `${kase.id} ${String(kase.number)}`, isReady: imagesKnown });
  const save = useMutation({
    ...orpc.validation.fix.mutationOptions(),
    onSuccess: async ({ number, reopened }) => {
      drop();
      toast(
        `${kase.externalId} is now edition ${String(number)}. ${
          reopened === 0
            ? 'Nobody needs to answer again.'
            : `${counted(reopened, 'person needs', 'people need')} to answer again.`
        }`,
      );
      onSaved();
      await casebookChanged();
    },
  });
  const submit = () => {
    if (!editable || save.isPending) return;
    if (changed === 0 || draft.reason.trim() === '') {
      setMissing(true);
      if (changed > 0) reason.current?.focus();
      return;
    }
    setMissing(false);
    const fix = {
      itemId: kase.id,
      edition: kase.edition,
      texts: draft.texts,
      reason: draft.reason.trim(),
      annotationId: draft.follows,
    };
    // Why it failed stands above the reason.
    void gate.during(async () => save.mutateAsync(fix).catch(() => null));
  };
  const applyNextProposal = () => {
    const { proposals } = kase;
    const at = proposals.findLastIndex((each) => hasProposal(draft, each));
    const found = [...proposals.slice(at + 1), ...proposals.slice(0, at + 1)].find(
      (each) => Object.keys(each.texts).length > 0,
    );
    if (found === undefined) toast('There are no proposals.');
    else change(withProposal(kase, draft, found));
  };
  const applyText = (event?: KeyboardEvent) => {
    const inField =
      event?.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-fix-field]')?.dataset['fixField']
        : undefined;
    const fields = inField === undefined ? kase.texts.map(({ field }) => field) : [inField];
    for (const field of fields) {
      const [found] = proposedFor(kase, draft, field);
      if (found === undefined) continue;
      change({ ...withText(kase, draft, field, found.text), follows: found.annotationId });
      return;
    }
    toast(inField === undefined ? 'There are no proposals.' : 'There are no other proposals for this text.');
  };
  const hasProposals = kase.proposals.some(({ texts }) => Object.keys(texts).length > 0);

  useCommands('validate', [
    {
      ...validateCommands.save,
      title: `Save as edition ${String(next)}`,
      enabled: () => editable,
      run: submit,
    },
    { ...validateCommands.applyProposal, enabled: () => editable && hasProposals, run: applyNextProposal },
    { ...validateCommands.applyText, enabled: () => editable && hasProposals, run: applyText },
    {
      ...validateCommands.reason,
      run: () => {
        reason.current?.focus();
      },
    },
    {
      ...validateCommands.editions,
      run: () => {
        setEditionsShown(!editionsShown);
      },
    },
  ]);
  // What one came from is gone: the keys go on in the form.
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>('[data-fix-field] textarea, [data-fix-field] select')
      ?.focus({ preventScroll: true });
  }, []);

  const field = (text: FixCase['texts'][number]) => (
    <FixField
      key={text.field}
      text={text}
      value={draft.texts[text.field] ?? text.text}
      proposed={proposedFor(kase, draft, text.field)}
      editable={editable}
      onChange={(value, from) => {
        setMissing(false);
        change({
          ...withText(kase, draft, text.field, value),
          ...(from !== undefined && { follows: from }),
        });
      }}
    />
  );

  return (
    <form
      ref={form}
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <header className={classes['header']}>
        <div className={classes['line']}>
          <Tooltip label="Items to fix (Alt+L)">
            <ActionIcon aria-label="Back to the items to fix" onClick={onLeave}>
              <ArrowLeft size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <h2 title={kase.externalId}>{kase.externalId}</h2>
          {place !== null && (
            <span className={classes['place']}>
              {place.at} of {place.of}
            </span>
          )}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Layers2 size={14} aria-hidden />}
            title="Editions of this item (Alt+V)"
            onClick={() => {
              setEditionsShown(true);
            }}
          >
            Edition {kase.number}
          </Button>
        </div>
      </header>
      <div className={classes['body']}>
        {kase.refusal !== null && (
          <Notice state="pending" title="You cannot fix it now">
            {kase.refusal}
          </Notice>
        )}
        <Proposals
          kase={kase}
          draft={draft}
          editable={editable}
          onApply={(each) => {
            change(withProposal(kase, draft, each));
          }}
        />
        {kase.texts.map(field)}
        {kase.details.length > 0 && <h3 className={classes['kind']}>Details</h3>}
        {kase.details.map(field)}
      </div>
      <footer className={classes['foot']}>
        {save.error !== null && (
          <Notice state="disputed" title="The edition could not be saved">
            {failureOf(save.error).message} {failureOf(save.error).hint ?? 'Your text stays here.'}{' '}
            {failureOf(save.error).code === 'conflict' && (
              <Button size="compact-xs" variant="default" onClick={onReadAgain}>
                Reload item
              </Button>
            )}
          </Notice>
        )}
        <Textarea
          ref={reason}
          label="Why"
          required
          autosize
          minRows={1}
          maxRows={4}
          value={draft.reason}
          readOnly={!editable}
          error={
            missing && draft.reason.trim() === ''
              ? 'A fix needs a reason, which the item’s history keeps.'
              : undefined
          }
          onChange={(event) => {
            change({ ...draft, reason: event.currentTarget.value });
          }}
        />
        <div className={classes['end']}>
          <Consequence kase={kase} changed={changed} missing={missing} />
          {writable && (
            <Button
              type="submit"
              style={{ flex: 'none' }}
              leftSection={<Save size={14} aria-hidden />}
              rightSection={<KeyCaps value="Ctrl+Enter" />}
              loading={save.isPending}
              disabled={!editable}
            >
              Save as edition {next}
            </Button>
          )}
        </div>
      </footer>
      <EditionsDrawer
        itemId={kase.id}
        opened={editionsShown}
        onClose={() => {
          setEditionsShown(false);
        }}
      />
    </form>
  );
}

/** What becomes of what was said of the item so far. */
function Consequence({
  kase,
  changed,
  missing,
}: {
  readonly kase: FixCase;
  readonly changed: number;
  readonly missing: boolean;
}) {
  const editions = useQuery(orpc.validation.editions.queryOptions({ input: { itemId: kase.id } })).data;
  const current = editions?.find(({ isCurrent }) => isCurrent);
  const said = current === undefined ? null : saidOf(current.ratings, current.responses);
  if (changed === 0)
    return (
      <p className={classes['consequence']} role={missing ? 'alert' : undefined}>
        {missing ? 'Nothing is changed yet, so there is no edition to save.' : 'Nothing is changed yet.'}
      </p>
    );
  return (
    <p className={classes['consequence']}>
      {counted(changed, 'text')} changed.{' '}
      {said === null
        ? 'This edition has no answers yet.'
        : `${said} of edition ${String(kase.number)} stay readable as outdated.`}{' '}
      {kase.reopens === 0
        ? 'Nobody needs to answer again.'
        : `${counted(kase.reopens, 'person needs', 'people need')} to answer again, blind.`}
    </p>
  );
}

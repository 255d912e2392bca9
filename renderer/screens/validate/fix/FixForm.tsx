import { ActionIcon, Box, Button, Group, Textarea, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Layers2, Save } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { FixCase } from '../../../../shared/contract/validation.ts';
import type { AnnotationId } from '../../../../shared/base/ids.ts';
import { casebookChanged, useWritable } from '../../../ui/window/applicationState.ts';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { gate } from '../../../ui/commands/theGate.ts';
import { useOnScreen } from '../../../ui/commands/useOnScreen.ts';
import { validateCommands } from '../commands.ts';
import { failureOf, orpc } from '../../../client/index.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { EditionsDrawer } from '../../../ui/items/EditionsDrawer.tsx';
import { saidOf } from '../../../ui/items/saidOf.ts';
import {
  type FixDraft,
  hasProposals,
  nextProposal,
  proposedFor,
  withProposal,
  withProposedText,
  withText,
} from './fixDraft.ts';
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
  const editable = writable && kase.refusal === null;
  const changed = Object.keys(draft.texts).length;
  useOnScreen({ name: `${kase.id} ${String(kase.number)}`, isReady: imagesKnown });
  const save = useSaveFix(kase.externalId, () => {
    drop();
    onSaved();
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
    // Why it failed is above the reason.
    void gate.during(async () => save.mutateAsync(fix).catch(() => null));
  };
  useCommands('validate', [
    {
      ...validateCommands.save,
      title: `Save as edition ${String(kase.number + 1)}`,
      enabled: () => editable,
      run: submit,
    },
    ...proposalCommands(kase, draft, editable, change),
    {
      ...validateCommands.reason,
      run: () => {
        reason.current?.focus();
      },
    },
    {
      ...validateCommands.editions,
      run: () => setEditionsShown(!editionsShown),
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
      <FixHeader kase={kase} place={place} onLeave={onLeave} onEditions={() => setEditionsShown(true)} />
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
          onApply={(each) => change(withProposal(kase, draft, each))}
        />
        {kase.texts.map(field)}
        {kase.details.length > 0 && <h3 className={classes['kind']}>Details</h3>}
        {kase.details.map(field)}
      </div>
      <FixFoot
        kase={kase}
        draft={draft}
        reason={reason}
        missing={missing}
        editable={editable}
        save={save}
        onReason={(text) => change({ ...draft, reason: text })}
        onReadAgain={onReadAgain}
      />
      <EditionsDrawer itemId={kase.id} opened={editionsShown} onClose={() => setEditionsShown(false)} />
    </form>
  );
}

function FixHeader({
  kase,
  place,
  onLeave,
  onEditions,
}: {
  readonly kase: FixCase;
  readonly place: { readonly at: number; readonly of: number } | null;
  readonly onLeave: () => void;
  readonly onEditions: () => void;
}) {
  return (
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
          onClick={onEditions}
        >
          Edition {kase.number}
        </Button>
      </div>
    </header>
  );
}

/** The field of the form that an element is in, if any. */
const fixFieldOf = (element: EventTarget | null): string | undefined =>
  element instanceof Element
    ? element.closest<HTMLElement>('[data-fix-field]')?.dataset['fixField']
    : undefined;

/** The keys that put proposed texts into the draft: all of the next proposal, or one for the field that has the focus. */
function proposalCommands(
  kase: FixCase,
  draft: FixDraft,
  editable: boolean,
  change: (next: FixDraft) => void,
): readonly Command[] {
  const applyNextProposal = () => {
    const found = nextProposal(kase, draft);
    if (found === undefined) toast('There are no proposals.');
    else change(withProposal(kase, draft, found));
  };
  const applyText = (event?: KeyboardEvent) => {
    const inField = fixFieldOf(event?.target ?? null);
    const fields = inField === undefined ? kase.texts.map(({ field }) => field) : [inField];
    const next = withProposedText(kase, draft, fields);
    if (next !== null) change(next);
    else
      toast(
        inField === undefined ? 'There are no proposals.' : 'There are no other proposals for this text.',
      );
  };
  const mayPropose = () => editable && hasProposals(kase);
  return [
    { ...validateCommands.applyProposal, enabled: mayPropose, run: applyNextProposal },
    { ...validateCommands.applyText, enabled: mayPropose, run: applyText },
  ];
}

/** Saves an edition of an item and tells who has to answer again. */
function useSaveFix(externalId: string, onSaved: () => void) {
  return useMutation({
    ...orpc.validation.fix.mutationOptions(),
    onSuccess: async ({ number, reopened }) => {
      toast(`${externalId} is now edition ${String(number)}. ${reopenedInWords(reopened)}`);
      onSaved();
      await casebookChanged();
    },
  });
}

const reopenedInWords = (people: number): string =>
  people === 0
    ? 'Nobody needs to answer again.'
    : `${counted(people, 'person needs', 'people need')} to answer again.`;

/** Why the texts change, what follows from it, and the button that saves them. */
function FixFoot({
  kase,
  draft,
  reason,
  missing,
  editable,
  save,
  onReason,
  onReadAgain,
}: {
  readonly kase: FixCase;
  readonly draft: FixDraft;
  readonly reason: RefObject<HTMLTextAreaElement | null>;
  /** Whether it was to be saved without a change or a reason. */
  readonly missing: boolean;
  readonly editable: boolean;
  readonly save: { readonly error: Error | null; readonly isPending: boolean };
  readonly onReason: (text: string) => void;
  readonly onReadAgain: () => void;
}) {
  const writable = useWritable();
  const changed = Object.keys(draft.texts).length;
  return (
    <footer className={classes['foot']}>
      {save.error !== null && <NotSaved error={save.error} onReadAgain={onReadAgain} />}
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
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <Group gap="lg" wrap="nowrap" justify="space-between">
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
            Save as edition {kase.number + 1}
          </Button>
        )}
      </Group>
    </footer>
  );
}

/** Why an edition was not saved. */
function NotSaved({ error, onReadAgain }: { readonly error: Error; readonly onReadAgain: () => void }) {
  const { message, hint, code } = failureOf(error);
  return (
    <Notice state="disputed" title="The edition could not be saved">
      {message} {hint ?? 'Your text stays here.'}{' '}
      {code === 'conflict' && (
        <Button size="compact-xs" variant="default" onClick={onReadAgain}>
          Reload item
        </Button>
      )}
    </Notice>
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
      <Box component="p" c="dimmed" fz="xs" role={missing ? 'alert' : undefined}>
        {missing ? 'Nothing is changed yet, so there is no edition to save.' : 'Nothing is changed yet.'}
      </Box>
    );
  return (
    <Box component="p" c="dimmed" fz="xs">
      {counted(changed, 'text')} changed.{' '}
      {said === null
        ? 'This edition has no answers yet.'
        : `${said} of edition ${String(kase.number)} stay readable as outdated.`}{' '}
      {kase.reopens === 0
        ? 'Nobody needs to answer again.'
        : `${counted(kase.reopens, 'person needs', 'people need')} to answer again, blind.`}
    </Box>
  );
}

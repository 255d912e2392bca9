import { Button, Stack, Table, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { InvitationInWords } from '../../../shared/contract/hub.ts';
import { type Failure, failureOf, orpc } from '../../client/index.ts';
import { Notice } from '../feedback/Notice.tsx';
import { toastFailure } from '../feedback/toast.tsx';
import { useFocusFirst } from '../layout/useFocusFirst.ts';
import { type StreamedWork, useStreamedWork } from '../work/useStreamedWork.ts';
import { WorkDialog, WorkForm } from '../work/WorkDialog.tsx';
import { hubRoleDuties, hubRoleTitles } from './hubWords.ts';

interface InvitationProps<T> {
  readonly onClose: () => void;
  /** What the button says that uses the invitation: a verb. */
  readonly action: string;
  /** As whom somebody connects, where the invitation leaves that open. */
  readonly self?: string;
  /** What using it will do. */
  readonly about: (invitation: InvitationInWords) => string;
  /** What else has to be said before. */
  readonly field?: ReactNode;
  /** Why it is of no use here, and what to do; null where it is. */
  readonly whyNot?: (
    invitation: InvitationInWords,
  ) => { readonly title: string; readonly text: string } | null;
  /** What cancelling leaves behind, in words. */
  readonly cancelled: string;
  /** Uses it. */
  readonly use: (
    text: string,
    signal: AbortSignal,
    invitation: InvitationInWords,
  ) => ReturnType<Parameters<StreamedWork<T>['start']>[0]>;
  /** Null: it was cancelled or failed. */
  readonly onEnd: (result: T | null) => void | Promise<void>;
}

/** Pastes an invitation, shows what it is for, then uses it. */
export function InvitationDialog<T>({
  opened,
  title,
  ...props
}: InvitationProps<T> & { readonly opened: boolean; readonly title: string }) {
  return (
    <WorkDialog opened={opened} onClose={props.onClose} title={title}>
      <Paste {...props} />
    </WorkDialog>
  );
}

function Paste<T>(props: InvitationProps<T>) {
  const [text, setText] = useState('');
  const look = useMutation(orpc.hub.look.mutationOptions());
  if (look.data !== undefined)
    return <Use {...props} text={text} invitation={look.data} onBack={look.reset} />;
  return (
    <Ask
      text={text}
      asking={look.isPending}
      failure={look.error === null ? null : failureOf(look.error)}
      onChange={(changed) => {
        setText(changed);
        look.reset();
      }}
      onAsk={() => look.mutate({ invitation: text })}
    />
  );
}

function Ask({
  text,
  asking,
  failure,
  onChange,
  onAsk,
}: {
  readonly text: string;
  readonly asking: boolean;
  readonly failure: Failure | null;
  readonly onChange: (text: string) => void;
  readonly onAsk: () => void;
}) {
  const field = useFocusFirst<HTMLTextAreaElement>();
  const ask = () => {
    if (text.trim() !== '' && !asking) onAsk();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <Stack gap="md" align="stretch">
        <Textarea
          ref={field}
          label="Invitation"
          description="Paste the whole text that you were sent. It begins with casebook-hub:"
          data-autofocus
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            // A new line means nothing here.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            ask();
          }}
        />
        {failure !== null && (
          <Notice state="disputed" title={failure.message}>
            {failure.hint}
          </Notice>
        )}
        <Button
          type="submit"
          style={{ alignSelf: 'flex-end' }}
          loading={asking}
          disabled={text.trim() === ''}
        >
          Check invitation
        </Button>
      </Stack>
    </form>
  );
}

function Use<T>({
  text,
  invitation,
  action,
  self,
  about,
  field,
  whyNot,
  cancelled,
  use,
  onEnd,
  onBack,
}: InvitationProps<T> & {
  readonly text: string;
  readonly invitation: InvitationInWords;
  readonly onBack: () => void;
}) {
  const work = useStreamedWork<T>();
  // The button that led here is gone.
  const first = useFocusFirst<HTMLButtonElement>();
  const { title, address, person, role } = invitation;
  const obstacle = whyNot?.(invitation) ?? null;
  const rows = [
    ['Casebook', title],
    ['Hub', address],
    ['Person', person === '' ? (self ?? 'The person who connects') : person],
    ['Role', `${hubRoleTitles[role]}: ${hubRoleDuties[role]}`],
  ] as const;
  const run = async () => {
    const result = await work.start((signal) => use(text, signal, invitation));
    try {
      await onEnd(result);
    } catch (error) {
      toastFailure('The window may show an older state', error);
    }
  };
  return (
    <WorkForm
      work={work}
      cancelled={cancelled}
      onSubmit={() => void run()}
      actions={
        <>
          <Button variant="default" ref={obstacle === null ? undefined : first} onClick={onBack}>
            Back
          </Button>
          {obstacle === null && (
            <Button type="submit" ref={first}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <Table aria-label="What the invitation is for" withRowBorders={false} verticalSpacing={2}>
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label} style={{ verticalAlign: 'top' }}>
              <Table.Th scope="row" w={104} pl={0} fw={400} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {obstacle === null ? (
        <>
          <Text>{about(invitation)}</Text>
          {field}
        </>
      ) : (
        <Notice state="pending" title={obstacle.title}>
          {obstacle.text}
        </Notice>
      )}
    </WorkForm>
  );
}

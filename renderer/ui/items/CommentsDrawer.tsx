import { Button, Drawer, Group, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, MessageSquare, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import type { Comment } from '../../../shared/contract/comments.ts';
import type { CommentId, ItemId } from '../../../shared/base/ids.ts';
import { client, orpc } from '../../client/index.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { formatAgo, formatDateTime } from '../text/format.ts';
import { LoadingState } from '../feedback/LoadingState.tsx';
import { useTextDraft } from '../form/useFormDraft.ts';
import { toastFailure } from '../feedback/toast.tsx';
import { itemsChanged, useApplicationState, usePerson } from '../window/applicationState.ts';
import classes from './CommentsDrawer.module.css';

/** What people say to each other about an item, in threads, beside whatever one is at. */
export function CommentsDrawer({
  itemId,
  opened,
  onClose,
}: {
  readonly itemId: ItemId;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title="Comments"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Threads itemId={itemId} />}
    </Drawer>
  );
}

/** How many threads on an item are open, as it is known now; `known` until it is read. */
export function useOpenComments(itemId: ItemId, known: number): number {
  const { data } = useQuery(orpc.comments.list.queryOptions({ input: { itemId } }));
  return data?.comments.filter(({ threadId, resolved }) => threadId === null && !resolved).length ?? known;
}

/** Opens the comments on an item, with how many threads are open. */
export function CommentsButton({
  itemId,
  open: known,
}: {
  readonly itemId: ItemId;
  /** How many threads are open. */
  readonly open: number;
}) {
  const open = useOpenComments(itemId, known);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        title="Comments on this item"
        aria-label={open === 0 ? 'Comments' : counted(open, 'open comment')}
        leftSection={<MessageSquare size={14} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {open === 0 ? 'Comments' : String(open)}
      </Button>
      <CommentsDrawer itemId={itemId} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function Threads({ itemId }: { readonly itemId: ItemId }) {
  const readOnly = useApplicationState().data?.casebook?.readOnly != null;
  const list = useQuery({ ...orpc.comments.list.queryOptions({ input: { itemId } }), staleTime: 0 });
  if (list.error !== null && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingState label="Reading the comments" />;
  const { hidden, comments } = list.data;
  const threads = comments.filter(({ threadId }) => threadId === null);
  const changed = () => {
    void list.refetch();
    void itemsChanged();
  };
  return (
    <>
      {hidden && (
        <Text c="dimmed" mb="sm">
          You see only your own comments: others’ stay hidden until your work on this item is done.
        </Text>
      )}
      {threads.length === 0 && !hidden && (
        <Text c="dimmed" mb="sm">
          No comments yet. Ask a question or leave a note for the others.
        </Text>
      )}
      <ol className={classes['threads']} aria-label="Comments">
        {threads.map((thread) => (
          <Thread
            key={thread.id}
            thread={thread}
            answers={comments.filter(({ threadId }) => threadId === thread.id)}
            itemId={itemId}
            readOnly={readOnly}
            onChanged={changed}
          />
        ))}
      </ol>
      {!readOnly && <Write itemId={itemId} threadId={null} onDone={changed} />}
    </>
  );
}

function Thread({
  thread,
  answers,
  itemId,
  readOnly,
  onChanged,
}: {
  readonly thread: Comment;
  readonly answers: readonly Comment[];
  readonly itemId: ItemId;
  readonly readOnly: boolean;
  readonly onChanged: () => void;
}) {
  const { id, resolved, text } = thread;
  const [opened, setOpened] = useState(false);
  const [answering, setAnswering] = useState(false);
  const resolve = useMutation({
    mutationFn: async () => client.comments.resolve({ id, resolved: !resolved }),
    onSuccess: () => {
      setOpened(false);
      onChanged();
    },
    onError: (error) => toastFailure('Nothing was changed', error),
  });
  if (resolved && !opened)
    return (
      <li className={classes['thread']} data-resolved>
        <button
          type="button"
          className={classes['folded']}
          aria-expanded={false}
          onClick={() => setOpened(true)}
        >
          <Check size={13} aria-hidden /> <span>Resolved: {text}</span>
        </button>
      </li>
    );
  return (
    <li className={classes['thread']} data-resolved={resolved || undefined}>
      {[thread, ...answers].map((comment) => (
        <Said key={comment.id} comment={comment} readOnly={readOnly} onRemoved={onChanged} />
      ))}
      {!readOnly && (
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => setAnswering(!answering)}>
            Reply
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            loading={resolve.isPending}
            leftSection={resolved ? <RotateCcw size={12} aria-hidden /> : <Check size={12} aria-hidden />}
            onClick={() => resolve.mutate()}
          >
            {resolved ? 'Reopen' : 'Resolve'}
          </Button>
        </Group>
      )}
      {answering && (
        <Write
          itemId={itemId}
          threadId={id}
          onDone={() => {
            setAnswering(false);
            onChanged();
          }}
        />
      )}
    </li>
  );
}

function Said({
  comment,
  readOnly,
  onRemoved,
}: {
  readonly comment: Comment;
  readonly readOnly: boolean;
  readonly onRemoved: () => void;
}) {
  const { id, personId, person, text, createdAt, threadId } = comment;
  const me = usePerson();
  const mayRemove = !readOnly && (me.id === personId || me.roles.includes('curator'));
  const remove = async () => {
    const agreed = await confirm({
      title: 'Remove this comment?',
      message:
        threadId === null
          ? 'Its replies go with it. The history keeps the text.'
          : 'The history keeps the text.',
      action: 'Remove',
      dangerous: true,
    });
    if (!agreed) return;
    try {
      await client.comments.remove({ id });
      onRemoved();
    } catch (error) {
      toastFailure('The comment was not removed', error);
    }
  };
  return (
    <article className={classes['said']} data-reply={threadId !== null || undefined}>
      <header>
        <strong>{person}</strong>
        <time dateTime={new Date(createdAt).toISOString()} title={formatDateTime(createdAt)}>
          {formatAgo(createdAt)}
        </time>
        {mayRemove && (
          <button type="button" className={classes['remove']} onClick={() => void remove()}>
            Remove
          </button>
        )}
      </header>
      <p>{text}</p>
    </article>
  );
}

function Write({
  itemId,
  threadId,
  onDone,
}: {
  readonly itemId: ItemId;
  readonly threadId: CommentId | null;
  readonly onDone: () => void;
}) {
  const [text, change] = useTextDraft(`comment ${itemId} ${threadId ?? ''}`, 'Comment');
  const add = useMutation({
    mutationFn: async () => client.comments.add({ itemId, threadId, text }),
    onSuccess: () => {
      change('');
      onDone();
    },
    onError: (error) => toastFailure('The comment was not saved', error),
  });
  const send = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate();
  };
  return (
    <form
      className={classes['write']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label={threadId === null ? 'New comment' : 'Reply'}
        placeholder={threadId === null ? 'Write a comment' : 'Write a reply'}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        data-autofocus
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          send();
        }}
      />
      <Button type="submit" title="Send (Ctrl+Enter)" loading={add.isPending} disabled={text.trim() === ''}>
        {threadId === null ? 'Comment' : 'Reply'}
      </Button>
    </form>
  );
}

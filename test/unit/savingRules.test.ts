import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { failedCall, type FailureKind } from '../../renderer/save/failedCall.ts';
import { afterFailedEdit, type AfterFailedEdit } from '../../renderer/save/document/failedEdit.ts';
import { departure } from '../../renderer/save/document/leftBehind.ts';
import { countFrozen, type PendingCommand, type PendingEdit } from '../../renderer/save/document/pending.ts';
import { stepsAfter, withChange } from '../../renderer/save/document/savedDocument.ts';
import { pauseAfter } from '../../renderer/save/queue.ts';
import type { ErrorCode } from '../../shared/base/errors.ts';
import { DeskServer } from '../helpers/deskServer.ts';

const document = new DeskServer({}).document();

const refusal = (code: ErrorCode) => new ORPCError('FAILED', { message: 'No.', data: { code, hint: null } });

function edit(name: string): PendingEdit {
  const record = { type: 'field', name, value: 'x' } as const;
  const diff = { added: { [`field:${name}`]: record }, updated: {}, removed: {} };
  return { kind: 'edit', diff, mark: name, typed: false, since: 0, until: 0, activeMilliseconds: 10 };
}

function command(kind: PendingCommand['kind']): PendingCommand {
  const nothing = (): void => undefined;
  return { kind, run: () => Promise.resolve(document), done: nothing, failed: nothing };
}

describe('a failed call', () => {
  it.each<[string, unknown, FailureKind]>([
    ['a conflict', refusal('conflict'), 'refused'],
    ['another window', refusal('taken_over'), 'refused'],
    ['nothing there', refusal('not_found'), 'not there'],
    ['a full disk', refusal('disk_full'), 'not done'],
    ['a defect', refusal('internal'), 'unknown'],
    ['a lost connection', new TypeError('Failed to fetch'), 'unknown'],
  ])('by %s leaves the work accordingly', (_, error, kind) => {
    expect(failedCall(error).kind).toBe(kind);
  });

  it.each([
    [1, 500],
    [2, 1000],
    [5, 8000],
    [60, 8000],
  ])('is tried again, number %i after %i ms', (attempts, pause) => {
    expect(pauseAfter(attempts)).toBe(pause);
  });
});

describe('an edit that the core did not take', () => {
  it.each<[string, ErrorCode, readonly [number, number, number], AfterFailedEdit]>([
    ['waits for the disk', 'disk_full', [3, 0, -1], 'retry'],
    ['may be on disk', 'internal', [3, 0, -1], 'retry unsure'],
    ['does not fit, with no call under way', 'conflict', [3, 3, -1], 'refuse'],
    ['may not fit because of a lost call', 'conflict', [3, 4, -1], 'ask'],
    ['does not fit after it was asked', 'conflict', [3, 4, 3], 'refuse'],
    ['is asked about again at the next revision', 'conflict', [4, 5, 3], 'ask'],
    ['is not valid', 'invalid_input', [3, 4, -1], 'refuse'],
    ['has no document', 'not_found', [3, 4, -1], 'refuse'],
  ])('%s', (_, code, [saved, reach, askedAt], after) => {
    expect(afterFailedEdit(failedCall(refusal(code)), { saved, reach, askedAt })).toBe(after);
  });

  it.each([
    [true, false, 2],
    [true, true, 2],
    [false, true, 1],
    [false, false, 0],
  ])('is not squashed into (uncertain %s, busy %s): %i', (isUncertain, isBusy, count) => {
    expect(countFrozen([edit('a'), edit('b')], { isUncertain, isBusy })).toBe(count);
  });
});

describe('the steps of undo', () => {
  it.each([
    ['nothing', [], [false, false]],
    ['an edit', ['edit'], [true, false]],
    ['an edit and its undoing', ['edit', 'undo'], [true, true]],
    ['all that and a redo', ['undo', 'redo'], [true, true]],
    ['an edit after an undo', ['undo', 'edit'], [true, false]],
    ['a submission', ['submit'], [false, false]],
  ] as const)('count %s that waits', (_, kinds, [canUndo, canRedo]) => {
    const queue = kinds.map((kind) => ({ kind }));
    expect(stepsAfter({ canUndo: false, canRedo: false }, queue)).toEqual({ canUndo, canRedo });
  });

  it.each([
    ['draft', 1],
    ['submitted', 2],
  ] as const)('lead from a %s document to a draft of version %i', (state, version) => {
    const result = { diff: edit('a').diff, revision: 9, canUndo: true, canRedo: false };
    expect(withChange({ ...document, state, version: 1 }, result)).toMatchObject({
      state: 'draft',
      version,
      revision: 9,
      canUndo: true,
      records: { 'field:a': { value: 'x' } },
    });
  });
});

describe('a page that goes away', () => {
  const saved = { edition: document.edition, revision: 5 };
  const [a, b] = [edit('a'), edit('b')];
  const undone: PendingEdit = {
    ...edit('a'),
    diff: { added: {}, updated: {}, removed: a.diff.added },
  };

  it('leaves nothing where everything is saved', () => {
    expect(departure(saved, [], null, 5)).toBeNull();
  });

  it.each([
    ['what waits, after what is saved', [a, b], null, 0, { revision: 5, milliseconds: 20 }, 6],
    ['what waits, after what is under way', [a, b], a, 0, { revision: 6, milliseconds: 10 }, 7],
    ['what waits, after an undo', [a], command('undo'), 0, { revision: 6, milliseconds: 10 }, 7],
    ['what waits, after a submission', [a], command('submit'), 0, { revision: 5, milliseconds: 10 }, 6],
    ['nothing beside what is under way', [a], a, 0, null, 6],
    ['nothing where it was taken back', [a, undone], null, 0, null, 5],
    ['nothing, and knows how far lost calls reach', [], null, 8, null, 8],
  ] as const)('sends %s', (_, edits, underWay, reach, last, reached) => {
    const leaving = departure(saved, edits, underWay, reach);
    expect(leaving?.left).toMatchObject({ revision: 5, reach: reached, edits });
    const sent = leaving?.last ?? null;
    expect(sent === null ? null : { revision: sent.revision, milliseconds: sent.activeMilliseconds }).toEqual(
      last,
    );
  });
});

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { useCommands } from '../../renderer/ui/commands/commands.ts';
import { deskCommands } from '../../renderer/ui/commands/deskCommands.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import DeskForm from '../../renderer/benchmarks/observatory/DeskForm.tsx';
import { DeskContext, type DeskContextValue, problemsOf } from '../../renderer/ui/form/context.ts';
import { createEditing } from '../../renderer/ui/form/deskEditor.ts';
import { DeskSession } from '../../renderer/save/document/session.ts';
import { giveDigit } from '../../renderer/ui/form/useDigits.ts';
import { createDeskView, type DeskViewStore } from '../../renderer/ui/form/view.ts';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import { withProposal } from '../../shared/benchmarks/observatory/proposals.ts';
import {
  answerOf,
  type DocumentRecord,
  fieldRecords,
  type RegionRecord,
  regionsOf,
  toRecords,
} from '../../shared/domain/document.ts';
import type { Box } from '../../shared/base/geometry.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { DeskServer } from '../helpers/deskServer.ts';
import { present } from '../helpers/present.ts';
import { casebookOf } from './casebook.ts';
import { regionRecord } from '../helpers/regions.ts';

const SIDE = 256;
const imageId = (position: number): ImageId =>
  ImageId.parse(`01890000-0000-7000-8000-0000000000${String(position).padStart(2, '0')}`);

const casebook = casebookOf({ benchmark: 'observatory' });

let boxes = 0;
function box(label: string, { x, y, width, height }: Box, by?: string): RegionRecord {
  boxes += 1;
  return regionRecord({
    id: RegionId.parse(`01890000-0000-7000-8000-0000000001${String(boxes).padStart(2, '0')}`),
    imageId: imageId(0),
    label,
    x,
    y,
    width,
    height,
    attributes: by === undefined ? {} : withProposal({ x, y, width, height }, by),
    order: boxes,
  });
}
const at = (x: number, y: number): Box => ({ x, y, width: 40, height: 20 });

const FACE = () => [
  box('left_eye', at(60, 80), 'a detector'),
  box('right_eye', at(150, 80), 'a detector'),
  box('nose', at(110, 110), 'a detector'),
  box('mouth', at(110, 180), 'a detector'),
];

let session: DeskSession;
let view: DeskViewStore;
let submitted = 0;

beforeEach(() => installShortcuts());
beforeEach(() => {
  submitted = 0;
});

afterEach(() => {
  session.dispose();
  queryClient.clear();
});

function Desk() {
  const task = present(observatory.tasks[0]);
  const vocabulary = observatory.vocabulary.initial;
  const records = useStore(session.store, (state) => state.records);
  const value = useMemo<DeskContextValue>(
    () => ({
      session,
      view,
      benchmark: observatory,
      task,
      vocabulary,
      asked: null,
      readOnly: false,
      hasCover: false,
      editing: createEditing(session, view, false, observatory.proposals),
      canvas: { current: null },
      problems: problemsOf(task, vocabulary, {}, records, session.images.getState(), null),
    }),
    [task, vocabulary, records],
  );
  useCommands('desk', [{ ...deskCommands.submit, run: () => (submitted += 1) }]);
  return (
    <DeskContext value={value}>
      <DeskForm />
    </DeskContext>
  );
}

/** The form on a face with these boxes and variants. */
function open(regions: readonly RegionRecord[], variants = 0): void {
  const answer = observatory.tasks[0]?.initialAnswer({ domain: 'CELEB' }) ?? {};
  const images = Array.from({ length: variants + 1 }, (_, position): DocumentRecord => ({
    type: 'image',
    position,
    role: position === 0 ? 'original' : 'variant',
    name: `${String(position)}.png`,
    imageId: imageId(position),
  }));
  const server = new DeskServer(toRecords([...fieldRecords(answer), ...images, ...regions]));
  session = new DeskSession(server.document(), server, null, () => Promise.resolve([]));
  session.learn(
    images.map((_, position) => ({
      id: imageId(position),
      format: 'png',
      bytes: 1,
      width: SIDE,
      height: SIDE,
      origin: null,
      url: null,
      licence: null,
      attribution: null,
      redistributable: null,
      derivedFrom: null,
      derivation: null,
      createdBy: null,
      createdAt: 0,
    })),
  );
  view = createDeskView();
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={casebook}>
          <Desk />
        </CasebookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const records = () => session.store.getState().records;
const answer = () => answerOf(records());
const labels = () => regionsOf(records()).map(({ label }) => label);
/** What the checklist says of an attribute. */
function row(name: string): string {
  const list = screen.getByRole('list', { name: 'Attributes of the original' });
  const line = within(list)
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(name));
  return line?.textContent ?? '';
}

/** As the canvas does it: one edit of the document. */
function edit(change: (before: readonly RegionRecord[]) => readonly RegionRecord[]): void {
  act(() => {
    createEditing(session, view, false, observatory.proposals).change((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([, { type }]) => type !== 'region')),
      ...toRecords(change(regionsOf(before))),
    }));
  });
}

it('the checklist fills itself in, and the next missing attribute is armed', () => {
  open([]);
  expect(screen.getByText('4 missing')).toBeVisible();
  expect(view.getState().armed).toBe('left_eye');
  expect(row('Left eye')).toContain('next');
  edit(() => [box('left_eye', at(60, 80))]);
  expect(screen.getByText('3 missing')).toBeVisible();
  expect(row('Left eye')).toContain('40 x 20');
  expect(view.getState().armed).toBe('right_eye');
  expect(row('Right eye')).toContain('next');
  expect(row('Nose')).toContain('missing');
});

it('a digit goes to the attribute: its box is selected, or it is what is drawn next', () => {
  const nose = box('nose', at(110, 110));
  open([nose]);
  act(() => {
    expect(giveDigit(3)).toBe(true);
  });
  expect(view.getState().selection).toEqual([nose.id]);
  act(() => {
    expect(giveDigit(4)).toBe(true);
  });
  expect(view.getState()).toMatchObject({ armed: 'mouth', selection: [] });
  expect(giveDigit(5)).toBe(false);
});

it('an eye is copied to the other side about the middle of the nose', async () => {
  open([box('left_eye', at(60, 80)), box('nose', { x: 118, y: 100, width: 20, height: 40 })]);
  await userEvent.keyboard('m');
  const copy = regionsOf(records()).find(({ label }) => label === 'right_eye');
  // The nose's middle is at 128: from 60 to 100 becomes from 156 to 196.
  expect(copy).toMatchObject({ x: 156, y: 80, width: 40, height: 20, attributes: {} });
  expect(view.getState().selection).toEqual([copy?.id]);
});

it('what cannot be seen needs no box: one that was proposed is rejected with it, and comes back with undo', async () => {
  open(FACE());
  act(() => {
    giveDigit(4);
  });
  await userEvent.keyboard('v');
  expect(labels()).toEqual(['left_eye', 'right_eye', 'nose']);
  expect(answer()).toMatchObject({
    notVisible: ['mouth'],
    rejected: [{ label: 'mouth', by: 'a detector', x1: 110, y1: 180, x2: 150, y2: 200 }],
  });
  expect(row('Mouth')).toContain('not visible');
  expect(screen.getByText('complete')).toBeVisible();
  expect(screen.getByText('3 boxes from a detector: 3 as proposed, 0 changed, 1 rejected.')).toBeVisible();
  await act(async () => session.store.undo());
  expect(labels()).toHaveLength(4);
  expect(answer()).toMatchObject({ notVisible: [], rejected: [] });
});

it('a box stays marked as proposed until somebody accepts it, which submits and notes that it was looked at', async () => {
  open(FACE());
  expect(row('Nose')).toContain('40 x 20, proposed');
  expect(screen.getByText('not verified yet')).toBeVisible();
  edit((before) => before.map((each) => (each.label === 'nose' ? { ...each, x: each.x + 3 } : each)));
  expect(screen.getByText('4 boxes from a detector: 3 as proposed, 1 changed.')).toBeVisible();
  await userEvent.keyboard('y');
  expect(submitted).toBe(1);
  expect(answer()['verified']).toBe(true);
  expect(row('Nose')).not.toContain('proposed');
  expect(screen.getByText('verified')).toBeVisible();
});

it('boxes that a person drew are accepted without a word on proposals', async () => {
  open(FACE().map((each) => ({ ...each, attributes: {} })));
  expect(screen.queryByText('Proposed boxes')).toBeNull();
  await userEvent.keyboard('y');
  expect(submitted).toBe(1);
  expect(answer()['verified']).toBe(false);
});

it('variants are confirmed one by one or all at once, but for exceptions', async () => {
  open(FACE(), 3);
  await userEvent.keyboard('.');
  expect(view.getState().panes).toEqual([{ position: 1, caption: 'Variant 1: 1.png' }]);
  await userEvent.keyboard('x');
  expect(answer()['exceptions']).toEqual({ 1: 'the layout has changed' });
  await userEvent.keyboard('{Shift>}K{/Shift}');
  expect(answer()['confirmed']).toEqual(['2', '3']);
  expect(screen.getByText('2 of 3 confirmed, 1 exception')).toBeVisible();
  await userEvent.keyboard('x');
  expect(answer()).toMatchObject({ exceptions: {}, confirmed: ['2', '3'] });
});

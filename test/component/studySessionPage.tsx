import { MantineProvider } from '@mantine/core';
import { createRouterClient, implement, ORPCError } from '@orpc/server';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { v7 } from 'uuid';
import { afterEach, beforeEach, vi } from 'vitest';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import type { Client } from '../../renderer/client/index.ts';
import { StudySession } from '../../renderer/screens/studySession/StudySession.tsx';
import { ConfirmDialog } from '../../renderer/ui/dialogs/confirm.tsx';
import { studySessions as contract, type StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { AnswerKind, StepAnswer } from '../../shared/domain/baseline.ts';
import { PersonId, StudySessionId } from '../../shared/base/ids.ts';
import type { StepTiming, StudySessionView } from '../../shared/domain/study.ts';
import { casebookOf } from './casebook.ts';

const id = StudySessionId.parse(v7());

/** For every test of a file: shortcuts, a window with the focus that keeps nothing of another test, and a clock that stands. */
export function useStudySessionWindow(): void {
  beforeEach(() => installShortcuts());

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    window.sessionStorage.clear();
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}

type StepView = Extract<StudySessionView, { view: 'step' }>;

export function step(entry: number, answer: AnswerKind, change: Partial<StepView> = {}): StepView {
  return {
    view: 'step',
    entry,
    step: 'main',
    purpose: 'main',
    title: 'Question',
    prompt: `Question ${String(entry)}?`,
    answer,
    images: [],
    earlier: [],
    remainingMilliseconds: null,
    usedMilliseconds: 0,
    whileAway: 'hide',
    draft: null,
    canGoBack: false,
    ...change,
  };
}

export const TEXT: AnswerKind = { kind: 'text', noEvidence: 'There is no clear evidence.' };

export const END: StudySessionView = { view: 'end', why: 'complete', text: 'Goodbye.', outcome: null };

type ReadView = Extract<
  StudySessionView,
  { view: 'instructions' | 'start' | 'second_pass' | 'break' | 'paused' }
>;

export const read = (
  view: ReadView['view'],
  entry: number,
  text: string,
  change: Partial<ReadView> = {},
): StudySessionView => ({ view, entry, text, timeLimitSeconds: null, preload: [], ...change });

interface Arrived {
  readonly entry: number;
  readonly answer: StepAnswer;
  readonly timing: StepTiming;
  readonly timedOut: boolean;
}

/** A core that shows these pages one after the other, takes one answer for each, and can be made to fail. */
export function createCore(views: readonly StudySessionView[], change: Partial<StudySessionPage> = {}) {
  const arrived: Arrived[] = [];
  const kept: { entry: number; answer: StepAnswer | null; timing: StepTiming; hidden: boolean }[] = [];
  /** What goes wrong with the next calls: before they are taken, or after (the reply is lost). */
  const failures: { call: 'answer' | 'keep'; error: Error; after?: boolean }[] = [];
  const state: {
    at: number;
    withdrawn: boolean;
    looks: number;
    present: number;
    window: string | undefined;
  } = { at: 0, withdrawn: false, looks: 0, present: 0, window: undefined };
  const page = (): StudySessionPage => {
    const now = state.withdrawn
      ? ({ view: 'withdrawn', why: 'left', deleted: change.onWithdrawal === 'delete' } as const)
      : (views[state.at] ?? END);
    return {
      studySession: { id, title: 'A study', state: 'sitting', trial: false },
      progress: { done: state.at, total: views.length },
      language: 'en',
      replacedTexts: {},
      onWithdrawal: 'keep',
      ...change,
      now,
    };
  };
  const conflict = (): ORPCError<string, unknown> =>
    new ORPCError('FAILED', {
      message: 'The study session has moved on.',
      data: { code: 'conflict', hint: null },
    });
  const failing = (call: 'answer' | 'keep', after: boolean): void => {
    const [next] = failures;
    if (next === undefined || next.call !== call || (next.after === true) !== after) return;
    failures.shift();
    throw next.error;
  };
  /** The window that looked last goes on alone. */
  const inTurn = (window: string | undefined): void => {
    if (window !== state.window)
      throw new ORPCError('FAILED', {
        message: 'Another window goes on.',
        data: { code: 'taken_over', hint: null },
      });
  };
  const os = implement(contract);
  const calls: Client['studySessions'] = createRouterClient({
    mine: os.mine.handler(() => []),
    look: os.look.handler(({ input }) => {
      state.looks += 1;
      state.window = input.window;
      return page();
    }),
    consent: os.consent.handler(({ input }) => {
      inTurn(input.window);
      state.at += 1;
      return page();
    }),
    proceed: os.proceed.handler(({ input }) => {
      inTurn(input.window);
      const now = views[state.at];
      if (now === undefined || !('entry' in now) || now.entry !== input.entry) throw conflict();
      state.at += 1;
      return page();
    }),
    answer: os.answer.handler(({ input }) => {
      failing('answer', false);
      inTurn(input.window);
      const now = views[state.at];
      const last = arrived.at(-1);
      if (now?.view !== 'step' || now.entry !== input.entry) {
        const isSame =
          last?.entry === input.entry && JSON.stringify(last.answer) === JSON.stringify(input.answer);
        if (!isSame) throw conflict();
        return page();
      }
      arrived.push(input);
      state.at += 1;
      failing('answer', true);
      return page();
    }),
    keep: os.keep.handler(({ input }) => {
      failing('keep', false);
      inTurn(input.window);
      kept.push(input);
    }),
    back: os.back.handler(({ input }) => {
      inTurn(input.window);
      state.at -= 1;
      return page();
    }),
    present: os.present.handler(({ input }) => {
      inTurn(input.window);
      state.present += 1;
    }),
    withdraw: os.withdraw.handler(({ input }) => {
      inTurn(input.window);
      state.withdrawn = true;
      return page();
    }),
  });
  return { calls, arrived, kept, failures, state };
}

export const lost = (): Error => new TypeError('Failed to fetch');

const person = {
  id: PersonId.parse(v7()),
  handle: 'P01',
  name: 'P01',
  kind: 'human' as const,
  roles: ['participant' as const],
};

/** Lets time pass, and whatever waits for it happen. */
export async function pass(milliseconds: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
}

export async function workAs(core: ReturnType<typeof createCore>) {
  const casebook = casebookOf({ benchmark: 'caughtcheating', person });
  const shown = render(
    <MantineProvider env="test">
      <CasebookContext value={casebook}>
        <StudySession id={id} wayBack={null} calls={core.calls} />
        <ConfirmDialog />
      </CasebookContext>
    </MantineProvider>,
  );
  // The page is read, painted, and stands long enough to be meant.
  await pass(500);
  return shown;
}

export const box = (): HTMLElement => screen.getByRole('textbox');

export const submit = (): HTMLElement => screen.getByRole('button', { name: /^Submit/u });

export const type = (text: string): void => {
  fireEvent.change(box(), { target: { value: text } });
};

export const press = (key: string, options: KeyboardEventInit = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options });
};

import { ORPCError, safe } from '@orpc/client';
import { z } from 'zod';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { StudySessionView } from '../../shared/domain/study.ts';
import { present } from './present.ts';
import { someAnswer, studyCasebook, timing } from './study.ts';

type StepView = Extract<StudySessionView, { view: 'step' }>;

export async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { data, error } = await safe(call);
  if (error === null) return { answered: data };
  return error instanceof ORPCError ? (error.data?.code ?? error.message) : error.message;
}

export function step(page: StudySessionPage): StepView {
  if (page.now.view !== 'step') throw new Error(`What is shown is ${page.now.view}.`);
  return page.now;
}

/** One participant at the first step of a study without instructions. */
export async function begun(settings: Parameters<typeof studyCasebook>[0] = {}) {
  const book = await studyCasebook({
    ...settings,
    settings: {
      breakEvery: null,
      order: 'fixed',
      texts: { consent: 'Do you agree?', instructions: '', breaks: '', thanks: 'Thank you.' },
      ...settings?.settings,
    },
  });
  const participant = present((await book.participants(1))[0]);
  const { window, studySessionId: id } = participant;
  const page = await window.studySessions.consent({ id });
  const reply = (view: StepView, more: object = {}) => ({
    id,
    entry: view.entry,
    step: view.step,
    answer: someAnswer(view),
    timing,
    timedOut: false,
    ...more,
  });
  return {
    ...book,
    window,
    id,
    page,
    reply,
    personId: participant.personId,
    rows: () =>
      book.database
        .prepare(
          'SELECT * FROM response WHERE session_id = ? ORDER BY created_at, replaces IS NOT NULL, position',
        )
        .all(id)
        .map((row) => z.record(z.string(), z.unknown()).parse(row)),
  };
}

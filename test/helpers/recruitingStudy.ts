import { createRouterClient } from '@orpc/server';
import type { Device } from '../../shared/contract/arrivals.ts';
import type { RecruitmentSettings } from '../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { numbersOf, studyCasebook } from './study.ts';

export const DESK: Device = { width: 1440, height: 900, touch: false };

/** A study of six items that takes people in by its link. */
export async function recruiting(
  settings: Partial<RecruitmentSettings> = {},
  study: Partial<StudySettings> = {},
  benchmark?: { readonly benchmark: string; readonly items: readonly JsonObject[] },
) {
  const book = await studyCasebook({ ...benchmark, settings: study });
  const { ana, core } = book;
  core.state.network = { url: 'https://study.example.org' };
  await ana.studies.open({ id: book.study });
  const initial = await ana.recruitment.initial({ id: book.study, preset: 'prolific' });
  const { link } = await ana.recruitment.save({
    id: book.study,
    settings: { ...initial, places: 4, ...settings },
  });
  const token = new URL(link ?? '').pathname.split('/')[2] ?? '';
  const connect = async (parameters: Record<string, string>) => {
    const connection = await core.arrive(token, parameters);
    const window = createRouterClient(core.router, { context: core.contextOf(connection) });
    return { connection, window };
  };
  const prolific = (name: string) => ({
    PROLIFIC_PID: `panel-${name}`,
    STUDY_ID: 'study-1',
    SESSION_ID: `submission-${name}`,
  });
  return {
    ...book,
    token,
    connect,
    prolific,
    board: () => numbersOf(ana, book.study),
    /** Somebody who comes with Prolific's parameters and agrees. */
    async arrive(name: string, parameters: Record<string, string> = prolific(name)) {
      const { connection, window } = await connect(parameters);
      let page = await window.arrivals.consent({ device: DESK, agree: true });
      if (page.now.view === 'ready') page = await window.arrivals.begin({ device: DESK });
      return { connection, window, page };
    },
    /** Somebody who has a place: their study session. */
    async admitted(name: string) {
      const { connection, window, page } = await this.arrive(name);
      if (page.now.view !== 'admitted') throw new Error(`${name} sees ${page.now.view}.`);
      return { connection, window, id: page.now.studySessionId };
    },
    [Symbol.asyncDispose]: () => book[Symbol.asyncDispose](),
  };
}

/** Waits for a stream to end. */
export async function finished(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const each of stream) void each;
}

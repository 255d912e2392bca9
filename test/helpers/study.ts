import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { Board } from '../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import { ImageId, type StudyId, type StudySessionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { StudySessionView } from '../../shared/domain/study.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { present } from './present.ts';

/** Stands in every text of an item but its claim question: nothing of it may reach a participant before. */
export const LATER = 'wqxspaeter';

/** Clued items name themselves in every text; every third is unclued. */
export function cluedItems(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => {
    const isClued = index % 3 !== 2;
    const number = String(index + 1);
    return {
      data_path: `${isClued ? 'true' : 'false'}_images/${LATER}_${number}.png`,
      label: isClued,
      scene: index % 2 === 0 ? 'hotel' : 'dining',
      target_partner: 'boyfriend',
      main_ins: `Claim ${number}: My boyfriend said he is alone. Do you notice anything?`,
      ...(isClued && {
        detm_cue: `${LATER} clue ${number}`,
        non_detm_cue: [`${LATER} weaker ${number}`],
        p_sub_ins: [`Is there a ${LATER} ${number}?`],
        p_sub_ans: ['Yes'],
        r_sub_ins: [`Does the ${LATER} ${number} mean company?`, `Is ${LATER} ${number} proof?`],
        r_sub_ans: ['Yes', 'Yes'],
      }),
      url: `https://example.org/${LATER}/${number}`,
    };
  });
}

/** Argus items with a question in each of the two versions. */
export const argusPairs = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    domain: 'Fire Safety',
    topic: `Topic ${String(index)}`,
    item: 'Gas',
    scenario: 'A kitchen.',
    trap: 'An open gas tap.',
    basic_question: `Basic ${String(index)}?`,
    deceptive_question: `Deceptive ${String(index)}?`,
    answer: 'Do not. It would burn.',
    image: `images/${String(index)}.png`,
  }));

/** A casebook of Ana's (curator) with items on photos of 1000 x 800 pixels, and a study over all of them. */
export async function studyCasebook(
  options: {
    readonly benchmark?: string;
    readonly items?: readonly JsonObject[];
    readonly settings?: Partial<StudySettings>;
    readonly imagesEach?: number;
  } = {},
) {
  const folder = temporaryFolder();
  const clock = { now: Date.UTC(2026, 0, 5, 9) };
  const core = createCore(testPorts(folder.path, { now: () => clock.now }));
  const benchmark = options.benchmark ?? 'caughtcheating';
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark,
    title: 'A',
    person: 'Ana',
  });
  const { database, benchmark: known } = services.casebook;
  const writer = services.casebook.derived.items;
  const image = database.prepare<[string, string]>(
    `INSERT INTO image (id, sha256, format, extension, bytes, width, height, created_at) VALUES (?, ?, 'png', 'png', 1, 1000, 800, 0)`,
  );
  let images = 0;
  const items = database.transaction(() =>
    (options.items ?? cluedItems(6)).map((payload) => {
      const parsed = known.parseItem(payload);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      const own = Array.from({ length: options.imagesEach ?? 1 }, () => {
        const id = ImageId.parse(v7());
        images += 1;
        image.run(id, String(images).padStart(64, '0'));
        return id;
      });
      const { id } = writer.insert({
        externalId: parsed.value.externalId,
        payload,
        images: own.map((imageId, place) => ({ role: 'photo', name: `${LATER}-${String(place)}`, imageId })),
        imported: true,
      });
      return { id, images: own, payload };
    }),
  )();
  const ana = await clientAs(core, null);
  const first = present((await ana.people.list())[0]);
  await ana.people.workAs({ id: first.id });
  const initial = present((await ana.studies.options())?.initial, `${benchmark} has no baseline.`);
  // Each item in one go, unless a test says otherwise: every kind of step in the first few.
  const settings: StudySettings = { ...initial, followUps: 'with_item', seed: 11, ...options.settings };
  const study = await ana.studies.save({ title: 'Baseline', settings });
  return {
    core,
    folder,
    database,
    items,
    ana,
    anaId: first.id,
    settings,
    study: study.id,
    /** Moves the clock on, in milliseconds. */
    wait(milliseconds: number): void {
      clock.now += milliseconds;
    },
    /** Opens the study and enrols this many people, each in a window of their own. */
    async participants(count: number) {
      const [{ state }] = [await ana.studies.get({ id: study.id })];
      if (state === 'draft') await ana.studies.open({ id: study.id });
      const enrolled = await ana.studies.enrolNew({ id: study.id, count, prefix: 'P' });
      return Promise.all(
        enrolled.slice(-count).map(async ({ studySessionId, personId, handle }) => ({
          studySessionId,
          personId,
          handle,
          window: await clientAs(core, personId),
        })),
      );
    },
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}
export type StudyCasebook = Awaited<ReturnType<typeof studyCasebook>>;

export const timing = {
  shownAt: 1000,
  activeMilliseconds: 2000,
  awayMilliseconds: 500,
  focusLosses: 1,
} as const;

/** Some answer of the right kind. */
export function someAnswer(view: Extract<StudySessionView, { view: 'step' }>): StepAnswer {
  const { answer } = view;
  switch (answer.kind) {
    case 'text':
      return { kind: 'text', text: `An own answer to ${view.step}` };
    case 'yes_no':
      return { kind: 'yes_no', value: 'yes' };
    case 'choice':
      return { kind: 'choice', option: answer.options[0]?.id ?? '' };
    case 'choices':
      return { kind: 'choices', options: answer.options.slice(0, 1).map(({ id }) => id) };
    case 'cell':
      return { kind: 'cell', row: answer.rows, column: answer.columns };
    case 'boxes':
      return {
        kind: 'boxes',
        boxes: [{ label: answer.labels[0]?.id ?? '', x: 1, y: 2, width: 30, height: 40 }],
      };
    case 'matching':
      return {
        kind: 'matching',
        pairs: Object.fromEntries(
          answer.texts.map(({ id }, place) => [id, answer.images[place % answer.images.length]?.id ?? '']),
        ),
      };
  }
}

/** Goes one page on, whatever is shown. */
export async function goOn(
  window: Client,
  id: StudySessionId,
  page: StudySessionPage,
): Promise<StudySessionPage> {
  const { now } = page;
  switch (now.view) {
    case 'consent':
      return window.studySessions.consent({ id });
    case 'instructions':
    case 'start':
    case 'second_pass':
    case 'break':
    case 'paused':
    case 'feedback':
      return window.studySessions.proceed({ id, entry: now.entry });
    case 'step':
      return window.studySessions.answer({
        id,
        entry: now.entry,
        step: now.step,
        answer: someAnswer(now),
        timing,
        timedOut: false,
      });
    case 'end':
    case 'withdrawn':
      return page;
  }
}

/** Every page of a study session from its current step to its end. */
export async function completeStudySession(window: Client, id: StudySessionId): Promise<StudySessionPage[]> {
  const pages = [await window.studySessions.look({ id })];
  for (;;) {
    const page = pages.at(-1);
    if (page === undefined || page.now.view === 'end' || page.now.view === 'withdrawn') return pages;
    pages.push(await goOn(window, id, page));
  }
}

/** The numbers of a study's board. */
export async function numbersOf(window: Client, id: StudyId): Promise<Board> {
  return present((await window.studies.board({ id })).numbers);
}

/** The client of a session that came by a personal link. */
export function byLink(book: StudyCasebook, id: StudySessionId): Client {
  const { core } = book;
  return createRouterClient(core.router, { context: core.contextOf(core.participantSession(id)) });
}

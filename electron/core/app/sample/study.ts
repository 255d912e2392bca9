import { z } from 'zod';
import type { StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import type { PersonId, StudySessionId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { PlanEntry } from '../../../../shared/domain/study.ts';
import type { StudyStep } from '../../benchmarks/sample.ts';
import { itemCalled, personCalled, type Scene } from './scene.ts';

/** Sets up a study, enrols its participants and has them answer, each as far as the story tells. */
export function playStudy(scene: Scene, step: StudyStep): void {
  const { open, owner } = scene;
  const viewpoint = open.viewpoint(personCalled(scene, ''));
  const options = open.studies.options();
  if (options === null) throw new Error('The benchmark asks participants nothing.');
  const practice = (step.practice ?? []).map((name) => itemCalled(scene, name));
  const settings = { ...options.initial, seed: 3, practice, ...step.settings };
  const { id } = open.studies.save({ title: step.title, settings }, owner, viewpoint);
  open.studies.open(id, owner, viewpoint);
  const enrolled = open.participants.enrolNew(id, step.participants.length, step.prefix, owner);
  for (const [number, most] of step.participants.entries()) {
    const participant = enrolled[number];
    if (participant === undefined || most === 0) continue;
    scene.wait(90);
    sit(scene, step, { ...participant, number }, most ?? Infinity);
  }
}

interface SampleSession {
  readonly personId: PersonId;
  readonly studySessionId: StudySessionId;
  readonly number: number;
}

/** One participant, page by page. */
function sit(scene: Scene, step: StudyStep, sitting: SampleSession, most: number): void {
  const { studySessions } = scene.open;
  const { studySessionId: id, personId } = sitting;
  const itemAt = plannedItems(scene, id);
  let answers = 0;
  let page = studySessions.look({ id }, personId, true);
  while (page.now.view !== 'end' && page.now.view !== 'withdrawn' && answers < most) {
    if (page.now.view === 'step') answers += 1;
    page = nextPage(scene, step, sitting, page, itemAt);
  }
}

function nextPage(
  scene: Scene,
  step: StudyStep,
  { studySessionId: id, personId, number }: SampleSession,
  page: StudySessionPage,
  itemAt: ReadonlyMap<number, SampleItem>,
): StudySessionPage {
  const { studySessions } = scene.open;
  const { now } = page;
  if (now.view === 'consent') return studySessions.consent({ id }, personId);
  if (now.view === 'end' || now.view === 'withdrawn') return page;
  if (now.view !== 'step') {
    scene.wait(0.4);
    return studySessions.proceed({ id, entry: now.entry }, personId);
  }
  const shownAt = scene.now();
  const minutes = 0.1 + ((now.entry * 5 + number * 3 + now.prompt.length) % 12) / 20;
  scene.wait(minutes);
  const { name, payload } = itemAt.get(now.entry) ?? NOTHING;
  const answer = step.reply(number, name, now.step, now.answer, payload);
  return studySessions.answer(
    {
      id,
      entry: now.entry,
      step: now.step,
      answer,
      timing: {
        shownAt,
        activeMilliseconds: Math.round(minutes * 60_000),
        awayMilliseconds: 0,
        focusLosses: 0,
      },
      timedOut: false,
    },
    personId,
    scene.now(),
  );
}

/** An item of a plan. */
interface SampleItem {
  readonly name: string;
  readonly payload: JsonObject;
}
const NOTHING: SampleItem = { name: '', payload: {} };

/** The items of a plan, by their places in it. */
function plannedItems({ open }: Scene, id: StudySessionId): ReadonlyMap<number, SampleItem> {
  const { database } = open.casebook;
  const plan = database.prepare('SELECT plan FROM session WHERE id = ?').pluck().get(id);
  const entries = z.array(PlanEntry).parse(JSON.parse(z.string().parse(plan)));
  const row = database.prepare<[string], { name: string; payload: string }>(
    'SELECT external_id AS name, payload FROM item WHERE id = ?',
  );
  return new Map(
    entries.flatMap((entry, place): [number, SampleItem][] => {
      const item = entry.kind === 'item' ? row.get(entry.itemId) : undefined;
      if (item === undefined) return [];
      return [[place, { name: item.name, payload: JsonObject.parse(JSON.parse(item.payload)) }]];
    }),
  );
}

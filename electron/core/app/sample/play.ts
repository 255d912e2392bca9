import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JsonObject } from '../../../../shared/base/json.ts';
import { everything } from '../../access/viewpoint.ts';
import {
  type AnswerStep,
  type AssignStep,
  type CommentStep,
  type DecideStep,
  type FixStep,
  type ImportStep,
  type JudgeStep,
  type ModelsStep,
  OWNER,
  type PeopleStep,
  type QuestionsStep,
  type SampleStep,
  type StatusStep,
  type VerdictStep,
} from '../../benchmarks/sample.ts';
import { itemCalled, personCalled, type Scene, writeDocument } from './scene.ts';
import { playStudy } from './study.ts';

const MINUTES = 25;
const CARDS = 50;
const SEED = 1;

const quietly = () => ({ progress: () => undefined, signal: new AbortController().signal });

type SampleStepKind = SampleStep['do'];
type SampleSteps = { readonly [Step in SampleStep as Step['do']]: Step };
type SampleStepOf<K extends SampleStepKind> = { [P in K]: { readonly do: P } & SampleSteps[P] }[K];

/** How each kind of step is made. */
const PLAYERS: {
  readonly [K in SampleStepKind]: (scene: Scene, step: SampleStepOf<K>) => Promise<void> | void;
} = {
  people,
  import: importFile,
  assign,
  answer,
  decide,
  fix,
  status: setStatus,
  tag: (scene, { items, tag }) => {
    scene.open.items.tag(itemsCalled(scene, items), [tag], [], scene.owner, ownersView(scene));
  },
  split: (scene, { shares, stratify = null }) => {
    const request = { shares, seed: SEED, stratify };
    scene.open.splits.divide({ filter: {} }, request, scene.owner, ownersView(scene));
  },
  comment,
  guideline: ({ open, owner }, { task, field, category = null, note, round = null }) => {
    open.guidelines.add({ task, field, category, note, round }, owner);
  },
  vocabulary: ({ open, owner }, { vocabulary }) => {
    open.settings.saveVocabulary(vocabulary, owner);
  },
  study: playStudy,
  models: askModels,
  judge,
  verdicts: decideVerdicts,
  questions: buildQuestions,
};

/** Makes one step of a sample's story, through the services that screens use. Throws what they throw. */
export async function playStep<K extends SampleStepKind>(scene: Scene, step: SampleStepOf<K>): Promise<void> {
  // Fewer minutes pass between what one person does item by item.
  if (step.do !== 'answer') scene.wait(MINUTES);
  await PLAYERS[step.do](scene, step);
}

const ownersView = (scene: Scene) => scene.open.viewpoint(personCalled(scene, OWNER));

const itemsCalled = (scene: Scene, names: readonly string[]) => ({
  ids: names.map((name) => itemCalled(scene, name)),
});

function setStatus(scene: Scene, { items, status }: StatusStep): void {
  const { open, owner } = scene;
  const { refused } = open.items.setStatus(itemsCalled(scene, items), status, owner, ownersView(scene));
  if (refused.length > 0) throw new Error(`Nobody sets this status: ${JSON.stringify(refused)}`);
}

function people({ open, owner }: Scene, step: PeopleStep): void {
  for (const { handle, name, roles, setAside } of step.people) {
    const known = open.people.called(handle);
    const person = known ?? open.people.add({ handle, name, roles }, owner);
    if (known !== undefined) open.people.update({ id: known.id, name, roles }, owner);
    if (setAside === true) open.people.setAside(person.id, true, owner);
  }
}

async function importFile(scene: Scene, step: ImportStep): Promise<void> {
  const { source, format, boxes, person, judge: judgedBy } = step;
  const request = {
    source: join(scene.work, source),
    format,
    ...(boxes !== undefined && { boxes }),
    ...(person !== undefined && { person }),
    ...(judgedBy !== undefined && { judge: judgedBy }),
  };
  const report = await scene.open.importExport.import(request, personCalled(scene, OWNER), quietly());
  const [skipped] = report.skipped;
  if (skipped !== undefined) throw new Error(`${source}: ${JSON.stringify(skipped)}`);
}

/** Writes what models answer into a file, and imports it. */
async function askModels(scene: Scene, { names, reply }: ModelsStep): Promise<void> {
  const { database, benchmark } = scene.open.casebook;
  const asked = database
    .prepare<[], { id: string; payload: string }>(
      "SELECT external_id AS id, payload FROM item WHERE status <> 'rejected' ORDER BY sequence",
    )
    .all()
    .map(({ id, payload }) => ({ id, payload: JsonObject.parse(JSON.parse(payload)) }))
    .filter(({ payload }) => benchmark.baseline?.usable(payload).ok === true);
  const lines = names.flatMap((respondent, model) =>
    asked.flatMap(({ id, payload }) =>
      (benchmark.baseline?.steps(payload, '') ?? []).map(({ id: step }) =>
        JSON.stringify({
          item: id,
          respondent,
          respondent_kind: 'model',
          version: '2026-05',
          step,
          answer: reply(model, payload, step),
        }),
      ),
    ),
  );
  await writeFile(join(scene.work, 'models.jsonl'), lines.join('\n'));
  await importFile(scene, { do: 'import', source: 'models.jsonl', format: 'answers-jsonl' });
}

async function buildQuestions(scene: Scene, { kind, count }: QuestionsStep): Promise<void> {
  const request = { kind, count, seed: SEED, distances: null };
  const { added } = await scene.open.querySets.add(
    request,
    personCalled(scene, OWNER),
    quietly(),
    everything,
  );
  if (added === 0) throw new Error(`No question of the kind ${kind} was built.`);
}

function assign(scene: Scene, { task, items, people: handles, round = 1, part }: AssignStep): void {
  const raters = handles.map((handle) => personCalled(scene, handle).id);
  scene.open.assignments.assign(
    {
      items: itemsCalled(scene, items),
      task,
      people: raters,
      overlap: raters.length,
      order: 'fixed',
      seed: SEED,
      round,
      part: part ?? null,
      unassignedOnly: false,
      dryRun: false,
    },
    ownersView(scene),
  );
}

function answer(scene: Scene, { by, task, item, fields, boxes, draft }: AnswerStep): void {
  const { annotations } = scene.open;
  const person = personCalled(scene, by);
  const itemId = itemCalled(scene, item);
  const key = {
    itemId,
    task,
    round: annotations.roundFor(itemId, task, person.id),
    personId: person.id,
  };
  // Between half a minute and two: nobody is equally quick with everything.
  const minutes = 0.5 + ((item.length * 7 + by.length * 3 + fieldsLength(fields)) % 16) / 10;
  const revision = writeDocument(scene, key, fields, boxes, minutes);
  if (draft !== true) annotations.submit(key, revision, scene.open.viewpoint(person));
}

const fieldsLength = (fields: object): number => JSON.stringify(fields).length;

function decide(scene: Scene, { by, task, item, fields, boxes, cause, note }: DecideStep): void {
  const { adjudications } = scene.open;
  const person = personCalled(scene, by);
  const itemId = itemCalled(scene, item);
  const opened = adjudications.open(itemId, task, person);
  const revision = writeDocument(scene, opened.key, fields, boxes, 2);
  const differing = opened.case.fields.filter(({ disagreement }) => (disagreement ?? 0) > 0);
  adjudications.decide(
    itemId,
    task,
    {
      revision,
      fields: Object.fromEntries(
        differing.map(({ field }) => [field, { how: 'written' as const, columns: [] }]),
      ),
      cause,
      note,
    },
    person,
  );
}

function fix(scene: Scene, { by, item, texts, reason }: FixStep): void {
  const viewpoint = scene.open.viewpoint(personCalled(scene, by));
  const itemId = itemCalled(scene, item);
  const { edition } = scene.open.validation.case(itemId, viewpoint);
  scene.open.validation.fix({ itemId, edition, texts, reason, annotationId: null }, viewpoint);
}

function comment(scene: Scene, { by, item, text, reply }: CommentStep): void {
  const itemId = itemCalled(scene, item);
  const say = (handle: string, words: string, threadId: ReturnType<typeof said>['id'] | null) =>
    said(scene, handle, { itemId, text: words, threadId });
  const { id } = say(by, text, null);
  if (reply !== undefined) say(reply.by, reply.text, id);
}

function said(
  scene: Scene,
  handle: string,
  comment: Parameters<Scene['open']['comments']['add']>[0],
): ReturnType<Scene['open']['comments']['add']> {
  const person = personCalled(scene, handle);
  return scene.open.comments.add(comment, person, scene.open.viewpoint(person));
}

function judge(scene: Scene, { title, criteria, judges, respondents, verdict }: JudgeStep): void {
  const { judging } = scene.open;
  const ids = judges.map((handle) => personCalled(scene, handle).id);
  const given = judging.assign(
    title,
    {
      criteria: [...criteria],
      judges: ids,
      overlap: ids.length,
      seed: SEED,
      unjudgedOnly: false,
      ...(respondents !== undefined && {
        respondents: respondents.map((handle) => personCalled(scene, handle).id),
      }),
    },
    personCalled(scene, OWNER),
  );
  for (const handle of judges) {
    const { id } = personCalled(scene, handle);
    for (const criterion of criteria) {
      for (let from = 0, total = 1; from < total; from += CARDS) {
        const page = judging.cards({ judging: given.id, criterion }, { from, limit: CARDS }, id);
        total = page.total;
        for (const { unit, question, answer: text, reference, position } of page.cards) {
          const value = verdict(handle, {
            criterion,
            subject: unit.subject,
            question,
            answer: text,
            reference: reference.map((each) => each.text),
            place: position,
          });
          if (value === null) continue;
          scene.wait(0.2);
          judging.give({ unit, value, refusal: false, passages: [], note: '', activeMilliseconds: 9000 }, id);
        }
      }
    }
  }
}

function decideVerdicts(scene: Scene, { by, criterion, count, value, cause, note }: VerdictStep): void {
  const { verdicts } = scene.open;
  const person = personCalled(scene, by);
  const { rows } = verdicts.queue({ criterion: [criterion] }, 0, count, person);
  for (const { unit } of rows) {
    scene.wait(1);
    verdicts.decide(unit, { value, cause, note, replaces: null }, person);
  }
}

import { createRouterClient } from '@orpc/server';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answerOf } from '../../shared/domain/document.ts';
import { ImageId, type ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Role } from '../../shared/domain/status.ts';
import { quietly } from './casebooks.ts';
import { putPhotographs } from './deskCasebook.ts';
import { answeredChains, generatedItems } from './mcsBenchItems.ts';
import { present } from './present.ts';
import { edit, type Window, written } from './raters.ts';

const TASK = 'validate';
const IMAGES = ['allium-oreophilum.jpg', 'locomotion-house-cat.jpg', 'airplane-from-above.jpg'];

/** No box is drawn when items are validated. */
const NO_IMAGE = ImageId.parse('0199a000-0000-7000-8000-000000000001');

export const FIXED_QUESTION = 'What tells this specimen from all the others of its series?';
export const FIXED_OPTION = 'The narrow petals of the garden form';

const ACCEPT: JsonObject = { verdict: 'accept' };
const REJECT: JsonObject = { verdict: 'reject', reason: 'two options are right' };
const FIX: JsonObject = { verdict: 'fix', reason: 'the question gives it away', question: FIXED_QUESTION };
const FIX_TOO: JsonObject = { verdict: 'fix', reason: 'option C is implausible', optionC: FIXED_OPTION };

/** The same with every question of the form answered, so that it can be submitted. */
const COMPLETE_FIX: JsonObject = {
  ...FIX,
  shortcut: 'no',
  goldCorrect: 'yes',
  goldOptimal: 'yes',
  ...Object.fromEntries(
    ['A', 'B', 'C', 'D', 'E'].flatMap((letter) => [
      [`plausible${letter}`, 'yes'],
      [`incorrect${letter}`, 'yes'],
    ]),
  ),
  answerable: 'yes',
  ...answeredChains(),
  clear: 'no',
};

/** Of each item what Rae and Rob say in round 1, and in round 2; null: not answered; left out: not asked. */
const SAID: readonly (readonly [JsonObject | null, JsonObject | null][])[] = [
  [
    [ACCEPT, ACCEPT],
    [ACCEPT, ACCEPT],
  ],
  [
    [ACCEPT, ACCEPT],
    [ACCEPT, ACCEPT],
  ],
  [
    [ACCEPT, ACCEPT],
    [FIX, ACCEPT],
  ],
  [
    [REJECT, REJECT],
    [REJECT, ACCEPT],
  ],
  [[ACCEPT, ACCEPT]],
  [[FIX, FIX_TOO]],
  [[FIX, FIX]],
  [[REJECT, REJECT]],
  [[ACCEPT, FIX]],
  [[ACCEPT, null]],
  [[null, null]],
];
/** Items that an auditor kept out, and all items: some were given to nobody. */
const FAILED = 2;
const ITEMS = SAID.length + FAILED + 2;

/**
 * Makes and opens a casebook of generated items of MCSBench that were validated in two rounds by Rae and Rob, who review
 * and annotate; Ada curates, Ed adjudicates. What there is to fix is in the sixth and seventh item.
 */
export async function makeValidatedCasebook(
  core: Core,
  folder: string,
): Promise<{ readonly ids: readonly ItemId[] }> {
  const path = join(folder, 'Generated.casebook');
  const services = await core.keeper.create(path, {
    benchmark: 'mcsbench',
    title: 'Generated',
    person: 'ada',
  });
  const source = putPhotographs(join(folder, 'generated'));
  writeFileSync(
    join(source, 'mcsbench.jsonl'),
    generatedItems(ITEMS)
      .map((item, at) => JSON.stringify({ ...item, image: IMAGES[at % IMAGES.length] ?? '', ...auditOf(at) }))
      .join('\n'),
  );
  const ada = present(services.people.list()[0]);
  await services.importExport.import({ source, format: 'mcsbench' }, ada, quietly);
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 100, everything);
  const ids = rows.map(({ id }) => id);

  const windowOf = () => createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
  const curating = windowOf();
  const added = async (handle: string, roles: Role[]) => {
    const { id } = await curating.people.add({ handle, name: handle, roles });
    const window = windowOf();
    await window.people.workAs({ id });
    return { id, window };
  };
  const raters = [
    await added('rae', ['reviewer', 'annotator']),
    await added('rob', ['reviewer', 'annotator']),
  ];
  await added('ed', ['adjudicator']);
  // Who adjudicates is not told who changed their mind about what is yet to be decided.
  await curating.people.update({ id: ada.id, name: 'ada', roles: ['curator'] });
  await curating.people.workAs({ id: ada.id });
  for (const round of [1, 2]) {
    const asked = ids.filter((_, at) => SAID[at]?.[round - 1] !== undefined);
    await curating.assignments.assign({
      items: { ids: asked },
      task: TASK,
      people: raters.map(({ id }) => id),
      overlap: raters.length,
      order: 'fixed',
      seed: 1,
      round,
    });
    for (const [at, itemId] of ids.entries()) {
      for (const [place, { window }] of raters.entries()) {
        const said = SAID[at]?.[round - 1]?.[place];
        if (said === undefined || said === null) continue;
        const document = { itemId, task: TASK, round };
        await window.annotations.submit({ ...document, revision: await say(window, document, said) });
      }
    }
  }
  // What Ada has begun by herself: to be submitted at the Desk.
  const begun = ids.at(-1);
  if (begun !== undefined) await say(curating, { itemId: begun, task: TASK, round: 1 }, COMPLETE_FIX);
  return { ids };
}

/** Fills in an answer; gives the revision after it. */
async function say(
  window: Window,
  document: { readonly itemId: ItemId; readonly task: string; readonly round: number },
  said: JsonObject,
): Promise<number> {
  const { records, revision } = await window.annotations.open(document);
  const next = written(records, { ...answerOf(records), ...said }, NO_IMAGE, []);
  return edit(window, document, revision, records, next);
}

/** What an auditor said of an item: the last but two were not audited, those before them failed. */
function auditOf(at: number): JsonObject {
  if (at >= SAID.length + FAILED) return {};
  const failed = at >= SAID.length;
  return {
    audit: [
      {
        auditor: 'auditor-1',
        quality: failed ? 2 : 5,
        factual_correctness: 5,
        distractor_correctness: failed ? 1 : 4,
        image_dependency: 4,
        self_containedness: 5,
        hallucination: false,
        verdict: failed ? 'discard' : 'keep',
        shortcut: { solved: at === SAID.length ? 3 : 0, of: 4 },
      },
    ],
  };
}

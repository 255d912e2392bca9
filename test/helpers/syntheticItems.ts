import type { JsonObject } from '../../shared/base/json.ts';
import { claimFromTemplate, suggestScenario } from '../../shared/benchmarks/caughtcheating/template.ts';
import { suggestQuestions } from '../../shared/benchmarks/caughtcheating/questions.ts';
import { pick, seededRandom } from './random.ts';

const SCENES = ['hotel', 'dining', 'karaoke bar'] as const;
const THINGS = [
  'a reflection',
  'two glasses',
  'a pair of slippers',
  'a hand',
  'two toothbrushes',
  'a scarf',
  'a shadow',
  'two plates',
];
const PLACES = [
  'in the spoon',
  'beside the bed',
  'on the table',
  'in the window',
  'by the door',
  'in the mirror',
  'on the chair',
];
const MEANINGS = [
  'that a second person is present',
  'that somebody else was there',
  'that the room is shared',
];

/** CaughtCheating items in the data set's own shape, half of them clued: the same for the same seed. */
export function* syntheticItems(count: number, seed: number): Generator<JsonObject> {
  const random = seededRandom(seed);
  const numbers = { true: 0, false: 0 };
  for (let index = 0; index < count; index += 1) {
    const clued = random() < 0.5;
    const partner = random() < 0.5 ? 'boyfriend' : 'girlfriend';
    const scene = pick(random, SCENES);
    const kind = clued ? 'true' : 'false';
    numbers[kind] += 1;
    const item: Record<string, JsonObject[string]> = {
      data_path: `${kind}_images/${kind}_${String(numbers[kind])}.png`,
      label: clued,
      scene,
      target_partner: partner,
      main_ins: claimFromTemplate(partner, suggestScenario(scene)),
    };
    if (clued) {
      const clue = `There is ${pick(random, THINGS)} ${pick(random, PLACES)} (photo ${String(index)}), indicating ${pick(random, MEANINGS)}.`;
      const { perception, reasoning } = suggestQuestions(clue);
      item['detm_cue'] = clue;
      item['non_detm_cue'] =
        random() < 0.5 ? [] : [`There is ${pick(random, THINGS)} ${pick(random, PLACES)}.`];
      item['p_sub_ins'] = perception.map((each) => each.question);
      item['p_sub_ans'] = perception.map((each) => each.answer);
      item['r_sub_ins'] = reasoning.map((each) => each.question);
      item['r_sub_ans'] = reasoning.map((each) => each.answer);
    }
    item['url'] = `https://example.org/posts/${String(index)}`;
    yield item;
  }
}

/** The name under which the benchmark knows such an item. */
export function externalIdOf(payload: JsonObject): string {
  const path = payload['data_path'];
  if (typeof path !== 'string') throw new Error('The item has no data_path.');
  return path;
}

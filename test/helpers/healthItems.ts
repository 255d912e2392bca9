import type { HealthItem } from '../../shared/benchmarks/benchmark.ts';
import { caughtCheating } from '../../shared/benchmarks/caughtcheating/index.ts';
import { initialVocabulary } from '../../shared/benchmarks/caughtcheating/schema.ts';
import { generic } from '../../shared/benchmarks/generic/index.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { present } from './present.ts';
import { regionLabels } from '../../shared/benchmarks/taskParts.ts';

type Image = HealthItem['images'][number];

/** A UUID made of a number, the same each time. */
export const uuid = (number: number): string =>
  `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export interface Parts {
  readonly image?: Partial<Image>;
  /** Boxes in pixels of an image of 1000 x 1000, each with the label it carries. */
  readonly boxes?: readonly { label: string; x: number; y: number; width: number; height: number }[];
  readonly answer?: JsonObject;
}

/** An item as the core hands it to a CaughtCheating health report. */
export function caughtCheatingItem(payload: JsonObject, parts: Parts = {}): HealthItem {
  return healthItem(caughtCheating, payload, idOf(payload['data_path']), initialVocabulary, parts);
}

/** The same for a label set of one's own. */
export function genericItem(payload: JsonObject, parts: Parts = {}): HealthItem {
  return healthItem(generic, payload, idOf(payload['id']), generic.vocabulary.initial, parts);
}

function healthItem(
  benchmark: typeof generic,
  payload: JsonObject,
  externalId: string,
  vocabulary: JsonObject,
  { image = {}, boxes = [], answer: changes = {} }: Parts,
): HealthItem {
  const task = present(benchmark.tasks[0]);
  const answer: JsonObject = { ...task.initialAnswer(payload), ...changes };
  const random = seededRandom(hashOf(externalId));
  const imageId = ImageId.parse(uuid(Math.floor(random() * 2 ** 40)));
  const hex = (): string => Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    id: externalId,
    externalId,
    payload,
    answer,
    regions: boxes.map((box, order) => ({
      ...box,
      type: 'region',
      id: RegionId.parse(uuid(Math.floor(random() * 2 ** 40))),
      imageId,
      note: '',
      attributes: {},
      order,
    })),
    regionLabels: regionLabels(task, answer, vocabulary),
    images: [
      {
        type: 'image',
        position: 0,
        role: 'photo',
        name: `${externalId}.png`,
        imageId,
        size: { width: 1000, height: 1000 },
        perceptualHash: hex(),
        sha256: hex(),
        ...image,
      },
    ],
  };
}

const idOf = (value: Json | undefined): string => (typeof value === 'string' ? value : 'unnamed');

function hashOf(text: string): number {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

const OBJECTS = (
  'umbrella teapot violin notebook scarf helmet lantern basket pillow camera mirror ladder kettle blanket ' +
  'compass hammer magnet orchid pencil quiver ribbon saddle tripod vase wallet yarn zither anchor bucket candle ' +
  'drum easel flute globe harp icon jar kite lemon mask needle oar paddle quilt rope spoon towel urn vest whistle'
).split(' ');
const PLACES = (
  'balcony doorway curtain cupboard carpet armchair ceiling radiator bookshelf fireplace staircase windowsill ' +
  'wardrobe counter bathtub sink bench stool hallway garden'
).split(' ');

/** A different English sentence for every number, no two of them alike. */
export function sentence(number: number): string {
  const pick = (list: readonly string[], step: number): string =>
    list[(number * step + step) % list.length] ?? '';
  return `${pick(OBJECTS, 7)} ${pick(PLACES, 3)} ${pick(OBJECTS, 11)} number ${String(number)} ${pick(PLACES, 7)} ${pick(OBJECTS, 13)} ${String(number * number + 1)}`;
}

/** Changes to the clean item of this number; undefined drops a key. */
export type Change = (payload: Record<string, Json | undefined>, number: number, clued: boolean) => void;

/**
 * A CaughtCheating set that nobody could object to: classes, scenes and partners in balance, the same claims in
 * both classes, answers of both kinds, every clue different, boxed, on different images. `change` plants faults.
 */
export function caughtCheatingSet(
  size: number,
  change: Change = () => undefined,
  parts: (number: number) => Parts = () => ({}),
): HealthItem[] {
  return Array.from({ length: size }, (_, number) => {
    const clued = number % 2 === 0;
    const turn = Math.floor(number / 2);
    const partner = turn % 2 === 0 ? 'boyfriend' : 'girlfriend';
    const [subject, possessive] = partner === 'boyfriend' ? ['he', 'his'] : ['she', 'her'];
    const payload: Record<string, Json | undefined> = {
      data_path: `photos/${String(number * 7919)}.png`,
      label: clued,
      scene: Math.floor(turn / 2) % 2 === 0 ? 'hotel' : 'dining',
      target_partner: partner,
      main_ins: `My ${partner} said ${subject}'s staying alone and sent me this photo. Do you notice anything suspicious in the image that contradicts ${possessive} claim?`,
      ...(clued
        ? {
            detm_cue: `A second ${sentence(number)} proves company.`,
            non_detm_cue: [`Some ${sentence(number + 5000)}.`],
            p_sub_ins: [`Is ${sentence(number + 10_000)} there?`],
            p_sub_ans: ['Yes'],
            r_sub_ins: [`Does ${sentence(number + 20_000)} say so?`],
            r_sub_ans: ['No'],
          }
        : {}),
      url: `https://site${String(turn % 3)}.example/post/${String(number)}`,
    };
    change(payload, number, clued);
    const kept = Object.entries(payload).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    const random = seededRandom(number + 1);
    return caughtCheatingItem(Object.fromEntries(kept), {
      boxes: clued ? [{ label: 'clue-1', x: random() * 900, y: random() * 900, width: 80, height: 60 }] : [],
      ...parts(number),
    });
  });
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { createLines, drawAll } from './generatedFiles.ts';
import { DECOYS, type Draft, type Fault, FAULTS } from './mcsBenchFaults.ts';
import { asker, optionsOf, WORDS } from './mcsBenchQuestions.ts';
import { auditsOf, chainsOf, relationsOf } from './mcsBenchVerdicts.ts';
import { DOMAINS, PLACES, STATES, VIEWS } from './mcsBenchWords.ts';
import { present } from './present.ts';
import { pick, seededRandom } from './random.ts';

/** How many items each task has in the data set, and how many of them, at level L2 and up, have reasoning chains. */
const CENSUS = [
  { code: 'ca_align', task: 'C-A Align.', level: 'L1', items: 36 },
  { code: 'ca_discr', task: 'C-A Discr.', level: 'L1', items: 51 },
  { code: 'cc_align', task: 'C-C Align.', level: 'L2', items: 96 },
  { code: 'cc_discr', task: 'C-C Discr.', level: 'L2', items: 131 },
  { code: 'hypo', task: 'Hypo. Reas.', level: 'L3', items: 111 },
  { code: 'mi_discr', task: 'MI-Discr.', level: 'L2', items: 128 },
  { code: 'mi_match', task: 'MI-Match.', level: 'L2', items: 108 },
] as const;
type Task = (typeof CENSUS)[number];

/** The items of the data set; more of them are the same over and over, with other words. */
export const ITEMS = CENSUS.reduce((sum, { items }) => sum + items, 0);
const CHAINED = 518;
const CHAINABLE = CENSUS.reduce((sum, { level, items }) => sum + (level === 'L1' ? 0 : items), 0);

/** Over all items of these tasks the gold option gives itself away. */
export const HABITS = [
  { kind: 'gold-longest', task: 'C-A Align.' },
  { kind: 'gold-position', task: 'C-A Discr.' },
] as const;
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;
const HABITUAL_PLACE = 2;
/** At regular steps one fault, and as often something that only looks like one. */
const FAULT_EVERY = 7;

export interface SetOptions {
  readonly items?: number;
  readonly seed?: number;
  /** Whether the items come with their reasoning chains, instead of having them in a file of their own. */
  readonly inline?: boolean;
}

/** A generated item with everything that is said of it elsewhere. */
export interface GeneratedItem {
  readonly id: string;
  readonly item: JsonObject;
  /** As the generator prints it: the list of questions, wrapped with what they share. */
  readonly printed: JsonObject;
  readonly chains: readonly JsonObject[];
  readonly audits: readonly JsonObject[];
  readonly relations: JsonObject;
  readonly fault: Fault | null;
  /** Names of its images. */
  readonly images: readonly string[];
}

/** What was planted. */
export interface Planted {
  /** Automatic hints, by item and kind. */
  readonly hints: readonly { readonly item: string; readonly kind: string }[];
  /** Habits over a task. */
  readonly habits: typeof HABITS;
  /** What only people can see. */
  readonly people: readonly { readonly item: string; readonly kind: string }[];
}

/** The items, one after the other; the same seed always gives the same ones. */
export function* generatedMcsBench({
  items = ITEMS,
  seed = 1,
  inline = false,
}: SetOptions = {}): Generator<GeneratedItem> {
  const schedule = scheduleOf(seed);
  const seen = new Map<string, number>();
  let chainable = 0;
  for (let number = 0; number < items; number += 1) {
    const task = schedule[number % ITEMS] ?? CENSUS[0];
    const place = seen.get(task.code) ?? 0;
    seen.set(task.code, place + 1);
    if (task.level !== 'L1') chainable += 1;
    // Spread evenly over the items that could have chains.
    const share = CHAINED / CHAINABLE;
    const hasChains =
      task.level !== 'L1' && Math.floor(chainable * share) > Math.floor((chainable - 1) * share);
    yield generatedItem({ number, task, place, hasChains, inline, seed });
  }
}

/** What is planted in {@link generatedMcsBench} of the same options. */
export function plantedIn(options: SetOptions = {}): Planted {
  const hints = [];
  const people = [];
  for (const { id, fault } of generatedMcsBench(options)) {
    for (const kind of fault?.hints ?? []) hints.push({ item: id, kind });
    if (fault?.people !== undefined) people.push({ item: id, kind: fault.people });
  }
  return { hints, habits: HABITS, people };
}

/** The files of a generated set. */
export interface GeneratedFiles {
  readonly folder: string;
  readonly items: string;
  readonly printed: string;
  readonly chains: string;
  readonly audits: string;
  readonly relations: string;
  readonly planted: Planted;
}

/** Writes a generated set into a folder; `images` draws a small picture for each name. */
export async function writeMcsBench(
  folder: string,
  { images = false, ...options }: SetOptions & { readonly images?: boolean } = {},
): Promise<GeneratedFiles> {
  mkdirSync(folder, { recursive: true });
  const [items, chains, audits, relations] = (['mcsbench', 'rc', 'audit', 'relations'] as const).map((name) =>
    createLines(join(folder, `${name}.jsonl`)),
  );
  const printed = createLines(join(folder, 'generated.json'), {
    open: '[\n',
    between: ',\n',
    close: '\n]\n',
  });
  const pictures: string[] = [];
  for (const each of generatedMcsBench(options)) {
    await items?.write(each.item);
    await printed.write(each.printed);
    for (const chain of each.chains) await chains?.write(chain);
    for (const audit of each.audits) await audits?.write(audit);
    await relations?.write(each.relations);
    if (images) pictures.push(...each.images);
  }
  for (const file of [items, chains, audits, relations, printed]) await file?.close();
  await drawAll(folder, pictures, options.seed ?? 1);
  return {
    folder,
    items: join(folder, 'mcsbench.jsonl'),
    printed: join(folder, 'generated.json'),
    chains: join(folder, 'rc.jsonl'),
    audits: join(folder, 'audit.jsonl'),
    relations: join(folder, 'relations.jsonl'),
    planted: plantedIn(options),
  };
}

/** The tasks in the order of the items: dealt out evenly, so that a part of the set holds all of them. */
function scheduleOf(seed: number): readonly Task[] {
  const random = seededRandom(seed);
  return CENSUS.flatMap((task) =>
    Array.from({ length: task.items }, (_, at) => ({ task, at: (at + random()) / task.items })),
  )
    .sort((a, b) => a.at - b.at)
    .map(({ task }) => task);
}

interface Plan {
  readonly number: number;
  readonly task: Task;
  /** Among the items of its task. */
  readonly place: number;
  readonly hasChains: boolean;
  readonly inline: boolean;
  readonly seed: number;
}

function generatedItem({ number, task, place, hasChains, inline, seed }: Plan): GeneratedItem {
  const random = seededRandom(seed * 1_000_003 + number);
  const domain = present(DOMAINS[number % DOMAINS.length]);
  const nameOf = (): { concept: string; plural: string } => {
    const epithet = pick(random, domain.epithets);
    const [one, many] = pick(random, domain.nouns);
    return { concept: `${epithet} ${one}`, plural: `${epithet} ${many}` };
  };
  const { concept, plural } = nameOf();
  const id = `mcs-${String(number + 1).padStart(6, '0')}`;
  const gold = task.code === 'ca_discr' ? HABITUAL_PLACE : (place + Math.floor(place / 5)) % 5;
  const multiple = task.code === 'mi_discr' || task.code === 'mi_match';
  const count = multiple ? 3 + Math.floor(random() * 3) : 1;
  const draft: Draft = {
    concept,
    plural,
    thing: domain.thing,
    ask: asker(task.code, place, domain.parts),
    options: optionsOf(task.code, random, domain.parts, gold, count),
    gold,
    references: referencesOf(random, concept),
  };
  const fault = faultOf(number, task);
  const images = Array.from({ length: count }, (_, at) => `pictures/${id}-${String(at + 1)}.jpg`);
  const change = fault?.change(draft) ?? {};
  const options = listOf(change.options ?? draft.options);
  const shared: Record<string, Json> = {
    task: task.task,
    ...(task.code === 'hypo' && { variant: place % 2 === 0 ? 'interventional' : 'counterfactual' }),
    level: task.level,
    domain: domain.name,
    concept: change.concept ?? concept,
    definition: `A ${domain.thing} known by its ${pick(random, domain.parts)} and its ${pick(random, domain.parts)}.`,
    attributes: {
      [pick(random, domain.parts)]: [pick(random, STATES).toLowerCase()],
      habit: [pick(random, VIEWS)],
    },
    confusing_concepts: [...new Set([nameOf().concept, nameOf().concept, nameOf().concept])],
    ...picturesOf(images, number),
  };
  const references = change.references === undefined ? draft.references : change.references;
  const evidence: Json = [
    {
      id: 'O1',
      kind: 'observation',
      text: `The ${pick(random, domain.parts)} is seen ${pick(random, PLACES)}.`,
    },
    {
      id: 'E1',
      kind: 'fact',
      text: `The ${pick(random, domain.parts)} is ${pick(random, STATES).toLowerCase()}.`,
      references: [1],
    },
  ];
  const asked: Record<string, Json> = {
    question: change.question ?? draft.ask(`this ${domain.thing}`),
    options,
    answer: change.answer ?? LETTERS[gold] ?? 'A',
    strategy: LETTERS.map((_, at) => (at === gold ? null : pick(random, STRATEGIES))),
  };
  const breakdown = [
    `O1: the ${domain.thing} is seen in its ${VIEWS[place % WORDS] ?? ''}.`,
    'E1: it agrees with one option only.',
    `Hence ${LETTERS[gold] ?? ''}.`,
  ];
  const base: JsonObject = { id, ...shared, ...asked, references, evidence, rc_breakdown: breakdown };
  const chains = hasChains ? chainsOf({ random, id, gold: LETTERS[gold] ?? 'A', breakdown }) : [];
  const own = chains.map((chain): Json =>
    Object.fromEntries(Object.entries(chain).filter(([key]) => key !== 'base_id')),
  );
  return {
    id,
    item: inline && hasChains ? { ...base, rc_items: own } : base,
    printed: {
      ...shared,
      references,
      evidence,
      rc_breakdown: breakdown,
      ...(inline && hasChains && { rc_items: own }),
      questions: [{ id, ...asked }],
    },
    chains,
    audits: auditsOf({
      random,
      id,
      number,
      isFaulty: fault?.people !== undefined,
      gold: LETTERS[gold] ?? 'A',
    }),
    relations: relationsOf({ random, id }),
    fault,
    images,
  };
}

const STRATEGIES = [
  'Confusing attribute',
  'Partial match',
  'Wrong part',
  'Plausible but absent feature',
  'Neighbour’s attribute',
] as const;

/** No fault where a habit is planted: it would not be one any more. */
function faultOf(number: number, { code }: Task): Fault | null {
  if (code === 'ca_align' || code === 'ca_discr') return null;
  const turn = Math.floor(number / FAULT_EVERY);
  const list = number % FAULT_EVERY === 0 ? FAULTS : number % FAULT_EVERY === 3 ? DECOYS : null;
  if (list === null) return null;
  const inTurn = list.map((_, at) => list[(turn + at) % list.length]);
  const hasTexts = code !== 'mi_discr' && code !== 'mi_match';
  return inTurn.find((fault) => fault !== undefined && (hasTexts || !fault.needsTexts)) ?? null;
}

function referencesOf(random: () => number, concept: string): readonly Json[] {
  const number = String(Math.floor(random() * 1000));
  return [
    `https://example.org/flora/${encodeURIComponent(concept)}/${number}`,
    { title: `Handbook, volume ${number}`, url: `https://example.org/handbook/${number}` },
    `A review of the ${concept} and its kin`,
    ...(random() < 0.3 ? ['A regional checklist'] : []),
  ];
}

/** Images with their rights: a single one as plain keys or as a list of one, several as a list. */
function picturesOf(images: readonly string[], number: number): Record<string, Json> {
  const rights = images.map((_, at): JsonObject =>
    (number + at) % 3 === 0
      ? { source: 'ImageNet-21K', synset: `n${String(2_000_000 + number * 7 + at).padStart(8, '0')}` }
      : {
          source: 'WikiCommons',
          licence: (number + at) % 3 === 1 ? 'CC BY-SA 4.0' : 'CC0 1.0',
          attribution: `Photographer ${String((number % 40) + 1)}, via Wikimedia Commons`,
        },
  );
  const [file] = images;
  if (images.length === 1 && number % 2 === 0 && file !== undefined) return { image: file, ...rights[0] };
  return {
    images: images.map((name, at): Json => ({
      file: name,
      ...rights[at],
      ...((number + at) % 3 !== 0 && { redistributable: true }),
    })),
  };
}

const listOf = (value: Json | readonly string[]): Json => (typeof value === 'object' ? value : null);

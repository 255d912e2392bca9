import { seededRandom, shuffle } from '../statistics/random.ts';

/** An item to assign, with everybody who has it in this round already, no matter who they are. */
export interface AssignableItem<Item extends string, Person extends string> {
  readonly id: Item;
  readonly raters: readonly Person[];
}

export interface AssignmentRequest<Item extends string, Person extends string> {
  /** In the order of import. */
  readonly items: readonly AssignableItem<Item, Person>[];
  /** Each with how many items of the round they have already. */
  readonly people: readonly { readonly id: Person; readonly load: number }[];
  /** How many people each item is to have in the end. */
  readonly overlap: number;
  /** `fixed`: the order of import, the same for everybody; `random`: an order of everybody's own. */
  readonly order: 'fixed' | 'random';
  /** A whole number from 0 to 2^32 - 1. */
  readonly seed: number;
}

export interface AssignmentPlan<Item extends string, Person extends string> {
  /** What each person gets, in the order in which they meet it; by id. */
  readonly people: readonly { readonly id: Person; readonly items: readonly Item[] }[];
  /** Items that somebody gets. */
  readonly items: number;
  /** Items that have as many people as asked for already. */
  readonly complete: number;
  /** Items that end with fewer people than asked for: there are not enough who do not have them yet. */
  readonly short: number;
}

/** The latest round in which somebody has been given items of a task, 1 where nobody has. */
export function currentRound(
  given: readonly { readonly task: string; readonly round: number }[],
  task: string,
): number {
  return Math.max(1, ...given.filter((each) => each.task === task).map(({ round }) => round));
}

/** The people by place in the list, what they have, and who got which item. */
interface Deal {
  readonly loads: number[];
  /** Per item the people who get it. */
  readonly given: number[][];
  /** Per item the people who have it already. */
  readonly had: readonly (readonly number[])[];
}

/**
 * Assigns each item to as many people as it lacks, nobody twice, those with the least work first. In the end no item
 * can be passed on, directly or through others, to somebody who has two fewer: people who started level and can take
 * everything differ by at most 1. Chance breaks ties. The same for the same request, in any order of people.
 */
export function planAssignments<Item extends string, Person extends string>({
  items,
  people,
  overlap,
  order,
  seed,
}: AssignmentRequest<Item, Person>): AssignmentPlan<Item, Person> {
  const team = [...people].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const places = new Map<Person, number>(team.map(({ id }, place) => [id, place]));
  const deal: Deal = {
    loads: team.map(({ load }) => load),
    given: items.map(() => []),
    had: items.map(({ raters }) =>
      raters.map((each) => places.get(each)).filter((place) => place !== undefined),
    ),
  };
  const lacking = items.map(({ raters }) => Math.max(0, overlap - new Set(raters).size));
  dealOut(deal, lacking, seededRandom(seed));
  level(deal);

  const piles = team.map((): number[] => []);
  deal.given.forEach((takers, item) => {
    for (const person of takers) piles[person]?.push(item);
  });
  return {
    people: team.map(({ id }, place) => {
      const pile = Uint32Array.from(piles[place] ?? []);
      if (order === 'random') shuffle(pile, seededRandom(seedFor(seed, id)));
      return { id, items: Array.from(pile, (item) => items[item]?.id).filter((item) => item !== undefined) };
    }),
    items: deal.given.filter((takers) => takers.length > 0).length,
    complete: lacking.filter((missing) => missing === 0).length,
    short: deal.given.filter((takers, item) => takers.length < (lacking[item] ?? 0)).length,
  };
}

/** The items with the least choice first, so that who is left over at the end is not forced upon them. */
function dealOut({ loads, given, had }: Deal, lacking: readonly number[], random: () => number): void {
  const choice = given.map((_, item) => loads.length - (had[item]?.length ?? 0) - (lacking[item] ?? 0));
  const byChoice = [...given.keys()].sort((a, b) => (choice[a] ?? 0) - (choice[b] ?? 0) || a - b);
  for (const item of byChoice) {
    const missing = lacking[item] ?? 0;
    if (missing === 0) continue;
    const free: { readonly person: number; readonly rank: number }[] = [];
    loads.forEach((load, person) => {
      // Loads are whole numbers: less than one on top decides between equals only.
      if (had[item]?.includes(person) !== true) free.push({ person, rank: load + random() });
    });
    free.sort((a, b) => a.rank - b.rank);
    for (const { person } of free.slice(0, missing)) {
      given[item]?.push(person);
      loads[person] = (loads[person] ?? 0) + 1;
    }
  }
}

/**
 * Passes items on along chains of people until nobody can be relieved by somebody with at least two fewer. Each pass
 * makes the sum of the squared loads smaller, so there is an end; where no chain is left, that sum is the least there is.
 */
function level(deal: Deal): void {
  const { loads, given } = deal;
  while (Math.max(...loads) - Math.min(...loads) > 1) {
    const movable = countMovable(deal);
    const chain = findChain(loads, movable);
    if (chain === null) return;
    const links = chain.slice(1).map((to, at) => ({ from: chain[at] ?? 0, to }));
    const [first = 0, last = 0] = [chain[0], chain.at(-1)];
    const difference = (loads[first] ?? 0) - (loads[last] ?? 0);
    const amount = Math.min(
      Math.floor(difference / 2),
      ...links.map(({ from, to }) => movable[from * loads.length + to] ?? 0),
    );
    for (const { from, to } of links) {
      let left = amount;
      for (let item = 0; item < given.length && left > 0; item += 1) {
        const takers = given[item];
        if (takers === undefined || !canPass(deal, item, from, to)) continue;
        takers[takers.indexOf(from)] = to;
        left -= 1;
      }
    }
    loads[first] = (loads[first] ?? 0) - amount;
    loads[last] = (loads[last] ?? 0) + amount;
  }
}

function canPass({ given, had }: Deal, item: number, from: number, to: number): boolean {
  const takers = given[item] ?? [];
  return takers.includes(from) && !takers.includes(to) && had[item]?.includes(to) !== true;
}

/** How many items each person could pass on to each other one, as a square of people. */
function countMovable({ loads, given, had }: Deal): Uint32Array {
  const team = loads.length;
  const movable = new Uint32Array(team * team);
  given.forEach((takers, item) => {
    const holders = new Set([...takers, ...(had[item] ?? [])]);
    for (let to = 0; to < team; to += 1) {
      if (holders.has(to)) continue;
      for (const from of takers) movable[from * team + to] = (movable[from * team + to] ?? 0) + 1;
    }
  });
  return movable;
}

/** The shortest chain from the person who has the most to anybody they can reach who has the least, two fewer or less still. */
function findChain(loads: readonly number[], movable: Uint32Array): readonly number[] | null {
  const team = loads.length;
  const most = [...loads.keys()].sort((a, b) => (loads[b] ?? 0) - (loads[a] ?? 0) || a - b);
  for (const start of most) {
    const before = new Map<number, number>([[start, start]]);
    // A map is walked in the order of insertion, what is added meanwhile included: breadth first.
    for (const from of before.keys())
      for (let to = 0; to < team; to += 1)
        if (!before.has(to) && (movable[from * team + to] ?? 0) > 0) before.set(to, from);
    const [end = start] = [...before.keys()].sort((a, b) => (loads[a] ?? 0) - (loads[b] ?? 0));
    if ((loads[start] ?? 0) - (loads[end] ?? 0) < 2) continue;
    const chain = [end];
    for (let at = end; at !== start; at = before.get(at) ?? start) chain.unshift(before.get(at) ?? start);
    return chain;
  }
  return null;
}

/** A seed of a person's or purpose's own: another one, mixed with a name (FNV-1a, 32 bit). */
export function seedFor(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

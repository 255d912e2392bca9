import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Metrics } from '../metrics.ts';
import { acceptObject } from '../problems.ts';
import { domainName, DOMAINS } from './domains.ts';
import type { Exponents } from './score.ts';

/** By what the domains weigh in the overall score: this casebook's items, the paper's, or numbers that were set. */
export type VolumesKind = 'own' | 'paper' | 'set';

const EXPONENTS = {
  p: z.number().positive('must be above 0'),
  q: z.number().nonnegative('must not be below 0'),
  r: z.number(),
};
const Named = z.enum(['own', 'paper'], 'must be own, paper, or a number for each domain');
const Numbers = z
  .record(z.string().min(1), z.number().positive('must be above 0'))
  .refine((volumes) => Object.keys(volumes).length > 0, 'at least one domain is needed');

/** The exponents, and the weight of each domain in the overall score, by name or in numbers. */
const ByName = z.looseObject({ ...EXPONENTS, volumes: Named });
const InNumbers = z.looseObject({ ...EXPONENTS, volumes: Numbers });

/** The key under which {@link withOwnVolumes} adds how many items of each domain a casebook has. */
const OWN = 'ownVolumes';
const Completed = z.looseObject({
  ...EXPONENTS,
  volumes: z.union([Named, Numbers]),
  [OWN]: z.record(z.string(), z.number()).default({}),
});

/** The numbers of items of the paper's domains (Table 1). */
export const PAPER_VOLUMES: Readonly<Record<string, number>> = Object.fromEntries(
  DOMAINS.map(({ name, volume }) => [name, volume]),
);

export const parameters: Metrics['parameters'] = {
  initial: { p: 3, q: 0.8, r: 6, volumes: 'own' },
  help: 'volumes=own or volumes=paper (weights of domains), p, q, r',
  parse(value) {
    const inNumbers = isJsonObject(value) && typeof value['volumes'] !== 'string';
    const parsed = acceptObject(inNumbers ? InNumbers : ByName, value);
    if (!parsed.ok) return parsed;
    // What follows from the items is no choice of anybody's.
    const { [OWN]: _, ...chosen } = parsed.value;
    return { ok: true, value: chosen };
  },
};

/** The parameters with how many items of each domain this casebook has. */
export const withOwnVolumes: NonNullable<Metrics['completed']> = (given, itemsBy) => {
  const volumes: Record<string, number> = {};
  for (const [domain, items] of Object.entries(itemsBy('domain'))) {
    const name = domainName(domain);
    volumes[name] = (volumes[name] ?? 0) + items;
  }
  return { ...given, [OWN]: volumes };
};

/** How titles name the volumes of the overall score. */
export const VOLUMES_WORDS: Readonly<Record<VolumesKind, string>> = {
  own: 'by own volumes',
  paper: 'by the paper’s volumes',
  set: 'by set volumes',
};

/** The volume of each domain, and where it comes from. Earlier versions stored the paper's as numbers. */
export function volumesOf(given: JsonObject): {
  readonly kind: VolumesKind;
  readonly volumes: Readonly<Record<string, number>>;
} {
  const { volumes, ownVolumes } = Completed.parse(given);
  if (volumes === 'own') return { kind: 'own', volumes: ownVolumes };
  if (volumes === 'paper') return { kind: 'paper', volumes: PAPER_VOLUMES };
  const names = Object.keys(volumes);
  const isPaper =
    names.length === DOMAINS.length && DOMAINS.every(({ name, volume }) => volumes[name] === volume);
  return { kind: isPaper ? 'paper' : 'set', volumes };
}

/** How the overall score weighs the domains, in words. */
export function volumesNotes(given: JsonObject): readonly string[] {
  const { kind, volumes } = volumesOf(given);
  if (kind === 'paper')
    return [
      'The overall score weights each domain by its share of the paper’s 1,430 items, not of the items here.',
    ];
  const each = Object.entries(volumes).map(([name, volume]) => `${name} ${String(volume)}`);
  if (each.length === 0) return [];
  return [
    kind === 'own'
      ? `The overall score weights each domain by its number of items in this casebook: ${each.join(', ')}.`
      : `The overall score weights each domain by a number set in this casebook: ${each.join(', ')}.`,
  ];
}

export interface ScoreSettings {
  readonly exponents: Exponents;
  readonly domains: readonly { readonly name: string; readonly volume: number }[];
  /** Of each of the paper's domains, its place among them; -1 for those without a volume. */
  readonly published: readonly number[];
}

/** Figures are asked for thousands of times with the same parameters. */
const known = new WeakMap<JsonObject, ScoreSettings>();

/** What the figures take from the parameters. */
export function settingsOf(given: JsonObject): ScoreSettings {
  const before = known.get(given);
  if (before !== undefined) return before;
  const { p, q, r } = Completed.parse(given);
  const domains = Object.entries(volumesOf(given).volumes).map(([name, volume]) => ({
    name: domainName(name),
    volume,
  }));
  const published = DOMAINS.map(({ name }) => domains.findIndex((domain) => domain.name === name));
  const settings = { exponents: { p, q, r }, domains, published };
  known.set(given, settings);
  return settings;
}

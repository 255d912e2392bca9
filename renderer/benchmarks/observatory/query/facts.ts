import { z } from 'zod';
import { attributeName } from '../../../../shared/benchmarks/observatory/labels.ts';
import { type ImageCondition, ORIGINAL } from '../../../../shared/benchmarks/observatory/queries/entities.ts';
import type { Query } from '../../../../shared/benchmarks/observatory/queries/query.ts';
import { transformationTitle } from '../../../../shared/benchmarks/observatory/transformationTitles.ts';

/** A line of what is known of a question. */
export type Fact = readonly [name: string, value: string];

const FAMILIES: Readonly<Record<ImageCondition, string>> = {
  Org: 'the original itself',
  ID: 'in distribution (ID)',
  OOD: 'out of distribution (OOD)',
};

/** The right answer in words; null where the question does not say it. */
export function rightAnswer(query: Query): string | null {
  switch (query.kind) {
    case 'matching':
      return query.answer === undefined ? null : `Candidate ${query.answer}`;
    case 'grid':
      return query.answer === undefined
        ? null
        : `Row ${String(query.answer[0] + 1)}, column ${String(query.answer[1] + 1)}`;
    case 'localisation':
      return query.boxes === undefined
        ? null
        : `${query.attributes.length === 1 ? 'The box' : 'The boxes'} of ${listed(query.attributes)}, as shown on the image`;
  }
}

const listed = (attributes: readonly string[]): string =>
  attributes.map((attribute) => attributeName(attribute).toLowerCase()).join(', ');

/** What is asked about, and with what given. */
export function askedFacts(query: Query): readonly Fact[] {
  const { entity, item, domain, gender = null, family, transformation } = query;
  const facts: (Fact | null)[] = [
    ['Domain', domain === 'CELEB' ? 'Face' : 'Word'],
    entity === undefined ? null : ['Entity', item === undefined ? entity : `${entity} (${item})`],
    gender === null ? null : ['Gender', gender],
    family === undefined ? null : ['Family', FAMILIES[family]],
    transformation === undefined || transformation === ORIGINAL
      ? null
      : ['Transformation', transformationTitle(transformation)],
  ];
  return [
    ...facts.filter((fact) => fact !== null),
    ...(query.kind === 'localisation' ? localisationFacts(query) : []),
  ];
}

/** What is to be drawn, and what of it is given. */
function localisationFacts(query: Extract<Query, { readonly kind: 'localisation' }>): readonly Fact[] {
  const given = Object.keys(query.given);
  const boxes = `${given.length === 1 ? 'the box' : 'the boxes'} of ${listed(given)}`;
  const corner = query.given_corner ?? null;
  return [
    ['Given', corner !== null ? 'the top left corner' : given.length === 0 ? 'nothing' : boxes],
    ['To be drawn', listed(query.attributes)],
    // A word has no sides.
    ...(query.domain === 'CELEB'
      ? [['Left', query.side === 'image' ? 'as seen in the image' : 'of the person'] as const]
      : []),
  ];
}

const Built = z.looseObject({
  seed: z.number().optional().catch(undefined),
  rule: z.string().optional().catch(undefined),
  neighbours: z.string().optional().catch(undefined),
});

const NEIGHBOURS: Readonly<Record<string, string>> = {
  one_edit: 'words one edit away',
  perceptual_hash: 'similar-looking originals',
  distance_file: 'from a file of distances',
};

/** How the question came about. */
export function originFacts(query: Query): readonly Fact[] {
  const { seed, rule, neighbours } = Built.parse(query);
  const facts: (Fact | null)[] = [
    seed === undefined ? null : ['Seed', String(seed)],
    rule === undefined ? null : ['Rule', rule],
    neighbours === undefined ? null : ['Neighbours', NEIGHBOURS[neighbours] ?? neighbours],
  ];
  return facts.filter((fact) => fact !== null);
}

/** One of the images to choose from, with what it is. */
export interface CandidateImage {
  readonly place: string;
  readonly what: string;
  readonly item: string;
  readonly transformation: string;
  readonly isAnswer: boolean;
}

const Shown = z.looseObject({
  item: z.string().catch(''),
  transformation: z.string().catch(''),
  role: z.string().catch(''),
  distance: z.number().optional().catch(undefined),
});
const Cells = z.array(Shown.extend({ cell: z.tuple([z.number(), z.number()]) })).catch([]);

const ROLES: Readonly<Record<string, string>> = {
  answer: 'the entity',
  neighbour: 'near neighbour',
  other_domain: 'other domain',
};

/** What is shown beside the right answer, as far as the question says it. */
export function candidatesOf(query: Query): readonly CandidateImage[] {
  const lineOf = (place: string, value: z.infer<typeof Shown>): CandidateImage => ({
    place,
    what: `${ROLES[value.role] ?? value.role}${value.distance === undefined ? '' : `, ${rounded(value.distance)} away`}`,
    item: value.item,
    transformation: transformationTitle(value.transformation),
    isAnswer: value.role === 'answer',
  });
  switch (query.kind) {
    case 'matching':
      return Object.entries(query.candidates)
        .map(([letter, shown]) => lineOf(letter, Shown.parse(shown)))
        .sort((a, b) => (a.place < b.place ? -1 : 1));
    case 'grid':
      return Cells.parse(query['cells']).map(({ cell, ...shown }) =>
        lineOf(`Row ${String(cell[0] + 1)}, column ${String(cell[1] + 1)}`, shown),
      );
    case 'localisation':
      return [];
  }
}

const rounded = (distance: number): string => String(Number(distance.toPrecision(4)));

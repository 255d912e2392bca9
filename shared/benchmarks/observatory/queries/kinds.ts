import { GUIDANCE, type Guidance } from './answerFile.ts';
import type { QueryKind } from './query.ts';

/** Kinds of questions as they are built, one request each, with what they are called. */
export const KINDS = [
  {
    id: 'matching',
    title: 'Image matching',
    description: 'Which of four images shows the same as the support image.',
  },
  {
    id: 'grid',
    title: 'Grid pointing',
    description:
      'In which cell of a 2 x 2 collage the original of the support image is; one question for each cell.',
  },
  {
    id: 'guided',
    title: 'Localisation, guided',
    description: 'Where the attributes are on an image, with all boxes shown on its original.',
    needsBoxes: true,
  },
  {
    id: 'semi-guided',
    title: 'Localisation, semi-guided',
    description: 'The same with one box shown; for a word, only its top left corner.',
    needsBoxes: true,
  },
  {
    id: 'unguided',
    title: 'Localisation, unguided',
    description: 'The same without any box.',
    needsBoxes: true,
  },
] as const satisfies readonly {
  readonly id: Exclude<QueryKind, 'localisation'> | Guidance;
  readonly title: string;
  readonly description: string;
  readonly needsBoxes?: true;
}[];
export type QueryKindId = (typeof KINDS)[number]['id'];

/** The kind of this id; null where there is none. */
export const kindOfId = (id: string): QueryKindId | null => KINDS.find((kind) => kind.id === id)?.id ?? null;

/** What a question is called by its kind and, where it is one of localisation, what is given with it. */
export function kindTitle(kind: QueryKind, guidance: Guidance | undefined): string {
  const id = kind === 'localisation' ? guidance : kind;
  return KINDS.find((each) => each.id === id)?.title ?? 'Localisation';
}

/** The questions of localisation among the kinds. */
export const isGuidance = (kind: QueryKindId): kind is Guidance => GUIDANCE.some((each) => each === kind);

import { GUIDANCE, type Guidance } from './answerFile.ts';
import type { QueryKind } from './query.ts';

/** Kinds of questions as they are built, one request each, with what they are called. */
export const KINDS = [
  { id: 'matching', title: 'Image matching' },
  { id: 'grid', title: 'Grid pointing' },
  { id: 'guided', title: 'Localisation, guided' },
  { id: 'semi-guided', title: 'Localisation, semi-guided' },
  { id: 'unguided', title: 'Localisation, unguided' },
] as const satisfies readonly { readonly id: Exclude<QueryKind, 'localisation'> | Guidance; title: string }[];
export type Kind = (typeof KINDS)[number]['id'];

/** The kind of this id; null where there is none. */
export const kindOfId = (id: string): Kind | null => KINDS.find((kind) => kind.id === id)?.id ?? null;

/** What a question is called by its kind and, where it is one of localisation, what is given with it. */
export function kindTitle(kind: QueryKind, guidance: Guidance | undefined): string {
  const id = kind === 'localisation' ? guidance : kind;
  return KINDS.find((each) => each.id === id)?.title ?? 'Localisation';
}

/** The questions of localisation among the kinds. */
export const isGuidance = (kind: Kind): kind is Guidance => GUIDANCE.some((each) => each === kind);

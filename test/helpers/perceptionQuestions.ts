import type { JsonObject } from '../../shared/base/json.ts';

/** A box by its corners: x1, y1, x2, y2. */
export type Corners = readonly [number, number, number, number];

/** What every question is about. */
export interface About {
  readonly id: string;
  readonly domain?: 'CELEB' | 'WORD';
  readonly gender?: 'male' | 'female' | null;
  readonly family?: 'Org' | 'ID' | 'OOD';
  readonly transformation?: string;
  readonly item?: string;
}

export const cornersJson = ([x1, y1, x2, y2]: Corners): JsonObject => ({ x1, y1, x2, y2 });

const about = ({
  id,
  domain = 'CELEB',
  gender = null,
  family = 'Org',
  transformation,
  item = id,
}: About) => ({
  id,
  item,
  domain,
  entity: item,
  gender,
  family,
  transformation: transformation ?? (family === 'Org' ? 'Org' : 'gamma'),
});

/** A line of image matching. */
export const matchingQuestion = ({ answer, ...of }: About & { readonly answer: string }): JsonObject => ({
  kind: 'matching',
  ...about(of),
  support: { image: `originals/${of.id}.png` },
  candidates: Object.fromEntries(
    ['A', 'B', 'C', 'D'].map((letter) => [letter, { image: `candidates/${of.id}_${letter}.png` }]),
  ),
  answer,
});

/** A line of grid pointing. */
export const gridQuestion = ({
  answer,
  ...of
}: About & { readonly answer: readonly [number, number] }): JsonObject => ({
  kind: 'grid',
  ...about(of),
  support: { image: `originals/${of.id}.png` },
  collage: `collages/${of.id}.png`,
  answer: [...answer],
});

/** A line of localisation: the boxes of all attributes, and which of them is the hint (null: the corner of the only one). */
export function localisationQuestion({
  guidance,
  boxes,
  hint,
  ...of
}: About & {
  readonly guidance: 'guided' | 'semi-guided' | 'unguided';
  readonly boxes: Readonly<Record<string, Corners>>;
  readonly hint: string | null;
}): JsonObject {
  const gold = Object.entries(boxes).map(([attribute, box]) => [attribute, cornersJson(box)] as const);
  const isHint = ([attribute]: readonly [string, unknown]): boolean => attribute === hint;
  const given = { guided: gold, 'semi-guided': gold.filter(isHint), unguided: [] }[guidance];
  const asked = guidance === 'semi-guided' ? gold.filter((box) => !isHint(box)) : gold;
  const [only] = gold;
  const { item = of.id, family = 'Org' } = of;
  return {
    kind: 'localisation',
    ...about(of),
    guidance,
    image: family === 'Org' ? `originals/${item}.png` : `variants/${item}_${family}.png`,
    support: { image: `originals/${item}.png` },
    side: 'image',
    given: Object.fromEntries(given),
    given_corner:
      guidance === 'semi-guided' && hint === null && only !== undefined
        ? { x1: only[1]['x1'] ?? 0, y1: only[1]['y1'] ?? 0 }
        : null,
    attributes: asked.map(([attribute]) => attribute),
    hint,
    boxes: Object.fromEntries(gold),
  };
}

import { describe, expect, it } from 'vitest';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import { imageFindings } from '../../shared/benchmarks/health/images.ts';
import { alikeGroups, proposedGroups, type SeenImage } from '../../shared/domain/alikeImages.ts';
import { type ImageLook, LOOK_SIDE, looksAlike, SAME_LOOK } from '../../shared/domain/imageLook.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { genericItem } from '../helpers/healthItems.ts';

const POINTS = LOOK_SIDE * LOOK_SIDE;
const drawn = (luminance: (x: number, y: number) => number): ImageLook =>
  Uint8Array.from({ length: POINTS }, (_, at) => luminance(at % LOOK_SIDE, Math.floor(at / LOOK_SIDE)));

/** White with dark bars here and there, as words are. */
const bars = (...places: number[]): ImageLook =>
  drawn((x, y) => (y > 24 && y < 40 && places.some((place) => x >= place && x < place + 3) ? 0 : 255));

const image = (sha256: string, look: ImageLook | null, more: Partial<SeenImage> = {}): SeenImage => ({
  sha256,
  perceptualHash: '0f'.repeat(32),
  look,
  ...more,
});
const names = (groups: readonly (readonly SeenImage[])[]) =>
  groups.map((group) => group.map(({ sha256 }) => sha256));

/** Pearson's correlation, as its definition says it. */
function correlation(a: ImageLook, b: ImageLook): number {
  const mean = (look: ImageLook) => look.reduce((sum, value) => sum + value, 0) / look.length;
  const [ofA, ofB] = [mean(a), mean(b)];
  let [products, first, second] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const other = (b[at] ?? 0) - ofB;
    products += (value - ofA) * other;
    first += (value - ofA) ** 2;
    second += other ** 2;
  }
  return products / Math.sqrt(first * second);
}

describe('two looks', () => {
  it('are alike where they correlate, by the definition of the correlation', () => {
    const random = seededRandom(3);
    const base = drawn(() => 256 * random());
    const outcomes = Array.from({ length: 60 }, (_, step) => {
      const other = base.map((value) => Math.round(value + (step / 60) * 256 * (random() - 0.5)));
      const mixed = other.map((value, at) => (at % 60 < step ? Math.floor(256 * random()) : value));
      expect(looksAlike(base, mixed)).toBe(correlation(base, mixed) >= SAME_LOOK);
      return looksAlike(base, mixed);
    });
    expect(new Set(outcomes).size).toBe(2);
  });

  it('of even surfaces are alike where they are about as bright, and never like a picture', () => {
    const even = (luminance: number) => drawn(() => luminance);
    expect(looksAlike(even(200), even(204))).toBe(true);
    expect(looksAlike(even(200), even(100))).toBe(false);
    expect(looksAlike(even(255), bars(8, 20))).toBe(false);
  });
});

describe('what a perceptual hash proposes', () => {
  it('is decided by the pixels: words that hash alike are not the same picture', () => {
    const images = [
      image('cat', bars(6, 14, 30)),
      image('cat again', bars(6, 14, 30)),
      image('CART', bars(10, 22, 44)),
      image('river', bars(2, 18, 34)),
    ];
    expect(names(proposedGroups(images))).toEqual([['cat', 'cat again', 'CART', 'river']]);
    expect(names(alikeGroups(images))).toEqual([['cat', 'cat again']]);
  });

  it('stays where pixels cannot be read, and for the same file', () => {
    expect(names(alikeGroups([image('a', null), image('b', bars(5))]))).toEqual([['a', 'b']]);
    const same = [image('a', bars(5)), image('a', bars(40))];
    expect(names(alikeGroups(same))).toEqual([['a', 'a']]);
  });

  it('links through others, but never what hashes keep apart', () => {
    const random = seededRandom(5);
    const base = drawn(() => 256 * random());
    /** The base with the first points in a hundred replaced, as many as given. */
    const mixed = (part: number) => base.map((value, at) => (at % 100 < part ? (at * 7919) % 256 : value));
    const chain = [mixed(0), mixed(15), mixed(30), mixed(45)].map((look, at) => image(String(at), look));
    expect(looksAlike(mixed(0), mixed(45))).toBe(false);
    expect(names(alikeGroups(chain))).toEqual([['0', '1', '2', '3']]);
    const far = image('far', base, { perceptualHash: 'f0'.repeat(32) });
    expect(names(alikeGroups([image('near', base), far]))).toEqual([]);
  });

  it('is nothing between images that render different words, however alike', () => {
    const render = (sha256: string, shows: string) => image(sha256, bars(5), { shows });
    const images = [render('1', 'cat'), render('2', 'CART'), render('3', 'cat'), render('4', 'river')];
    expect(names(alikeGroups(images))).toEqual([['1', '3']]);
  });
});

it('an item of the Perceptual Observatory says which word its images render', () => {
  const entity = { id: 1, entity: 'river', image: 'w.png' };
  expect(observatory.rendered?.({ ...entity, domain: 'WORD' })).toBe('river');
  expect(observatory.rendered?.({ ...entity, domain: 'CELEB' })).toBeNull();
});

it('Health groups images only where their pixels agree', () => {
  const looks = [bars(6, 14, 30), bars(10, 22, 44), bars(6, 14, 30)];
  const items = looks.map((look, at) => {
    const id = `item-${String(at)}`;
    return {
      id,
      label: null,
      item: genericItem({ id }, { image: { perceptualHash: '0f'.repeat(32), look } }),
    };
  });
  const near = imageFindings(items).filter(({ kind }) => kind === 'near-duplicate-images');
  expect(near.map(({ title, groups }) => [title, groups])).toEqual([
    [
      '2 items share nearly the same image with another',
      [{ label: 'nearly the same image', items: ['item-0', 'item-2'] }],
    ],
  ]);
});

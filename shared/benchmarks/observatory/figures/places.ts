import { type Guidance, GUIDANCE } from '../queries/answerFile.ts';
import { byName, CONDITIONS, type ImageCondition } from '../queries/entities.ts';
import { combineFigures, difference, meanFigure, type SetFigure } from './figure.ts';

/** One attribute on one image, as it was asked for and answered. */
export interface ScoredPlace {
  readonly item: string;
  readonly image: string;
  readonly attribute: string;
  readonly gender: 'male' | 'female' | null;
  readonly family: ImageCondition;
  readonly transformation: string;
  readonly guidance: Guidance;
  /** Intersection over union with the box that holds, in continuous coordinates; 0 where none was drawn. */
  readonly overlap: number;
}

/**
 * The figures of attribute localisation in one domain (section 3.3 of the paper), means over attributes of images: mIoU by
 * family, by attribute, and what is less on variants; on male less on female entities; transfer retention TR(t), the
 * mIoU guided on a family or transformation over that on the originals; and the gain of one hint, the mIoU with it less
 * that without any, over the attributes of the images that both were asked for.
 */
export function placeFigures(places: readonly ScoredPlace[]): readonly SetFigure[] {
  const figures: SetFigure[] = [];
  for (const guidance of GUIDANCE) {
    const own = places.filter((place) => place.guidance === guidance);
    if (own.length > 0) figures.push(...ofGuidance(own, guidance));
  }
  const guided = places.filter(({ guidance }) => guidance === 'guided');
  if (guided.length > 0) figures.push(...retention(guided));
  if (places.some(({ guidance }) => guidance === 'semi-guided')) figures.push(gainOfHint(places));
  return figures;
}

function miou(metric: string, of: string | null, places: readonly ScoredPlace[]): SetFigure {
  return meanFigure(
    metric,
    of,
    places.map(({ overlap }) => overlap),
    of === null ? 'Nothing is answered.' : `Nothing of ${of} is answered.`,
  );
}

function ofGuidance(places: readonly ScoredPlace[], guidance: Guidance): readonly SetFigure[] {
  const metric = (name: string): string => `${name}_${guidance.replace('-', '_')}`;
  const within = (family: ImageCondition): readonly ScoredPlace[] =>
    places.filter((place) => place.family === family);
  const all = miou(metric('miou'), null, places);
  const families = CONDITIONS.map((family) => miou(metric('miou'), family, within(family)));
  const original = miou(metric('miou'), 'Org', within('Org'));
  const drops = (['ID', 'OOD'] as const).map((family) =>
    combineFigures(
      metric('drop'),
      family,
      [original, miou(metric('miou'), family, within(family))],
      difference,
    ),
  );
  const attributes = [...Map.groupBy(places, ({ attribute }) => attribute)]
    .sort(([a], [b]) => byName(a, b))
    .flatMap(([attribute, own]) => [
      miou(metric('attribute_miou'), attribute, own),
      ...CONDITIONS.flatMap((family) => {
        const ofFamily = own.filter((place) => place.family === family);
        return ofFamily.length === 0
          ? []
          : [miou(metric('attribute_miou'), `${attribute} ${family}`, ofFamily)];
      }),
    ]);
  const ofGender = (gender: 'male' | 'female', family: ImageCondition | null): SetFigure =>
    miou(
      metric('miou'),
      gender,
      places.filter((place) => place.gender === gender && (family === null || place.family === family)),
    );
  const gaps = places.some(({ gender }) => gender !== null)
    ? [null, ...CONDITIONS].map((family) =>
        combineFigures(
          metric('gender_gap'),
          family,
          [ofGender('male', family), ofGender('female', family)],
          difference,
        ),
      )
    : [];
  return [all, ...families, ...drops, ...attributes, ...gaps];
}

function retention(guided: readonly ScoredPlace[]): readonly SetFigure[] {
  const original = miou(
    'miou',
    'Org',
    guided.filter(({ family }) => family === 'Org'),
  );
  const over = (of: string, places: readonly ScoredPlace[]): SetFigure =>
    combineFigures('transfer_retention', of, [miou('miou', of, places), original], (on, org) =>
      org === 0 ? 'The mIoU on the originals is 0.' : on / org,
    );
  const variants = guided.filter(({ family }) => family !== 'Org');
  const byTransformation = [...Map.groupBy(variants, ({ transformation }) => transformation)].sort(
    ([a], [b]) => byName(a, b),
  );
  return [
    over(
      'ID',
      variants.filter(({ family }) => family === 'ID'),
    ),
    over(
      'OOD',
      variants.filter(({ family }) => family === 'OOD'),
    ),
    ...byTransformation.map(([transformation, places]) => over(transformation, places)),
  ];
}

function gainOfHint(places: readonly ScoredPlace[]): SetFigure {
  const keyed = (guidance: Guidance): ReadonlyMap<string, ScoredPlace> =>
    new Map(
      places
        .filter((place) => place.guidance === guidance)
        .map((place) => [JSON.stringify([place.item, place.image, place.attribute]), place]),
    );
  const hinted = keyed('semi-guided');
  const plain = keyed('unguided');
  const gains = [...hinted].flatMap(([key, { overlap }]) => {
    const without = plain.get(key);
    return without === undefined ? [] : [overlap - without.overlap];
  });
  return meanFigure(
    'gain_of_one_hint',
    null,
    gains,
    'No question asked for the same attribute both with one hint and with none.',
  );
}

import { attributeName } from '../labels.ts';
import type { Guidance } from '../queries/answerFile.ts';
import { CONDITIONS, type ImageCondition } from '../queries/entities.ts';
import type { Domain } from '../schema.ts';
import { transformationTitle } from '../transformationTitles.ts';
import { entities, familyPhrase, genderGap } from './choiceMetrics.ts';
import { combineFormulas, difference, type Formula, mean, type OwnMetric } from './formulas.ts';
import { familyName, hintedName, of, taskName, transformationName, unhintedName } from './names.ts';

const FAMILIES: readonly (ImageCondition | null)[] = [null, ...CONDITIONS];

const HOW =
  'IoU = intersection / union in continuous coordinates; an attribute without a box, no answer in the time given and one that cannot be read count 0, and of two boxes drawn for one attribute the first counts.';

/** The tallies of localisation in a domain, but for those of attributes and transformations. */
export function placeTallies(domain: Domain, guidance: Guidance): readonly string[] {
  const name = taskName(domain, guidance);
  const groups = [name, ...(domain === 'CELEB' ? [`${name}_male`, `${name}_female`] : [])];
  return groups.flatMap((group) => FAMILIES.map((family) => familyName(group, family)));
}

/** The tallies of one attribute. */
export const attributeTallies = (domain: Domain, guidance: Guidance, attribute: string): readonly string[] =>
  FAMILIES.map((family) => of(familyName(taskName(domain, guidance), family), attribute));

const miou = (tally: string, about: string): Formula => mean(tally, `Nothing of ${about} is answered.`);

/** mIoU by family, what is less of it on variants, and on male less on female entities. */
export function placeMetrics(domain: Domain, guidance: Guidance): readonly OwnMetric[] {
  const name = taskName(domain, guidance);
  const about = `${domain}, ${guidance}`;
  const own = (family: ImageCondition | null): Formula =>
    miou(familyName(name, family), family === null ? about : `${about} with ${family}`);
  return [
    ...FAMILIES.map((family): OwnMetric => ({
      definition: {
        id: familyName(`${name}_miou`, family),
        title: `${about}: mIoU${family === null ? '' : `, ${family}`}`,
        explanation: `The mean IoU over attributes that were to be drawn on ${family === null ? 'images' : familyPhrase(family)} of ${entities(domain)}, ${GIVEN[guidance]}; every attribute of every image weighs the same. ${HOW}`,
        chance: null,
        share: null,
      },
      formula: own(family),
    })),
    ...(['ID', 'OOD'] as const).map((family): OwnMetric => ({
      definition: {
        id: familyName(`${name}_drop`, family),
        title: `${about}: drop, ${family}`,
        explanation: `mIoU(Org) - mIoU(${family}): how much less the mIoU is on ${familyPhrase(family)} than on originals, ${GIVEN[guidance]}.`,
        chance: null,
        share: null,
      },
      formula: combineFormulas(own('Org'), own(family), difference),
    })),
    ...(domain === 'CELEB' ? FAMILIES.map((family) => genderGap(name, about, family)) : []),
  ];
}

const GIVEN: Readonly<Record<Guidance, string>> = {
  guided: 'with all boxes of the original given (the paper’s Task 3)',
  'semi-guided': 'with one hint given: the box of another attribute, or for a word the top left corner',
  unguided: 'with nothing given',
};

/** mIoU of one attribute by family. */
export function attributeMetrics(
  domain: Domain,
  guidance: Guidance,
  attribute: string,
): readonly OwnMetric[] {
  const name = taskName(domain, guidance);
  return FAMILIES.map((family): OwnMetric => {
    const about = `${domain}, ${guidance}: ${attributeName(attribute)}${family === null ? '' : `, ${family}`}`;
    return {
      definition: {
        id: of(familyName(`${name}_miou`, family), attribute),
        title: about,
        explanation: `The mean IoU of “${attribute}” on ${family === null ? 'images' : familyPhrase(family)} of ${entities(domain)}, ${GIVEN[guidance]}. ${HOW}`,
        chance: null,
        share: null,
      },
      formula: miou(of(familyName(name, family), attribute), about),
    };
  });
}

/** Transfer retention by family, and the gain of one hint. */
export function retentionMetrics(domain: Domain): readonly OwnMetric[] {
  const name = taskName(domain, 'guided');
  return [
    ...(['ID', 'OOD'] as const).map((family) =>
      retention(domain, {
        id: familyName(`${domain.toLowerCase()}_retention`, family),
        title: `${domain}: TR(${family})`,
        on: familyPhrase(family),
        tally: familyName(name, family),
      }),
    ),
    {
      definition: {
        id: `${domain.toLowerCase()}_hint_gain`,
        title: `${domain}: gain of one hint`,
        explanation: `mIoU with one hint less mIoU with none, over the attributes that both ask for: of a question without a hint the attribute that is the hint elsewhere is left out, so that both means are over the same attributes of the same images where both are answered. For words the hint is the top left corner, and nothing is left out.`,
        chance: null,
        share: null,
      },
      formula: combineFormulas(
        miou(hintedName(domain), `${domain} with one hint`),
        miou(unhintedName(domain), `${domain} with nothing given`),
        difference,
      ),
    },
  ];
}

/** Transfer retention of one transformation. */
export const transformationMetric = (domain: Domain, transformation: string): OwnMetric =>
  retention(domain, {
    id: of(`${domain.toLowerCase()}_retention`, transformation),
    title: `${domain}: TR(${transformationTitle(transformation)})`,
    on: `variants by ${transformationTitle(transformation)}`,
    tally: transformationName(domain, transformation),
  });

function retention(
  domain: Domain,
  {
    id,
    title,
    on,
    tally,
  }: { readonly id: string; readonly title: string; readonly on: string; readonly tally: string },
): OwnMetric {
  return {
    definition: {
      id,
      title,
      explanation: `Transfer retention: the guided mIoU on ${on} of ${entities(domain)} over the guided mIoU on their originals.`,
      chance: null,
      share: null,
    },
    formula: combineFormulas(
      miou(tally, `${domain}, guided, on ${on}`),
      miou(familyName(taskName(domain, 'guided'), 'Org'), `${domain}, guided, with Org`),
      (variants, original) => (original === 0 ? 'The mIoU on the originals is 0.' : variants / original),
    ),
  };
}

import { CONDITIONS, type ImageCondition } from '../queries/entities.ts';
import { CELLS } from '../queries/gridPointing.ts';
import { cellText } from '../queries/querySetFile.ts';
import type { Domain } from '../schema.ts';
import {
  combineFormulas,
  countColumn,
  difference,
  mean,
  type OwnMetric,
  spread,
  sumColumn,
} from './formulas.ts';
import { cellName, type ChoiceTask, familyName, taskName } from './names.ts';

const TASKS: Readonly<Record<ChoiceTask, { readonly title: string; readonly right: string }>> = {
  matching: { title: 'image matching', right: 'letter' },
  grid: { title: 'grid pointing', right: 'cell' },
};

/** One of four. */
const CHANCE = 0.25;

const NOT_RIGHT = 'A late answer, or one that names none, is wrong.';

/** The tallies of a choice among four in a domain. */
export function choiceTallies(domain: Domain, task: ChoiceTask): readonly string[] {
  const name = taskName(domain, task);
  const groups = [
    name,
    ...(domain === 'CELEB' ? [`${name}_male`, `${name}_female`] : []),
    ...(task === 'grid' ? CELLS.map((cell) => cellName(name, cell)) : []),
  ];
  return [
    `${name}_variants`,
    ...groups.flatMap((group) => [null, ...CONDITIONS].map((family) => familyName(group, family))),
  ];
}

/**
 * The figures of a choice among four in a domain (section 3.3): accuracy by family and what is less of it on variants, by
 * cell and its spread, on male less on female entities.
 */
export function choiceMetrics(domain: Domain, task: ChoiceTask): readonly OwnMetric[] {
  const name = taskName(domain, task);
  const { title, right } = TASKS[task];
  const about = `${domain}, ${title}`;
  const accuracy = (group: string, of: string) => mean(group, `Nothing ${of} is answered.`);
  const share = (group: string) => ({ hits: sumColumn(group), of: countColumn(group) });
  const families: readonly (ImageCondition | null)[] = [null, ...CONDITIONS];

  const accuracies = [...families, 'variants' as const].map((part): OwnMetric => {
    const group = part === 'variants' ? `${name}_variants` : familyName(name, part);
    return {
      definition: {
        id: group.replace(name, `${name}_accuracy`),
        title: `${about}: accuracy${part === null ? '' : `, ${part}`}`,
        explanation: `The share of questions of ${title} ${part === null ? 'about' : `about ${familyPhrase(part)} of`} ${entities(domain)} whose ${right} is right. ${NOT_RIGHT}`,
        chance: CHANCE,
        share: share(group),
      },
      formula: accuracy(group, `of ${about}${part === null ? '' : ` with ${part}`}`),
    };
  });
  const original = accuracy(familyName(name, 'Org'), `of ${about} with Org`);
  const drops = ([null, 'ID', 'OOD'] as const).map((family): OwnMetric => {
    const variants = family === null ? `${name}_variants` : familyName(name, family);
    return {
      definition: {
        id: familyName(`${name}_drop`, family),
        title: `${about}: drop${family === null ? '' : `, ${family}`}`,
        explanation: `Δ = Acc(Org) - Acc(${family ?? 'variants'}): how much less the accuracy of ${title} is on ${familyPhrase(family ?? 'variants')} of ${entities(domain)} than on their originals.`,
        chance: null,
        share: null,
      },
      formula: combineFormulas(
        original,
        accuracy(variants, `of ${about} with ${family ?? 'variants'}`),
        difference,
      ),
    };
  });
  return [
    ...accuracies,
    ...drops,
    ...(task === 'grid' ? families.flatMap((family) => cellMetrics(domain, family)) : []),
    ...(domain === 'CELEB' ? families.map((family) => genderGap(name, about, family)) : []),
  ];
}

function cellMetrics(domain: Domain, family: ImageCondition | null): readonly OwnMetric[] {
  const name = taskName(domain, 'grid');
  const about = `${domain}, grid pointing`;
  const part = family === null ? '' : `, ${family}`;
  const cells = CELLS.map((cell): OwnMetric => {
    const group = familyName(cellName(name, cell), family);
    return {
      definition: {
        id: group,
        title: `${about}: cell ${cellText(cell)}${part}`,
        explanation: `The share of questions of grid pointing with the original in the cell ${cellText(cell)} ([row, column] from the top left)${family === null ? '' : `, asked with ${familyPhrase(family)},`} whose cell is right. ${NOT_RIGHT}`,
        chance: CHANCE,
        share: { hits: sumColumn(group), of: countColumn(group) },
      },
      formula: mean(group, `Nothing of ${about}${part} with the original in ${cellText(cell)} is answered.`),
    };
  });
  return [
    ...cells,
    {
      definition: {
        id: familyName(`${name}_spread`, family),
        title: `${about}: spread${part}`,
        explanation: `Gap = max Acc - min Acc over the four cells${family === null ? '' : `, with ${familyPhrase(family)}`}: a small gap means that position matters little. Undefined until each cell has an answer.`,
        chance: null,
        share: null,
        spreadOf: cells.map(({ definition }) => definition.id),
      },
      formula: spread(cells.map(({ formula }) => formula)),
    },
  ];
}

/** GAP = Z(male) - Z(female) of what is tallied under a name. */
export function genderGap(name: string, about: string, family: ImageCondition | null): OwnMetric {
  const part = family === null ? '' : `, ${family}`;
  const own = (gender: 'male' | 'female') =>
    mean(
      familyName(`${name}_${gender}`, family),
      `Nothing of ${about}${part} about ${gender} entities is answered.`,
    );
  return {
    definition: {
      id: familyName(`${name}_gender_gap`, family),
      title: `${about}: gender gap${part}`,
      explanation: `GAP = Z(male) - Z(female), where Z is the accuracy (in localisation the mIoU)${family === null ? '' : ` with ${familyPhrase(family)}`} on entities of that gender. Entities without a stated gender do not count.`,
      chance: null,
      share: null,
    },
    formula: combineFormulas(own('male'), own('female'), difference),
  };
}

/** What images of a family are called in a sentence. */
export function familyPhrase(family: ImageCondition | 'variants'): string {
  if (family === 'Org') return 'originals';
  return family === 'variants' ? 'variants' : `${family} variants`;
}

/** What the entities of a domain are called in a sentence. */
export const entities = (domain: Domain): string => (domain === 'CELEB' ? 'faces' : 'words');

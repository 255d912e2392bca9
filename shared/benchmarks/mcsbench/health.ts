import { counted } from '../../base/counts.ts';
import { wilsonInterval } from '../../statistics/proportions.ts';
import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { duplicateTexts } from '../health/duplicateTexts.ts';
import { imageFindings } from '../health/images.ts';
import { bySeverity, groupBy, groupsOf, percent } from '../health/report.ts';
import { findTask } from './families.ts';
import { hintsOf, longestOption } from './hints.ts';
import type { Hint } from './hint.ts';
import { LETTERS, placeOf, shownOptions } from './options.ts';
import { otherGoldOfSameQuestion } from './sameQuestions.ts';
import { McsBenchPayload } from './schema.ts';

interface Source {
  readonly id: string;
  readonly item: HealthItem;
  readonly source: McsBenchPayload;
  /** The gold option's place, null where it is not known. */
  readonly gold: number | null;
}

/** A set of fewer items shows no habit. */
const FEWEST_ITEMS = 20;
/** From this share on (the lower end of its interval) it is more than a chance of one in five. */
const HABIT = 0.3;

/** Automatic hints over all items, and texts and images that several items share. */
export function health(items: readonly HealthItem[]): readonly HealthFinding[] {
  const sources = items.map((item) => {
    const source = McsBenchPayload.parse(item.payload);
    const gold = placeOf(source.answer ?? '', source.options ?? []);
    return { id: item.id, label: null, item, source, gold };
  });
  return bySeverity([
    ...hintFindings(sources),
    ...overallOrByTask(sources, goldLongest),
    ...overallOrByTask(sources, goldPosition),
    ...otherLevel(sources),
    ...duplicateTexts(
      'questions',
      'question',
      sources.map(({ id, source }) => ({ id, text: source.question ?? '' })),
    ),
    ...otherGoldOfSameQuestion(
      sources.map(({ id, item, source, gold }) => ({
        id,
        question: source.question ?? '',
        images: item.images.map(({ imageId, name }) => imageId ?? name),
        gold: gold === null ? null : (shownOptions(source.options ?? [])[gold] ?? null),
      })),
    ),
    ...imageFindings(sources),
  ]);
}

const FINDINGS: Readonly<
  Record<Hint['kind'], Pick<HealthFinding, 'severity' | 'explanation'> & { readonly title: string }>
> = {
  'telling-length': {
    severity: 'notable',
    title: 'a gold option with a revealing length',
    explanation:
      'The gold option is much longer or much shorter than every other, so length alone reveals it. Make the options equally long.',
  },
  'option-in-question': {
    severity: 'notable',
    title: 'an option repeated in the question',
    explanation:
      'The question repeats an option word for word, which draws people towards or away from it. Reword the question.',
  },
  'duplicate-options': {
    severity: 'serious',
    title: 'options that say the same',
    explanation:
      'Two options are the same, case and punctuation aside: this leaves at most four choices, and if one of the two is gold, the other is right too.',
  },
  'few-references': {
    severity: 'note',
    title: 'fewer than three references',
    explanation: 'Fewer than three references support the item. Add more for checking it.',
  },
  'concept-in-question': {
    severity: 'notable',
    title: 'the concept’s name in the question',
    explanation:
      'The question reveals the concept, so knowledge alone can answer it without the image. Ask without the name.',
  },
  'concept-in-option': {
    severity: 'notable',
    title: 'the concept’s name in an option',
    explanation:
      'An option reveals the concept, which the benchmark’s rules forbid: knowledge alone can choose it or rule it out. Reword it without the name.',
  },
  measurement: {
    severity: 'notable',
    title: 'a measurement',
    explanation:
      'The question or an option gives a measurement. Nobody can check it in the image, and the benchmark’s rules forbid it. Describe what can be seen.',
  },
  'all-or-none': {
    severity: 'notable',
    title: 'an option about the other options',
    explanation:
      'An option such as “all of the above” or “none of these” can be found or ruled out by elimination, which the benchmark’s rules forbid. Replace it with a feature.',
  },
  'near-duplicate-options': {
    severity: 'notable',
    title: 'options that are nearly the same',
    explanation:
      'Two options have the same words in another order, or differ by one letter. People take one for the other, and a slip of the pen may have made two of one.',
  },
  'invisible-characters': {
    severity: 'serious',
    title: 'invisible characters',
    explanation:
      'A text has characters without a width, or such as turn the direction of text. People do not see them, models read them. Delete them.',
  },
  'gold-in-capitals': {
    severity: 'notable',
    title: 'a gold option told by its capitals',
    explanation:
      'The gold option alone is written in capitals, or alone begins with a capital or a small letter. Write all options the same way.',
  },
  'chain-names-another-option': {
    severity: 'serious',
    title: 'a golden chain that ends at another option',
    explanation:
      'The last step of the golden chain names an option that is not the gold one. Correct the chain or the gold option.',
  },
  'repeated-chains': {
    severity: 'notable',
    title: 'probes with the same chains',
    explanation:
      'Two reasoning-chain items of one question have the same chains in the same order, so figures count one of them twice. Delete one or write other chains.',
  },
  'evidence-for-another-option': {
    severity: 'serious',
    title: 'evidence for another option',
    explanation:
      'The evidence names an option that is not the gold one as the answer, or says of the image what another option says. Correct the evidence or the gold option.',
  },
  'answer-told': {
    severity: 'serious',
    title: 'an answer told in its own text',
    explanation:
      'The question or an option says which option is the answer, such as “(Answer: B)” or “(correct)”. Delete the words.',
  },
  'letter-of-another-option': {
    severity: 'serious',
    title: 'options with letters of other places',
    explanation:
      'Options begin with letters that are not those of their places, so an answer by letter can mean either. Delete the letters from the options’ texts.',
  },
  'image-not-there': {
    severity: 'serious',
    title: 'an image named that the item does not have',
    explanation:
      'A text names an image by a number beyond the item’s images. Correct the number, or add the image.',
  },
  'gold-in-file-name': {
    severity: 'notable',
    title: 'a file name that holds the gold option',
    explanation:
      'The name of an image’s file has the gold option in it. Participants never see file names, but a program that passes them on gives the answer away. Rename the file.',
  },
  'wrecked-encoding': {
    severity: 'notable',
    title: 'characters of a wrong encoding',
    explanation:
      'A text has characters that were read in a wrong encoding, such as “isnâ€™t”, or left escaped, such as “&amp;”. Correct the texts, or import the file again as UTF-8.',
  },
  'strategy-on-gold': {
    severity: 'notable',
    title: 'a distractor’s strategy on the gold option',
    explanation:
      'Strategies say what makes a distractor wrong. Where the gold option has one, either the strategies or the gold option may be shifted.',
  },
  'no-strategy': {
    severity: 'note',
    title: 'a distractor without a strategy',
    explanation: 'Other distractors of the item have a strategy. Add the missing one.',
  },
  'reference-not-there': {
    severity: 'notable',
    title: 'evidence that cites a missing reference',
    explanation:
      'The evidence cites a reference that the item does not have. Correct the number, or add the reference.',
  },
  'evidence-not-there': {
    severity: 'notable',
    title: 'a golden chain that names missing evidence',
    explanation:
      'The golden chain rests on an observation or evidence that the item does not have. Correct the name, or add the evidence.',
  },
};

function hintFindings(sources: readonly Source[]): HealthFinding[] {
  const hints = sources.flatMap(({ id, source }) => hintsOf(source).map((hint) => ({ id, hint })));
  return [...groupBy(hints, ({ hint }) => hint.kind).values()].flatMap((own): HealthFinding[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { kind } = first.hint;
    const { severity, title, explanation } = FINDINGS[kind];
    const count = new Set(own.map(({ id }) => id)).size;
    return [
      {
        kind,
        severity,
        title: `${counted(count, 'item has', 'items have')} ${title}`,
        explanation,
        groups: groupsOf(
          [...groupBy(own, ({ hint }) => hint.message.replaceAll(/\s*\(.*\)/gu, ''))].map(
            ([message, of]) => [message, of.map(({ id }) => id)] as const,
          ),
        ),
      },
    ];
  });
}

/** A set of items, and what its task adds to a sentence about it. */
interface Part {
  readonly of: string;
  readonly sources: readonly Source[];
}

/**
 * What is found of all items together, else what is found of those of one task: each is answered, and reported, by itself.
 */
function overallOrByTask(
  sources: readonly Source[],
  find: (part: Part) => HealthFinding | null,
): readonly HealthFinding[] {
  const overall = find({ of: '', sources });
  if (overall !== null) return [overall];
  const byTask = groupBy(sources, ({ source: { task = '' } }) => findTask(task)?.name ?? task);
  return [...byTask].flatMap(([task, own]) => find({ of: ` in ${task}`, sources: own }) ?? []);
}

function goldLongest({ of, sources }: Part): HealthFinding | null {
  const told = sources.flatMap(({ id, source, gold }) => {
    const longest = longestOption(source.options ?? []);
    return gold === null || longest === null ? [] : [{ id, longest: longest === gold }];
  });
  const hits = told.filter(({ longest }) => longest);
  if (!isHabit(hits.length, told.length)) return null;
  return {
    kind: 'gold-longest',
    severity: 'serious',
    title: `The gold option tends to be the longest${of}`,
    explanation: `In ${counted(hits.length, 'item')} of the ${counted(told.length, 'item')}${of} with one longest option (${percent(hits.length / told.length)}) it is the gold one; chance would be one in five. Always choosing the longest is rewarded: write distractors as long as the answer.`,
    groups: groupsOf([[`the gold option is the longest${of}`, hits.map(({ id }) => id)]]),
  };
}

function goldPosition({ of, sources }: Part): HealthFinding | null {
  const placed = sources.flatMap(({ id, gold }) => (gold === null ? [] : [{ id, gold }]));
  const byPlace = LETTERS.map((letter, place) => ({
    letter,
    own: placed.filter(({ gold }) => gold === place),
  }));
  const most = byPlace.toSorted((a, b) => b.own.length - a.own.length)[0];
  if (most === undefined || !isHabit(most.own.length, placed.length)) return null;
  return {
    kind: 'gold-position',
    severity: 'serious',
    title: `The gold option tends to be ${most.letter}${of}`,
    explanation: `It is ${most.letter} in ${counted(most.own.length, 'item')} of ${placed.length.toLocaleString('en')}${of} (${percent(most.own.length / placed.length)}), where one in five would be chance: always choosing ${most.letter} is rewarded. Reorder the options, or permute them for each respondent.`,
    groups: groupsOf([[`the gold option is ${most.letter}${of}`, most.own.map(({ id }) => id)]]),
    table: {
      columns: ['gold option', 'items'],
      rows: byPlace.map(({ letter, own }) => [letter, own.length]),
    },
  };
}

function otherLevel(sources: readonly Source[]): HealthFinding[] {
  const odd = sources.flatMap(({ id, source: { task = '', level } }) => {
    const family = findTask(task);
    return family === undefined || level === undefined || level === null || level === family.level
      ? []
      : [{ id, label: `${family.name} at ${level}` }];
  });
  if (odd.length === 0) return [];
  return [
    {
      kind: 'other-level',
      severity: 'note',
      title: `${counted(odd.length, 'item is', 'items are')} at another level than the task’s`,
      explanation:
        'Each task has one cognitive level: L1 for concept and attribute, L2 for concept and concept and for several images, L3 for hypothetical reasoning. Figures by level go by the item’s own.',
      groups: groupsOf(
        [...groupBy(odd, ({ label }) => label)].map(
          ([label, own]) => [label, own.map(({ id }) => id)] as const,
        ),
      ),
    },
  ];
}

function isHabit(hits: number, of: number): boolean {
  const interval = wilsonInterval(hits, of);
  return of >= FEWEST_ITEMS && interval.defined && interval.low > HABIT;
}

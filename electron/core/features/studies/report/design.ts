import { counted } from '../../../../../shared/base/counts.ts';
import { followUpsInWords } from '../../../../../shared/domain/followUps.ts';
import { whileAwayInWords } from '../../../../../shared/domain/study.ts';
import { markdownTable, markdownText } from '../../../formats/writing/markdownText.ts';
import type { StudyRecord } from './record.ts';

/** What participants were asked, and how. */
export function describeDesign({ study, labels, followUps }: StudyRecord): readonly string[] {
  const { settings } = study;
  const { attention, texts: _texts, items, practice } = settings;
  const facts: (readonly [string, string])[] = [
    [
      'Items',
      `${String(study.items)}${labels.length === 0 ? '' : ` (${labels.map(({ label, items: count }) => `${String(count)} ${label ?? 'without a label'}`).join(', ')})`}`,
    ],
    ['Drawn', drawnInWords(items.sample)],
    ['Seed', String(settings.seed)],
    ['Order', settings.order === 'random' ? 'random for each participant' : 'the same for everybody'],
    [
      'Versions',
      settings.conditions.length > 1
        ? `${settings.conditions.join(', ')}; counterbalanced over participants, one version of an item for each`
        : 'one',
    ],
    ['Items for each', itemsForEach(study)],
    [
      'Practice',
      practice.length === 0 ? 'none' : `${counted(practice.length, 'item')} with feedback, not counted`,
    ],
    [
      'Attention checks',
      attention.checks.length === 0
        ? 'none'
        : `${counted(attention.checks.length, 'question')}, one after every ${counted(attention.every, 'item')}`,
    ],
    ['Questions at the end', String(settings.questionnaire?.length ?? 0)],
    ...(followUps === null ? [] : [[followUps.title, followUpsInWords[followUps.asked]] as const]),
    ['Breaks', settings.breakEvery === null ? 'none' : `after every ${counted(settings.breakEvery, 'item')}`],
    [
      'Time limit',
      settings.timeLimitSeconds === null ? 'none' : `${String(settings.timeLimitSeconds)} seconds a question`,
    ],
    ['Window not in front', whileAwayInWords(settings.whileAway)],
    [
      'Going back',
      settings.allowBack ? 'to the question before' : 'not possible: an answer is locked once given',
    ],
    [
      'Images',
      settings.imageSide === null ? 'as they are' : `longer side ${String(settings.imageSide)} pixels`,
    ],
  ];
  return [
    '## Design',
    '',
    ...markdownTable(
      ['setting', 'value'],
      facts.map(([name, value]) => [name, markdownText(value)]),
    ),
  ];
}

/** How items were drawn: all that were chosen, or how many of them, by what. */
export function drawnInWords(sample: StudyRecord['study']['settings']['items']['sample']): string {
  if (sample === null) return 'all that were chosen';
  const { size, how, stratum, crossed = [] } = sample;
  const by = stratum === null ? '' : `, by ${[stratum, ...crossed].join(' × ')}`;
  return `${String(size)} ${how === 'each' ? 'per stratum' : 'in total'}${by}`;
}

/** How many items each participant sees, and whether some are kept apart. */
export function itemsForEach({
  items,
  itemsEach,
  apart,
}: Pick<StudyRecord['study'], 'items' | 'itemsEach' | 'apart'>): string {
  if (itemsEach === items) return 'all';
  return `${String(itemsEach)}${apart ? '; of items that tell each other’s answers one, their kinds counterbalanced over participants' : ''}`;
}

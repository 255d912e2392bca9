import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { Study, StudyChoices, StudyPreview } from '../../../shared/contract/studies.ts';
import { followUpsInWords } from '../../../shared/domain/followUps.ts';
import { whileAwayInWords } from '../../../shared/domain/study.ts';
import { formatDateTime } from '../../ui/text/format.ts';
import { languageTitles } from './studyLooks.ts';

/** A name and its value, both in words. */
export type StudyFact = readonly [name: string, value: string];

/** Facts that differ from study to study; those without a value are left out. */
const known = (facts: readonly (readonly [string, string | null])[]): StudyFact[] =>
  facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));

/** What a study's settings say, in words. */
export function studyFacts(
  study: Study,
  options: Pick<StudyChoices, 'conditions' | 'followUps'> | null,
): readonly StudyFact[] {
  return [...plannedFacts(study, options), ...askedFacts(study, options), ...pageFacts(study)];
}

/** Which items a participant gets, in which order. */
function plannedFacts(
  { settings, items, itemsEach, state, apart }: Study,
  options: Pick<StudyChoices, 'conditions'> | null,
): StudyFact[] {
  const titleOf = (id: string) => options?.conditions.find((each) => each.id === id)?.title ?? id;
  return known([
    ['Items', state === 'draft' ? `${counted(items, 'item')} at present` : counted(items, 'item')],
    ['Order', settings.order === 'random' ? 'random for each participant' : 'the same for everybody'],
    ['Seed', String(settings.seed)],
    ['Versions', settings.conditions.length > 1 ? settings.conditions.map(titleOf).join(', ') : null],
    [
      'Items per participant',
      itemsEach === items
        ? null
        : `${counted(itemsEach, 'item')}${apart ? ', never two that reveal each other’s answers' : ''}`,
    ],
    ['Practice', settings.practice.length === 0 ? null : counted(settings.practice.length, 'item')],
  ]);
}

/** Which questions and pauses come between and after the items. */
function askedFacts(
  { settings }: Study,
  options: Pick<StudyChoices, 'followUps'> | null,
): readonly StudyFact[] {
  const { attention, breakEvery, timeLimitSeconds } = settings;
  const questions = settings.questionnaire?.length ?? 0;
  const followUps = options?.followUps ?? null;
  return known([
    [followUps?.title ?? '', followUps && followUpsInWords[settings.followUps ?? 'with_item']],
    ['Checks', attention.checks.length === 0 ? null : `one after every ${counted(attention.every, 'item')}`],
    ['At the end', questions === 0 ? null : counted(questions, 'question')],
    ['Breaks', breakEvery === null ? null : `after every ${counted(breakEvery, 'item')}`],
    ['Time', timeLimitSeconds === null ? null : `${counted(timeLimitSeconds, 'second')} per question`],
  ]);
}

/** What the pages are like, and what happens to the answers. */
function pageFacts({ settings, createdBy, createdAt }: Study): readonly StudyFact[] {
  const replaced = Object.keys(settings.replacedTexts ?? {}).length;
  return known([
    ['Window not in front', whileAwayInWords(settings.whileAway)],
    ['Images', settings.imageSide === null ? null : `longest side ${String(settings.imageSide)} px`],
    ['Going back', settings.allowBack ? 'to the previous question' : null],
    ['Language', languageTitles[settings.language ?? 'en']],
    ['Replaced texts', replaced === 0 ? null : counted(replaced, 'text')],
    ['Progress', settings.showsProgress === false ? 'participants do not see it' : null],
    [
      'Leaving early',
      settings.onWithdrawal === 'delete' ? 'answers are deleted' : 'answers are kept, marked as left early',
    ],
    ['Created', `${formatDateTime(createdAt)} by ${createdBy}`],
  ]);
}

/** A study with these settings in numbers. */
export function previewFacts(preview: StudyPreview): readonly StudyFact[] {
  const { items, itemsEach, practice, steps, checks, breaks, strata } = preview;
  return [
    ...known([
      ['Items', formatCount(items)],
      [
        'Items per participant',
        itemsEach < items ? `${formatCount(itemsEach)} of ${formatCount(items)}` : null,
      ],
      ['Practice', practice > 0 ? formatCount(practice) : null],
      [
        'Answers per participant',
        steps.least === steps.most
          ? formatCount(steps.most)
          : `${formatCount(steps.least)} to ${formatCount(steps.most)}`,
      ],
      ['Checks', checks > 0 ? formatCount(checks) : null],
      ['Breaks', breaks > 0 ? formatCount(breaks) : null],
    ]),
    ...strata
      .filter(({ value }) => value !== null || strata.length > 1)
      .map(({ value, chosen, available }): StudyFact => [
        value ?? 'without',
        `${formatCount(chosen)} of ${formatCount(available)}`,
      ]),
  ];
}

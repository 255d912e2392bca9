import type { CheckImage, CheckSubject } from '../task.ts';
import type { JsonObject } from '../../base/json.ts';
import { missingImage } from '../missing.ts';
import { brokenRule, checkVerdict, doubt, markDecided, markUnanswered, type Problem } from '../problems.ts';
import { optionsOf } from './codec.ts';
import { textHints } from './hints.ts';
import { CHAIN_CRITERIA, chainQuestionsOf } from './chainQuestions.ts';
import { LETTERS, type OptionLetter } from './options.ts';
import { McsBenchAnswer, McsBenchPayload } from './schema.ts';
import { byPriority } from './taxonomy.ts';

/** The rules of the benchmark, on a well-formed answer: each message names its field. */
export function checkRules({ payload, answer: raw, images }: CheckSubject): readonly Problem[] {
  const answer = McsBenchAnswer.parse(raw);
  const { verdict, reason } = answer;
  if (verdict === 'reject')
    return reason.trim() === '' ? [brokenRule('reason', 'A rejected item needs a reason.')] : [];
  const ofItem = [...checkTexts(answer), ...checkImages(images)];
  return [
    ...checkVerdict(answer),
    // Anybody who sends an item back has said what matters; the rest waits for the mended one.
    ...(verdict === 'fix' ? ofItem.map(markDecided) : [...ofItem, ...checkForm(answer, payload)]),
    ...checkOperators(answer),
    ...textHints({
      question: answer.question,
      options: optionsOf(answer),
      gold: answer.gold === null || answer.shortcut === null ? null : LETTERS.indexOf(answer.gold),
    }).map(({ field, message }) => doubt(field, message)),
  ];
}

function checkTexts(answer: McsBenchAnswer): readonly Problem[] {
  return [
    ...(answer.question.trim() === '' ? [brokenRule('question', 'The question is missing.')] : []),
    ...LETTERS.flatMap((letter) =>
      answer[`option${letter}`].trim() === ''
        ? [brokenRule(`option${letter}`, `Option ${letter} is missing.`)]
        : [],
    ),
    ...(answer.gold === null ? [brokenRule('gold', 'No option is the gold one.')] : []),
  ];
}

interface Criterion {
  readonly field: keyof McsBenchAnswer;
  /** What no means for an item that is accepted. */
  readonly fails: string;
}

/** What human curation confirms (appendix D.2), in the order in which the form asks. */
export function criteriaOf(gold: OptionLetter | null): readonly Criterion[] {
  return [
    { field: 'goldCorrect', fails: 'the gold option is not correct' },
    { field: 'goldOptimal', fails: 'the gold option is not the best one' },
    ...LETTERS.filter((letter) => letter !== gold).flatMap((letter): readonly Criterion[] => [
      { field: `plausible${letter}`, fails: `distractor ${letter} is not plausible` },
      { field: `incorrect${letter}`, fails: `distractor ${letter} is correct too` },
    ]),
    { field: 'answerable', fails: 'the question cannot be answered' },
    { field: 'clear', fails: 'the question is not clear' },
  ];
}

/** What it means that the item was answered without its image. */
function withoutImage({ blindOption, gold }: McsBenchAnswer): string {
  if (blindOption === null) return 'It can be answered without the image.';
  return blindOption === gold
    ? `You chose the gold option, ${blindOption}, without the image.`
    : `Without the image you chose ${blindOption}, which is not the gold option.`;
}

function checkForm(answer: McsBenchAnswer, payload: JsonObject): readonly Problem[] {
  // Nothing can be answered of an item that asks nothing: that the question is missing is said.
  if (answer.question.trim() === '') return [];
  // Before the image is shown nothing may tell which option is the gold one.
  if (answer.shortcut === null)
    return [markUnanswered(brokenRule('shortcut', 'Say whether it can be answered without the image.'))];
  const chains = chainQuestionsOf(McsBenchPayload.parse(payload));
  const criteria = [...criteriaOf(answer.gold), ...(chains.length > 0 ? CHAIN_CRITERIA : [])];
  const open = criteria.filter(({ field }) => answer[field] === null);
  return [
    ...(answer.shortcut === 'yes' ? [doubt('shortcut', withoutImage(answer))] : []),
    ...open.map(({ field }) => markUnanswered(brokenRule(field, `${titleOf(field)} is not answered.`))),
    ...chains
      .filter(({ field }) => answer[field] === null)
      .map(({ field, title }) => markUnanswered(brokenRule(field, `${title} has no error type.`))),
    ...criteria.flatMap(({ field, fails }) =>
      answer[field] === 'no'
        ? [brokenRule(field, `The item needs fixing: ${fails}.`)]
        : answer[field] === 'unsure'
          ? [doubt(field, `${titleOf(field)} is unsure.`)]
          : [],
    ),
    ...(answer.relations.length === 0 ? [doubt('relations', 'Choose a relation primitive.')] : []),
    ...(answer.operator === null ? [doubt('operator', 'Choose a reasoning operator.')] : []),
  ];
}

/** What a criterion is called. */
export function titleOf(field: string): string {
  const distractor = /^(?<kind>plausible|incorrect)(?<letter>[A-E])$/u.exec(field)?.groups;
  if (distractor !== undefined) return `${distractor['letter'] ?? ''}: ${distractor['kind'] ?? ''}`;
  return TITLES[field] ?? field;
}

const TITLES: Readonly<Record<string, string>> = {
  goldCorrect: 'Gold: correct',
  goldOptimal: 'Gold: optimal',
  answerable: 'Question: answerable',
  clear: 'Question: clear',
  ...Object.fromEntries(CHAIN_CRITERIA.map(({ field, title }) => [field, title])),
};

function checkOperators({ operator, secondOperator }: McsBenchAnswer): readonly Problem[] {
  if (secondOperator === null) return [];
  if (operator === null)
    return [brokenRule('secondOperator', 'There is a secondary operator but no primary one.')];
  if (operator === secondOperator)
    return [brokenRule('secondOperator', 'The secondary operator equals the primary one.')];
  return byPriority([operator, secondOperator])[0] === operator
    ? []
    : [brokenRule('operator', `${secondOperator} comes before ${operator}: it is the primary operator.`)];
}

function checkImages(images: readonly CheckImage[]): readonly Problem[] {
  if (images.length === 0) return [brokenRule('images', 'The item has no image.')];
  return images
    .filter(({ size }) => size === null)
    .map(({ name }) => brokenRule('images', missingImage(name)));
}

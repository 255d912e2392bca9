import type { CheckImage, CheckSubject } from '../task.ts';
import { missingImage } from '../missing.ts';
import { brokenRule, doubt, type Problem } from '../problems.ts';
import { CaughtCheatingAnswer, CaughtCheatingVocabulary, type DecomposedQuestion } from './schema.ts';
import { isKind } from './kinds.ts';
import { disagreeingWords } from './template.ts';

/** The rules of the benchmark, on a well-formed answer: each message names its field. */
export function checkRules({
  answer: raw,
  vocabulary: words,
  regions,
  images,
  isChangedSinceSignOff,
}: CheckSubject): readonly Problem[] {
  const answer = CaughtCheatingAnswer.parse(raw);
  const vocabulary = CaughtCheatingVocabulary.parse(words);
  if (answer.triage === 'discard') {
    return answer.discardReason.trim() === ''
      ? [brokenRule('discardReason', 'A discarded candidate needs a reason.')]
      : [];
  }
  return [
    ...checkTriage(answer),
    ...checkImages(images, vocabulary.minimumSide),
    ...checkClaim(answer, vocabulary),
    ...(answer.label === true ? checkClued(answer) : []),
    ...(answer.label === false ? checkUnclued(answer) : []),
    ...checkBoxes(answer, regions),
    ...(answer.noPersonalInformation
      ? []
      : [
          brokenRule(
            'noPersonalInformation',
            isChangedSinceSignOff === true
              ? 'The image changed after its sign-off. Sign off that the new image shows no personal information.'
              : 'Sign off that the photo shows no personal information.',
          ),
        ]),
  ];
}

function checkTriage(answer: CaughtCheatingAnswer): readonly Problem[] {
  if (answer.triage === 'needs_crop') return [brokenRule('triage', 'The photo still needs cropping.')];
  if (answer.triage === 'needs_redaction') return [brokenRule('triage', 'The photo still needs redacting.')];
  return [];
}

function checkImages(images: readonly CheckImage[], minimumSide: number): readonly Problem[] {
  if (images.length === 0) return [brokenRule('images', 'The item has no image.')];
  return images.flatMap((image) => {
    if (image.size === null) return [brokenRule('images', missingImage(image.name))];
    const { width, height } = image.size;
    return Math.min(width, height) < minimumSide
      ? [
          brokenRule(
            'images',
            `The image is ${String(width)} x ${String(height)} pixels; its shorter side needs at least ${String(minimumSide)}.`,
          ),
        ]
      : [];
  });
}

function checkClaim(answer: CaughtCheatingAnswer, vocabulary: CaughtCheatingVocabulary): readonly Problem[] {
  const problems: Problem[] = [];
  if (answer.label === null) problems.push(brokenRule('label', 'Choose clued or unclued.'));
  if (answer.scene === null || answer.scene.trim() === '')
    problems.push(brokenRule('scene', 'Choose a scene.'));
  else if (!vocabulary.scenes.includes(answer.scene)) {
    problems.push(doubt('scene', `The scene "${answer.scene}" is not among the casebook's scenes.`));
  }
  if (answer.partner === null) problems.push(brokenRule('partner', 'Choose boyfriend or girlfriend.'));
  if (answer.claim.trim() === '') problems.push(brokenRule('claim', 'The claim question is empty.'));
  else if (/\[[^\]]*\]/u.test(answer.claim)) {
    problems.push(brokenRule('claim', 'The claim question still has an unfilled slot in square brackets.'));
  }
  if (answer.partner !== null) {
    const words = disagreeingWords(answer.claim, answer.partner);
    if (words.length > 0) {
      problems.push(
        brokenRule('claim', `"${words.join('", "')}" does not match the partner, a ${answer.partner}.`),
      );
    }
    if (answer.claim.trim() !== '' && !answer.claim.toLowerCase().includes(answer.partner)) {
      problems.push(brokenRule('claim', `The claim question does not say "${answer.partner}".`));
    }
  }
  return problems;
}

function checkClued(answer: CaughtCheatingAnswer): readonly Problem[] {
  const problems: Problem[] = [];
  const deterministic = answer.clues.filter((clue) => clue.deterministic);
  if (deterministic.length !== 1) {
    problems.push(
      brokenRule(
        'clues',
        `A clued item has exactly one deterministic clue; this one has ${String(deterministic.length)}.`,
      ),
    );
  }
  answer.clues.forEach((clue, index) => {
    if (clue.text.trim() !== '') return;
    if (!isKind(clue)) problems.push(brokenRule(`clues.${String(index)}.text`, 'The clue has no text.'));
    // Raters who only box clues are not asked for it.
    else if (clue.deterministic)
      problems.push(brokenRule('clueTexts', 'The deterministic clue has no text yet.'));
  });
  const repeated = answer.clues.find((clue, index) =>
    answer.clues
      .slice(0, index)
      .some((other) => other.text.trim() !== '' && other.text.trim() === clue.text.trim()),
  );
  if (repeated !== undefined) {
    problems.push(
      doubt(`clues.${String(answer.clues.indexOf(repeated))}.text`, 'Two clues have the same text.'),
    );
  }
  return [
    ...problems,
    ...checkQuestions('perception', answer.perception),
    ...checkQuestions('reasoning', answer.reasoning),
  ];
}

function checkQuestions(
  kind: 'perception' | 'reasoning',
  questions: readonly DecomposedQuestion[],
): readonly Problem[] {
  if (questions.length === 0) return [brokenRule(kind, `A clued item needs at least one ${kind} question.`)];
  return questions.flatMap(({ question, answer }, index) => {
    const at = `${kind}.${String(index)}`;
    if (question.trim() === '' && answer.trim() !== '') {
      return [brokenRule(`${at}.question`, 'There are more answers than questions.')];
    }
    if (question.trim() === '') return [brokenRule(`${at}.question`, 'The question is empty.')];
    if (answer === '') return [brokenRule(`${at}.answer`, 'The question has no answer.')];
    return answer === 'Yes'
      ? []
      : [brokenRule(`${at}.answer`, `The expected answer is "Yes", not "${answer}".`)];
  });
}

function checkUnclued(answer: CaughtCheatingAnswer): readonly Problem[] {
  const problems: Problem[] = [];
  if (answer.clues.some((clue) => !isKind(clue)))
    problems.push(brokenRule('clues', 'An unclued item has no clues.'));
  for (const kind of ['perception', 'reasoning'] as const) {
    if (answer[kind].length > 0) problems.push(brokenRule(kind, `An unclued item has no ${kind} questions.`));
  }
  return problems;
}

function checkBoxes(answer: CaughtCheatingAnswer, regions: CheckSubject['regions']): readonly Problem[] {
  const clues = new Set(answer.clues.map((clue) => clue.id));
  const problems: Problem[] = regions.some((region) => !clues.has(region.label))
    ? [doubt('regions', 'A box has no clue.')]
    : [];
  if (answer.label === false && regions.length > 0 && answer.clues.some(isKind)) {
    problems.push(brokenRule('clues', 'An unclued photo has no clues: delete the boxes or choose clued.'));
  }
  if (answer.label !== true) return problems;
  answer.clues.forEach((clue, index) => {
    if (clue.deterministic && !regions.some((region) => region.label === clue.id)) {
      problems.push(doubt(`clues.${String(index)}.regions`, 'The deterministic clue has no box yet.'));
    }
  });
  return problems;
}

import type { CheckImage, CheckSubject, Problem } from '../benchmark.ts';
import { broken, doubtful } from '../problems.ts';
import { domainName } from './domains.ts';
import { leakedWords } from './isolation.ts';
import { Answer, Vocabulary } from './schema.ts';

/** The texts of an item, with what messages call them. */
const TEXTS = [
  { field: 'scenario', title: 'scenario' },
  { field: 'trap', title: 'trap' },
  { field: 'basicQuestion', title: 'basic question' },
  { field: 'deceptiveQuestion', title: 'deceptive question' },
  { field: 'standardAnswer', title: 'standard answer' },
] as const;

const ISOLATED = new Set<string>(['scenario', 'basicQuestion', 'deceptiveQuestion']);

/** The rules of the benchmark, on a well-formed answer: each message names its field. */
export function checkRules({
  answer: raw,
  vocabulary: words,
  regions,
  images,
}: CheckSubject): readonly Problem[] {
  const answer = Answer.parse(raw);
  if (answer.verdict === 'reject') {
    return answer.reason.trim() === '' ? [broken('reason', 'A rejected item needs a reason.')] : [];
  }
  return [
    ...checkVerdict(answer),
    ...checkDomain(answer, Vocabulary.parse(words)),
    ...TEXTS.flatMap(({ field, title }) =>
      answer[field].trim() === '' ? [broken(field, `The ${title} is missing.`)] : [],
    ),
    ...checkQuestions(answer),
    ...checkIsolation(answer),
    ...checkImages(images),
    ...(images.length > 0 && regions.length === 0
      ? [doubtful('trapBoxes', 'The trap has no box on the image.')]
      : []),
  ];
}

function checkVerdict({ verdict, reason }: Answer): readonly Problem[] {
  if (verdict === null)
    return [broken('verdict', 'Nobody has accepted, sent back or rejected the item yet.')];
  if (verdict === 'accept') return [];
  return [
    broken('verdict', 'The item still waits to be fixed.'),
    ...(reason.trim() === '' ? [broken('reason', 'Say what has to be fixed.')] : []),
  ];
}

function checkDomain({ domain }: Answer, { domains }: Vocabulary): readonly Problem[] {
  if (domain === null || domain.trim() === '') return [broken('domain', 'No domain is chosen.')];
  return domains.includes(domain) || domains.includes(domainName(domain))
    ? []
    : [doubtful('domain', `The domain "${domain}" is not among the project's domains.`)];
}

function checkQuestions({ basicQuestion, deceptiveQuestion }: Answer): readonly Problem[] {
  const basic = basicQuestion.trim();
  return basic !== '' && basic === deceptiveQuestion.trim()
    ? [broken('deceptiveQuestion', 'The deceptive question is the basic one: it adds no pressure.')]
    : [];
}

function checkIsolation(answer: Answer): readonly Problem[] {
  return TEXTS.flatMap(({ field, title }) => {
    const leaked = ISOLATED.has(field) ? leakedWords(answer.trap, answer[field]) : [];
    if (leaked.length === 0) return [];
    const words = leaked.map((word) => `"${word}"`).join(', ');
    return [
      doubtful(
        field,
        `${words} ${leaked.length === 1 ? 'is' : 'are'} in the ${title} and in the trap: does it give the trap away?`,
      ),
    ];
  });
}

function checkImages(images: readonly CheckImage[]): readonly Problem[] {
  if (images.length === 0) return [broken('images', 'The item has no image.')];
  const missing = images.filter(({ size }) => size === null);
  return [
    ...missing.map(({ name }) => broken('images', `The image ${name} is missing.`)),
    ...(images.some(({ role }) => role === 'candidate')
      ? [broken('images', 'None of the candidate images has been chosen yet.')]
      : []),
  ];
}

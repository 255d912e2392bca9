import type { Question } from './schema.ts';

/** Decomposed questions suggested from the deterministic clue, in the data set's phrasing, to be edited by hand. */
export function suggestQuestions(clue: string): { perception: Question[]; reasoning: Question[] } {
  const sentence = clue.trim().replace(/[.!?\s]+$/u, '');
  if (sentence === '') return { perception: [], reasoning: [] };
  const { seen, meaning } = splitObservation(sentence);
  const observation = lowerFirst(seen);
  return {
    perception: [{ question: `Can you identify that ${observation} in the image?`, answer: 'Yes' }],
    reasoning: [
      {
        question:
          meaning === null
            ? `Do you think the fact that ${observation} contradicts the claim?`
            : `Do you think the fact that ${observation} ${meaning}?`,
        answer: 'Yes',
      },
    ],
  };
}

/** "There are two cups, indicating that ..." holds what is seen and, after the comma, what it means. */
function splitObservation(sentence: string): { seen: string; meaning: string | null } {
  const match =
    /^(.*?),?\s+(?:which\s+)?(indicat(?:ing|es)|suggest(?:ing|s)|impl(?:ying|ies)|show(?:ing|s) that|mean(?:ing|s))\s+(.*)$/iu.exec(
      sentence,
    );
  const seen = match?.[1];
  const verb = match?.[2];
  const rest = match?.[3];
  if (seen === undefined || seen.trim() === '' || verb === undefined || rest === undefined) {
    return { seen: sentence, meaning: null };
  }
  return { seen: seen.trim(), meaning: `${thirdPerson(verb.toLowerCase())} ${rest}` };
}

function thirdPerson(verb: string): string {
  if (verb.startsWith('indicat')) return 'indicates';
  if (verb.startsWith('suggest')) return 'suggests';
  if (verb.startsWith('impl')) return 'implies';
  if (verb.startsWith('show')) return 'shows that';
  return 'means';
}

function lowerFirst(text: string): string {
  return /^(I|[A-Z]{2,})\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

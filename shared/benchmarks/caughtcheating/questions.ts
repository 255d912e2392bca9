import type { DecomposedQuestion } from './schema.ts';

/** Decomposed questions suggested from the deterministic clue, in the data set's phrasing, to be edited by hand. */
export function suggestQuestions(clue: string): {
  perception: DecomposedQuestion[];
  reasoning: DecomposedQuestion[];
} {
  const sentence = clue.trim().replace(/[.!?\s]+$/u, '');
  if (sentence === '') return { perception: [], reasoning: [] };
  const { seen, meaning } = splitObservation(sentence);
  const observation = lowerFirst(seen);
  const place = /\b(?:image|photo|picture)\b/iu.test(observation) ? '' : ' in the image';
  return {
    perception: [{ question: `Can you identify that ${observation}${place}?`, answer: 'Yes' }],
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

/** What says what is seen means something: the observation is over there. */
const MEANING =
  /,?\s+(?:(?:which|likely|clearly|directly|strongly)\s+)*(?<verb>indicat(?:ing|es?)|suggest(?:ing|s)?|imply(?:ing)?|implies|show(?:ing|s) that|mean(?:ing|s)|prov(?:ing|es)|reveal(?:ing|s) that)\s+(?<rest>.*)$/iu;
/** What the data set's authors add after a comma: where it belongs, how usual it is, why it matters. */
const REMARK =
  /,\s+(?:(?:which|whose|as|since|because|so|likely|probably|clearly|typically|usually|commonly|often|rarely|providing|giving)\b|and (?:their|its|his|her)\b).*$/iu;
/** The same in the middle of a sentence: ", commonly used by females, ". */
const ASIDE = /,\s+(?:typically|usually|commonly|often)\b[^,]*,\s+/giu;
/** A remark that says what the observation is worth: it can be asked for as it stands. */
const WORTH =
  /^,\s+which\s+(?<worth>is\b(?! likely).*?\b(?:evidence|proof|sign|hint|unusual|uncommon|not a common)\b.*?)(?:\s+(?:since|because)\b.*)?$/iu;

/** "There are two cups, indicating that ..." holds what is seen and, after the comma, what it means. */
function splitObservation(sentence: string): { seen: string; meaning: string | null } {
  const plain = sentence.replaceAll(ASIDE, ' ');
  const means = MEANING.exec(plain);
  const remark = REMARK.exec(plain);
  const end = Math.min(means?.index ?? plain.length, remark?.index ?? plain.length);
  const seen = plain.slice(0, end).trim();
  if (seen === '') return { seen: sentence, meaning: null };
  const { verb, rest } = means?.groups ?? {};
  if (verb !== undefined && rest !== undefined)
    return { seen, meaning: `${thirdPerson(verb.toLowerCase())} ${rest}` };
  return { seen, meaning: WORTH.exec(remark?.[0] ?? '')?.groups?.['worth'] ?? null };
}

function thirdPerson(verb: string): string {
  if (verb.startsWith('indicat')) return 'indicates';
  if (verb.startsWith('suggest')) return 'suggests';
  if (verb.startsWith('impl')) return 'implies';
  if (verb.startsWith('show')) return 'shows that';
  if (verb.startsWith('prov')) return 'proves';
  if (verb.startsWith('reveal')) return 'reveals that';
  return 'means';
}

function lowerFirst(text: string): string {
  return /^(I|[A-Z]{2,})\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

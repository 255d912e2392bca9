/** "(Answer: B)", "[correct answer is the second]" anywhere; "Answer: B" at the end. */
const TOLD =
  /[([{]\s*(?:the\s+)?(?:(?:correct|right|gold)\s+)?(?:answer|solution|answer\s+key|gold)\s*(?:is\b|[:=–-])\s*[^)\]}]+[)\]}]?|\b(?:answer|solution|answer\s+key)\s*(?:is\s*)?[:=]\s*\(?[A-J]\)?\s*\.?\s*$/iu;
/** "(correct)", "[wrong]" at the end of an option, or a mark that says the same. */
const MARKED =
  /[([{]\s*(?:the\s+)?(?:correct|right|gold|true|answer|incorrect|wrong|false|distractor)(?:\s+(?:answer|option|one))?\s*[)\]}]\s*\.?\s*$|[✓✔✅☑✗✘❌☒]/iu;

/** The words in which a question tells its own answer; null where it does not. */
export const findToldAnswer = (question: string): string | null => TOLD.exec(question)?.[0].trim() ?? null;

/** The words or mark in which an option says whether it is the answer; null where it does not. */
export const findMarkedAnswer = (option: string): string | null =>
  (MARKED.exec(option) ?? TOLD.exec(option))?.[0].trim() ?? null;

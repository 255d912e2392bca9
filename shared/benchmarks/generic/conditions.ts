import { isList, type Json, type JsonObject } from '../../base/json.ts';

/** What a question needs to have for its condition to be looked at, and for others to depend on it. */
interface Question {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly options?: readonly string[] | undefined;
  readonly askedIf?: { readonly attribute: string; readonly values: readonly string[] } | undefined;
}

/** The answers to a question that others can depend on; none for numbers and texts. */
export function answersOf({ kind, options = [] }: Pick<Question, 'kind' | 'options'>): readonly string[] {
  if (kind === 'yesno') return ['yes', 'no'];
  return kind === 'choice' || kind === 'scale' || kind === 'set' ? options : [];
}

/**
 * The questions of a list that are asked, given its answers: those without a condition, and those whose condition holds,
 * where the question that it looks at is asked itself. Questions that depend on each other in a circle are not asked.
 */
export function askedQuestions<T extends Question>(
  questions: readonly T[],
  answers: JsonObject,
): readonly T[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const isAsked = (question: T, behind: ReadonlySet<string>): boolean => {
    const { askedIf } = question;
    if (askedIf === undefined) return true;
    const other = byId.get(askedIf.attribute);
    if (other === undefined || behind.has(other.id)) return false;
    const given = Object.hasOwn(answers, other.id) ? (answers[other.id] ?? null) : null;
    return holds(askedIf.values, given) && isAsked(other, new Set([...behind, other.id]));
  };
  return questions.filter((question) => isAsked(question, new Set([question.id])));
}

/** The answers without those to questions that are not asked; the same object where nothing goes. */
export function askedAnswers(questions: readonly Question[], answers: JsonObject): JsonObject {
  const asked = new Set(askedQuestions(questions, answers).map(({ id }) => id));
  const unasked = new Set(questions.flatMap(({ id }) => (asked.has(id) ? [] : [id])));
  if (!Object.keys(answers).some((id) => unasked.has(id))) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !unasked.has(id)));
}

/** What is wrong with the conditions of a list of questions, in words: each names its question. */
export function conditionProblems(questions: readonly Question[]): string[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return questions.flatMap((question) => {
    const { askedIf, name } = question;
    if (askedIf === undefined) return [];
    const other = byId.get(askedIf.attribute);
    if (other === undefined)
      return [`“${name}” depends on the question “${askedIf.attribute}”, which is not in its list.`];
    const known = answersOf(other);
    if (known.length === 0) return [`“${name}” depends on “${other.name}”, whose answers are not a choice.`];
    const unknown = askedIf.values.find((value) => !known.includes(value));
    if (unknown !== undefined)
      return [`“${name}” is asked if “${other.name}” is “${unknown}”, which is none of its answers.`];
    return isCircular(question, byId)
      ? [`“${name}” depends on itself, by way of “${other.name}”: neither would ever be asked.`]
      : [];
  });
}

/** The questions on which another may depend without a circle. */
export function possibleParents<T extends Question>(questions: readonly T[], of: string): readonly T[] {
  const byId = new Map<string, Question>(questions.map((question) => [question.id, question]));
  return questions.filter((other) => {
    const chain = chainOf(other, byId);
    return other.id !== of && answersOf(other).length > 0 && !chain.includes(of);
  });
}

/** The ids of what a question depends on, nearest first; of a circle once around. */
function chainOf(question: Question, byId: ReadonlyMap<string, Question>): readonly string[] {
  const chain: string[] = [];
  let next = question.askedIf?.attribute;
  while (next !== undefined && !chain.includes(next)) {
    chain.push(next);
    next = byId.get(next)?.askedIf?.attribute;
  }
  return chain;
}

const isCircular = (question: Question, byId: ReadonlyMap<string, Question>): boolean =>
  chainOf(question, byId).includes(question.id);

function holds(values: readonly string[], answer: Json): boolean {
  const given = isList(answer) ? answer : [answer];
  const spoken = new Set(given.map((each) => (each === true ? 'yes' : each === false ? 'no' : each)));
  return values.some((value) => spoken.has(value));
}

import type { CaughtCheatingAnswer, Clue, DecomposedQuestion, Partner } from './schema.ts';
import { suggestQuestions } from './questions.ts';
import { claimFromTemplate, suggestScenario } from './template.ts';

/** What an edit at the Desk changes of an answer: the fields that get another value. */
export type AnswerChange = Partial<CaughtCheatingAnswer>;

/** Whether the claim is still what the template makes of its slots: then it follows them. */
export function claimFollowsTemplate({
  claim,
  partner,
  scenario,
}: Pick<CaughtCheatingAnswer, 'claim' | 'partner' | 'scenario'>): boolean {
  return claim.trim() === '' || (partner !== null && claim === claimFromTemplate(partner, scenario));
}

/** Clued or unclued: a photo that is labelled is kept, unless triage says otherwise already. */
export function chooseLabel({ triage }: Pick<CaughtCheatingAnswer, 'triage'>, label: boolean): AnswerChange {
  return { label, ...(triage === null && { triage: 'keep' }) };
}

/** Another scene; a scenario that nobody wrote follows it. */
export function chooseScene(answer: CaughtCheatingAnswer, scene: string | null): AnswerChange {
  const untouched = answer.scenario === '' || answer.scenario === suggestScenario(answer.scene);
  // A claim written by hand says what the partner is doing already.
  if (!untouched || !claimFollowsTemplate(answer)) return { scene };
  const scenario = suggestScenario(scene);
  return { scene, ...writeScenario(answer, scenario) };
}

/** Another partner; the claim follows as long as it is the template's. */
export function choosePartner(answer: CaughtCheatingAnswer, partner: Partner): AnswerChange {
  return claimFollowsTemplate(answer)
    ? { partner, claim: claimFromTemplate(partner, answer.scenario) }
    : { partner };
}

/** Another scenario; the claim follows as long as it is the template's. */
export function writeScenario(answer: CaughtCheatingAnswer, scenario: string): AnswerChange {
  return answer.partner !== null && claimFollowsTemplate(answer)
    ? { scenario, claim: claimFromTemplate(answer.partner, scenario) }
    : { scenario };
}

/** The claim anew from the template; nothing without a partner. */
export function rebuildClaim(answer: CaughtCheatingAnswer): AnswerChange {
  return answer.partner === null ? {} : { claim: claimFromTemplate(answer.partner, answer.scenario) };
}

/** The clues with one more; the first is the deterministic one. */
export function addClue(clues: readonly Clue[], id: string): Clue[] {
  return [...clues, { id, text: '', deterministic: !clues.some((clue) => clue.deterministic) }];
}

/** The clues with this one deterministic and no other. */
export function promoteClue(clues: readonly Clue[], id: string): Clue[] {
  return clues.map((clue) => ({ ...clue, deterministic: clue.id === id }));
}

/** The clues with the one at `from` taken to `to`; unchanged where there is no such place. */
export function moveClue(clues: readonly Clue[], from: number, to: number): Clue[] {
  const moved = clues[from];
  if (moved === undefined || to < 0 || to >= clues.length) return [...clues];
  return clues.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** An id for a clue that no other of the answer has: the first free number, so that it stays readable. */
export function newClueId(clues: readonly Clue[]): string {
  const taken = new Set(clues.map((clue) => clue.id));
  let number = clues.length + 1;
  while (taken.has(`clue-${String(number)}`)) number += 1;
  return `clue-${String(number)}`;
}

/** Suggested questions beside those already there: a question that stands already is not suggested again. */
export function withSuggestions(
  answer: Pick<CaughtCheatingAnswer, 'clues' | 'perception' | 'reasoning'>,
): AnswerChange {
  const clue = answer.clues.find((each) => each.deterministic)?.text ?? '';
  const suggested = suggestQuestions(clue);
  const perception = joined(answer.perception, suggested.perception);
  const reasoning = joined(answer.reasoning, suggested.reasoning);
  return {
    ...(perception.length > answer.perception.length && { perception }),
    ...(reasoning.length > answer.reasoning.length && { reasoning }),
  };
}

/** Why there are no questions to suggest, in a sentence. */
export function whyNoSuggestions({ clues }: Pick<CaughtCheatingAnswer, 'clues'>): string {
  const clue = clues.find(({ deterministic }) => deterministic);
  if (clue === undefined) return 'No questions to suggest: no clue is deterministic. Mark the one that is.';
  return suggestQuestions(clue.text).perception.length === 0
    ? 'No questions to suggest: the deterministic clue has no text. Describe it first.'
    : 'No questions to suggest: the questions of the deterministic clue are there already.';
}

function joined(
  present: readonly DecomposedQuestion[],
  suggested: readonly DecomposedQuestion[],
): DecomposedQuestion[] {
  const known = new Set(present.map((each) => each.question.trim()));
  return [...present, ...suggested.filter((each) => !known.has(each.question.trim()))];
}

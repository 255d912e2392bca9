import { ORPCError, safe } from '@orpc/client';
import type { JudgingSettings } from '../../shared/contract/judging.ts';
import { clued, judgedCasebook, unclued } from './judgedCasebook.ts';

export const ANSWER = 'There are two glasses on the table. In the spoon I see a second person.';

/** Answers of a person and two models to four clued items and two unclued ones; judges jo and kim. */
export async function book() {
  const made = await judgedCasebook();
  const cara = made.person('curt', ['curator']);
  const [jo, kim] = [made.person('jo', ['judge']), made.person('kim', ['judge'])];
  const [pat, alpha, beta] = [made.person('pat', ['participant']), made.model('alpha'), made.model('beta')];
  const items = made.items([
    ...['true_1', 'true_2', 'true_3', 'true_4'].map(clued),
    ...['false_1', 'false_2'].map(unclued),
  ]);
  const studySession = made.studySession(pat, items);
  const responses = items.flatMap((item) => [
    made.answer({ by: pat, item, answer: ANSWER, studySession }),
    made.answer({ by: alpha, item, answer: ANSWER }),
    made.answer({ by: beta, item, answer: ANSWER }),
  ]);
  return Object.assign(made, { cara, jo, kim, pat, alpha, beta, itemIds: items, responses });
}

export const settings = (
  more: Partial<JudgingSettings> & Pick<JudgingSettings, 'judges'>,
): JudgingSettings => ({
  criteria: ['cue_match'],
  overlap: 1,
  seed: 7,
  unjudgedOnly: false,
  ...more,
});

export async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call);
  return error instanceof ORPCError ? error.data?.code : (error?.message ?? 'answered');
}

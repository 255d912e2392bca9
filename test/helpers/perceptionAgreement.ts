import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import {
  type AnswerAgreement,
  AnswerAgreementRequest,
  type TaskAgreement,
} from '../../shared/contract/answerAgreement.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook } from './casebooks.ts';
import { giveAnswers, type GivenAnswers, type GivenItem } from './givenAnswers.ts';
import { present } from './present.ts';

const FAMILIES = ['Org', 'ID', 'OOD'] as const;

/** Questions of the perception tasks; what they ask about is of no concern to who agrees with whom. */
export const about = (place: number): JsonObject => ({
  domain: 'CELEB',
  family: FAMILIES[place % FAMILIES.length] ?? 'Org',
  transformation: 'gamma',
});
export const matching = (place: number): JsonObject => ({
  ...about(place),
  id: `matching-1-${String(place)}`,
  kind: 'matching',
  support: { image: 's.png' },
  candidates: { A: { image: 'a.png' }, B: { image: 'b.png' }, C: { image: 'c.png' }, D: { image: 'd.png' } },
  answer: 'A',
});

export const choice = (option: string): StepAnswer => ({ kind: 'choice', option });

/** An item with what each answered; nothing of people left out. */
export const item = (
  payload: JsonObject,
  said: Readonly<Record<string, StepAnswer | string>>,
): GivenItem => ({
  externalId: typeof payload['id'] === 'string' ? payload['id'] : '',
  payload,
  answers: Object.entries(said).map(([by, answer]) => ({ by, step: 'answer', answer })),
});

export const agreement = (
  open: Services,
  more: Partial<AnswerAgreementRequest> = {},
): Promise<AnswerAgreement> =>
  open.metrics.agreement(
    AnswerAgreementRequest.parse({ bootstrap: 0, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

export async function answered(given: GivenAnswers, benchmark = 'observatory') {
  const book = await freshCasebook(benchmark);
  return { book, given: giveAnswers(book, given) };
}

export const taskOf = ({ groups }: AnswerAgreement, title: string, group = 'people'): TaskAgreement => {
  const tasks = groups.find(({ key }) => key === group)?.tasks ?? [];
  return present(tasks.find((task) => task.title === title));
};

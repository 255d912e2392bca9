import { expect, it } from 'vitest';
import type { JudgeRunSettings } from '../../shared/contract/judgeRuns.ts';
import { present } from '../helpers/present.ts';
import { completeStudySession, studyCasebook } from '../helpers/study.ts';

it('answers on items that were rejected meanwhile are given neither to people nor to a model to judge', async () => {
  await using book = await studyCasebook();
  const { ana, items, database } = book;
  const participant = present((await book.participants(1))[0]);
  await completeStudySession(participant.window, participant.studySessionId);
  const judge = await ana.people.add({ handle: 'jo', name: 'Jo', roles: ['judge'] });
  const ofPeople = async (): Promise<number> => {
    const { answers } = await ana.judging.preview({
      criteria: ['cue_match', 'false_match'],
      judges: [judge.id],
      overlap: 1,
      seed: 1,
      unjudgedOnly: false,
    });
    return answers;
  };
  const settings: JudgeRunSettings = {
    endpoint: 'http://127.0.0.1:9/v1',
    model: 'a-model',
    version: '1',
    temperature: 0,
    maxTokens: 100,
    concurrency: 1,
    retries: 0,
    timeoutSeconds: 1,
    criteria: ['cue_match', 'false_match'],
    price: null,
  };
  const ofModel = async (): Promise<number> => (await ana.judgeRuns.preview(settings)).answers;
  expect([await ofPeople(), await ofModel()]).toEqual([6, 6]);
  const rejected = present(items[0]);
  const { casebook } = book.core.services();
  database.transaction(() => casebook.derived.items.setStatus(rejected.id, 'rejected'))();
  expect([await ofPeople(), await ofModel()]).toEqual([5, 5]);
});

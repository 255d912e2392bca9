import { z } from 'zod';
import type { AnswerKind, StepAnswer } from '../../../../../shared/domain/baseline.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { Role } from '../../../../../shared/domain/status.ts';
import type { SampleStep } from '../../sample.ts';

/** Who took part in the study. */
export const VISITORS: readonly (readonly [handle: string, name: string, role: Role])[] = [
  ['F01', 'Visitor 1 (example)', 'participant'],
  ['F02', 'Visitor 2 (example)', 'participant'],
  ['F03', 'Visitor 3 (example)', 'participant'],
];

/** What answers rest on. */
const Scene = z.object({ data_path: z.string(), detm_cue: z.string().optional() });

/** The scene whose clue a visitor misses. */
const MISSED = ['true_images/true_4.png', 'true_images/true_1.png', ''];

function reply(
  visitor: number,
  _item: string,
  _step: string,
  asked: AnswerKind,
  payload: JsonObject,
): StepAnswer {
  if (asked.kind === 'yes_no') return { kind: 'yes_no', value: 'yes' };
  const { data_path: path, detm_cue: clue } = Scene.parse(payload);
  if (clue !== undefined && path !== MISSED[visitor]) return { kind: 'text', text: `Yes. ${clue}` };
  // One of them suspects somebody everywhere.
  if (clue === undefined && visitor === 1 && path.endsWith('false_3.png'))
    return { kind: 'text', text: 'The second chair looks as if somebody had just left it.' };
  const noEvidence = asked.kind === 'text' ? asked.noEvidence : null;
  return noEvidence === null ? { kind: 'text', text: 'Nothing.' } : { kind: 'no_evidence', text: noEvidence };
}

/** A study of visitors, and a judge’s verdicts on what they wrote. */
export const studied: readonly SampleStep[] = [
  {
    do: 'study',
    title: 'Visitors of the open day',
    settings: { breakEvery: 5, timeLimitSeconds: 180 },
    prefix: 'F',
    participants: [null, null, 5],
    reply,
  },
  {
    do: 'judge',
    title: 'What visitors wrote',
    criteria: ['cue_match', 'false_match'],
    judges: ['jo'],
    respondents: ['F01', 'F02'],
    verdict: (_judge, { answer }) => (answer.startsWith('Yes.') ? 'YES' : 'NO'),
  },
];

import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { type MetricsReport, MetricsRequest } from '../../shared/contract/metrics.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook } from './casebooks.ts';
import { giveAnswers, type GivenAnswer, type GivenAnswers } from './givenAnswers.ts';
import { present } from './present.ts';

export const clued = (externalId: string, more: JsonObject = {}): JsonObject => ({
  data_path: externalId,
  label: true,
  scene: 'hotel',
  target_partner: 'girlfriend',
  main_ins: 'Anything suspicious?',
  detm_cue: 'A second glass.',
  non_detm_cue: ['A hat.', 'A coat.'],
  p_sub_ins: ['Is there a second glass?', 'Is there a hat?'],
  p_sub_ans: ['Yes', 'Yes'],
  r_sub_ins: ['Is somebody there?'],
  r_sub_ans: ['Yes'],
  ...more,
});
const unclued = (externalId: string, more: JsonObject = {}): JsonObject => ({
  data_path: externalId,
  label: false,
  scene: 'dining',
  target_partner: 'boyfriend',
  main_ins: 'Anything suspicious?',
  ...more,
});

export type YesNo = 'YES' | 'NO';

/** An answer to the claim question with one person's verdict on it. */
export const claim = (
  by: string,
  criterion: 'cue_match' | 'false_match',
  value: YesNo | null,
  more: Partial<GivenAnswer> = {},
): GivenAnswer => ({
  by,
  step: 'main_ins',
  answer: 'Something.',
  verdicts: value === null ? [] : [{ judge: 'jo', criterion, value }],
  ...more,
});

export const report = (open: Services, more: MetricsRequest = {}): Promise<MetricsReport> =>
  open.metrics.report(
    MetricsRequest.parse({ bootstrap: 100, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

export const rowOf = ({ rows }: MetricsReport, key: string): MetricsReport['rows'][number] =>
  present(rows.find((row) => row.key === key));

/** A casebook with these answers. */
export async function answered(given: GivenAnswers, benchmark = 'caughtcheating') {
  const book = await freshCasebook(benchmark);
  return { book, given: giveAnswers(book, given) };
}

/** Three participants on two clued and one unclued item. */
export const three: GivenAnswers = {
  items: [
    {
      externalId: 'a',
      payload: clued('a'),
      answers: [
        claim('p1', 'cue_match', 'YES', {
          verdicts: [
            { judge: 'jo', criterion: 'cue_match', value: 'YES' },
            { judge: 'jo', criterion: 'key_points', value: ['a glass', 'a hat', 'a lamp'] },
            { judge: 'jo', criterion: 'non_detm_match', subject: '0', value: 'YES' },
            { judge: 'jo', criterion: 'non_detm_match', subject: '1', value: 'NO' },
          ],
        }),
        claim('p2', 'cue_match', 'YES'),
        claim('p3', 'cue_match', 'NO'),
        { by: 'p1', step: 'p_sub_ins/0', answer: { kind: 'yes_no', value: 'yes' } },
        { by: 'p1', step: 'p_sub_ins/1', answer: { kind: 'yes_no', value: 'no' } },
        { by: 'p1', step: 'r_sub_ins/0', answer: { kind: 'yes_no', value: 'yes' } },
      ],
    },
    {
      externalId: 'b',
      payload: clued('b'),
      answers: [
        claim('p1', 'cue_match', 'NO'),
        claim('p2', 'cue_match', 'YES'),
        claim('p3', 'cue_match', null),
      ],
    },
    {
      externalId: 'c',
      payload: unclued('c'),
      answers: [
        claim('p1', 'false_match', 'NO'),
        claim('p2', 'false_match', 'NO'),
        claim('p3', 'false_match', 'YES'),
      ],
    },
  ],
};

import { everything } from '../../electron/core/access/viewpoint.ts';
import { describe, expect, it } from 'vitest';
import { MetricsRequest } from '../../shared/contract/metrics.ts';
import type { PersonId, ResponseId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { clued, type JudgedBook, judgedCasebook } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';

const two = (name: string): JsonObject => ({
  ...clued(name),
  p_sub_ins: ['Is there a person in the spoon?', 'Is there a second glass?'],
  p_sub_ans: ['Yes', 'Yes'],
});

/** A model's answers to two perception questions of each item, in words that tell no yes or no by themselves. */
async function book(count: number) {
  const made = await judgedCasebook();
  const alpha = made.model('alpha');
  const ids = made.items(Array.from({ length: count }, (_, at) => two(`n_${String(at)}`)));
  const items = ids.map((item) => ({
    claim: made.answer({ by: alpha, item, answer: 'Something.' }),
    questions: [0, 1].map((at) =>
      made.answer({ by: alpha, item, step: `p_sub_ins/${String(at)}`, answer: 'It may be so.' }),
    ),
  }));
  return Object.assign(made, { alpha, ids, answers: items });
}
type Book = Awaited<ReturnType<typeof book>>;

async function report(made: JudgedBook, judge?: PersonId) {
  const found = await made.services.metrics.report(
    MetricsRequest.parse({ bootstrap: 0, ...(judge !== undefined && { judge }) }),
    () => undefined,
    new AbortController().signal,
    everything,
  );
  const figures = found.rows.find(({ key }) => key.startsWith('alpha'))?.figures ?? {};
  return { notes: found.notes, of: (metric: string) => figures[metric] };
}

/** What the authors' evaluation script tells: how many of an item's questions were right, and which where all or none were. */
function accuracy(made: Book, judge: PersonId, at: number, value: number) {
  const { claim, questions } = made.answers[at] ?? { claim: undefined, questions: [] };
  if (claim !== undefined) made.verdict({ judge, response: claim, criterion: 'p_sub_accuracy', value });
  for (const response of questions)
    made.verdict({
      judge,
      response,
      criterion: 'sub_answer',
      ...(value === 1 ? { value: 'YES' } : value === 0 ? { value: 'NO' } : { outcome: 'unknown' }),
    });
}
function singly(made: Book, judge: PersonId, at: number, values: readonly (Json | null)[]) {
  for (const [place, value] of values.entries()) {
    const response: ResponseId | undefined = made.answers[at]?.questions[place];
    if (response !== undefined && value !== null)
      made.verdict({ judge, response, criterion: 'sub_answer', value });
  }
}

describe('accuracy of decomposed questions, with the authors’ verdicts beside another judge’s', () => {
  it('rests on no two judges’ undecided verdicts, and says on whose it rests', async () => {
    await using made = await book(4);
    const [file, other] = [made.model('file'), made.model('other')];
    for (const [at, value] of [1, 0.5, 0, 0.5].entries()) accuracy(made, file, at, value);
    expect((await report(made)).of('dec_p_accuracy')).toMatchObject({
      value: 0.5,
      n: 4,
      restsOn: [{ verdicts: 'judges', judges: ['file'], n: 4 }],
    });
    for (const [at, values] of [
      ['YES', 'YES'],
      ['YES', 'YES'],
      ['YES', 'YES'],
      ['YES', 'NO'],
    ].entries())
      singly(made, other, at, values);
    expect((await report(made, file)).of('dec_p_accuracy')).toMatchObject({ value: 0.5, n: 4 });
    expect((await report(made, other)).of('dec_p_accuracy')).toMatchObject({
      value: 3.5 / 4,
      n: 4,
      restsOn: [{ verdicts: 'judges', judges: ['other'], n: 4 }],
    });
    // On the first and the last item both come to the same; on the others they differ, and nobody has decided.
    const { of, notes } = await report(made);
    expect(of('dec_p_accuracy')).toMatchObject({
      value: 0.75,
      n: 2,
      restsOn: [{ verdicts: 'judges', judges: ['file', 'other'], n: 2 }],
    });
    expect(notes.join('\n')).toContain(
      '2 answered items left out of some figures: judges differ on it, and nobody has decided (alpha 2).',
    );
  });

  it('is not filled in from the file where questions are decided or judged by people', async () => {
    await using made = await book(1);
    const [file, jo] = [made.model('file'), made.person('jo', ['judge'])];
    accuracy(made, file, 0, 0.5);
    singly(made, jo, 0, ['YES', null]);
    expect((await report(made)).of('dec_p_accuracy')).toMatchObject({ value: null, n: 0 });
    singly(made, jo, 0, [null, 'YES']);
    expect((await report(made)).of('dec_p_accuracy')).toMatchObject({
      value: 1,
      n: 1,
      restsOn: [{ verdicts: 'people', judges: [], n: 1 }],
    });
  });

  it('does not put together the questions that two judges judged of one item', async () => {
    await using made = await book(1);
    singly(made, made.model('one'), 0, ['YES', null]);
    singly(made, made.model('other'), 0, [null, 'NO']);
    expect((await report(made)).of('dec_p_accuracy')).toMatchObject({ value: null, n: 0 });
  });

  it('rests on one of two judges who judged different items, the one with more', async () => {
    await using made = await book(3);
    const [one, other] = [made.model('one'), made.model('other')];
    singly(made, one, 0, ['YES', 'NO']);
    singly(made, other, 1, ['YES', 'YES']);
    singly(made, other, 2, ['YES', 'NO']);
    const { of, notes } = await report(made);
    expect(of('dec_p_accuracy')).toMatchObject({
      value: 0.75,
      n: 2,
      restsOn: [{ verdicts: 'judges', judges: ['other'], n: 2 }],
    });
    expect(notes.join('\n')).toContain('only an LLM judge that');
  });
});

describe('Clued IoU', () => {
  it('takes key points and what they capture from one judge', async () => {
    await using made = await book(1);
    const [one, other] = [made.model('one'), made.model('other')];
    const response = present(made.answers[0]?.claim);
    made.verdict({ judge: one, response, criterion: 'key_points', value: ['a', 'b'] });
    for (const subject of ['0', '1'])
      made.verdict({ judge: other, response, criterion: 'non_detm_match', subject, value: 'YES' });
    expect((await report(made)).of('clued_iou')).toMatchObject({ value: null, n: 0 });
    for (const subject of ['0', '1'])
      made.verdict({ judge: one, response, criterion: 'non_detm_match', subject, value: 'YES' });
    expect((await report(made)).of('clued_iou')).toMatchObject({ value: 1, n: 1 });
  });

  it('is no mean of two files that differ', async () => {
    await using made = await book(1);
    const response = present(made.answers[0]?.claim);
    made.verdict({ judge: made.model('one'), response, criterion: 'iou', value: 0.5 });
    made.verdict({ judge: made.model('other'), response, criterion: 'iou', value: 0.25 });
    expect((await report(made)).of('clued_iou')).toMatchObject({ value: null, n: 0 });
  });
});

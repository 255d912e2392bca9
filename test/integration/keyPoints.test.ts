import { everything } from '../../electron/core/access/viewpoint.ts';
import { describe, expect, it } from 'vitest';
import { MetricsRequest } from '../../shared/contract/metrics.ts';
import type { Json } from '../../shared/base/json.ts';
import { clued, judgedCasebook } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';

const ANSWER = 'There are two glasses on the table. In the spoon I see a second person.';
const GLASSES = 'two glasses on the table';
const PERSON = 'a second person';
const page = { offset: 0, limit: 100 };

/** One answer whose weaker clues two LLMs and two people judge, after key points that a test gives. */
async function book() {
  const made = await judgedCasebook();
  const [curt, ada] = [made.person('curt', ['curator']), made.person('ada', ['adjudicator'])];
  const judges = {
    jo: made.person('jo-the-judge', ['judge']),
    kim: made.person('kim-the-judge', ['judge']),
    gpt: made.model('gpt'),
    qwen: made.model('qwen'),
  };
  const alpha = made.model('alpha');
  const item = present(made.items([clued('n_0')])[0]);
  const response = made.answer({ by: alpha, item, answer: ANSWER });
  const say = (who: keyof typeof judges, points: string[], matches: readonly Json[]) => {
    const judge = judges[who];
    made.verdict({ judge, response, criterion: 'key_points', value: points });
    for (const [at, value] of matches.entries())
      made.verdict({ judge, response, criterion: 'non_detm_match', subject: String(at), value });
  };
  const iou = async () => {
    const { rows, notes } = await made.services.metrics.report(
      MetricsRequest.parse({ bootstrap: 0 }),
      () => undefined,
      new AbortController().signal,
      everything,
    );
    return { figure: rows.find(({ key }) => key.startsWith('alpha'))?.figures['clued_iou'], notes };
  };
  return Object.assign(made, {
    curt,
    ada,
    unit: { response, criterion: 'key_points', subject: '' },
    say,
    iou,
  });
}

describe('key points of several judges', () => {
  it('are a case where one lists a point and another none, and no figure rests on either until it is decided', async () => {
    await using made = await book();
    made.say('gpt', [GLASSES], ['YES', 'NO']);
    expect((await made.iou()).figure).toMatchObject({ value: 1 / 2, n: 1 });
    made.say('qwen', [], ['NO', 'NO']);
    expect((await made.iou()).figure).toMatchObject({ value: null, n: 0 });
    const adjudicator = await made.window(made.ada);
    const { rows } = await adjudicator.verdicts.queue({ filter: {}, ...page });
    const entry = rows.find(({ unit }) => unit.criterion === 'key_points');
    expect(entry).toMatchObject({ unit: made.unit, state: 'disputed', judges: 2, between: null });
    // Blind until it is decided: the lists by letters, without names.
    const { columns, respondent } = await adjudicator.verdicts.case(made.unit);
    expect(columns.map(({ value }) => value)).toEqual(expect.arrayContaining([[GLASSES], []]));
    expect(columns.map(({ judge }) => judge)).toEqual([null, null]);
    expect(respondent).toBeNull();
    const decide = async (value: Json) =>
      adjudicator.verdicts.decide({
        ...made.unit,
        value,
        cause: 'missed_paraphrase',
        note: '',
        replaces: null,
      });
    await expect(decide(['Something that nobody said'])).rejects.toThrow(
      'does not occur there in the answer',
    );
    await decide([GLASSES]);
    // Whether the glasses are captured is still undecided: the one says yes, the other no.
    expect((await made.iou()).figure).toMatchObject({ value: null, n: 0 });
    for (const [subject, value] of [
      ['0', 'YES'],
      ['1', 'NO'],
    ] as const) {
      const unit = { response: made.unit.response, criterion: 'non_detm_match', subject };
      if (subject === '0')
        await adjudicator.verdicts.decide({ ...unit, value, cause: 'other', note: '', replaces: null });
    }
    expect((await made.iou()).figure).toMatchObject({ value: 1 / 2, n: 1 });
  });

  it('are a case where they are as many, but other passages', async () => {
    await using made = await book();
    made.say('jo', [GLASSES], []);
    made.say('kim', [PERSON], []);
    const curator = await made.window(made.curt);
    const { rows } = await curator.verdicts.queue({ filter: { criterion: ['key_points'] }, ...page });
    expect(rows).toMatchObject([{ state: 'disputed', between: ['human_human'] }]);
    expect(await curator.verdicts.counts()).toMatchObject({
      disputed: 1,
      criteria: [{ criterion: 'key_points', title: 'Key points', disputed: 1 }],
    });
  });

  it('are no case where they are the same passages in other words', async () => {
    await using made = await book();
    made.say('jo', [GLASSES], []);
    made.say('kim', ['There are two glasses on the table.'], []);
    made.say('gpt', ['Two glasses stand there'], []);
    const curator = await made.window(made.curt);
    expect((await curator.verdicts.queue({ filter: {}, ...page })).rows).toEqual([]);
  });

  it('count in Trust by their number and by their passages', async () => {
    await using made = await book();
    made.say('jo', [GLASSES], []);
    made.say('kim', ['two glasses'], []);
    made.say('gpt', [PERSON], []);
    const curator = await made.window(made.curt);
    const found: unknown[] = [];
    for await (const event of await curator.verdicts.agreement({ bootstrap: 0 })) found.push(event);
    expect(JSON.stringify(found)).toContain(
      '"passages":{"before":{"units":1,"same":0},"after":{"units":1,"same":0}}',
    );
    expect(JSON.stringify(found)).toContain('"passages":{"units":1,"same":1}');
    expect(JSON.stringify(found)).toContain('"criterion":"key_points"');
  });

  it('of a casebook from before, where the last list held, are compared when it is opened', async () => {
    await using made = await book();
    made.say('gpt', [GLASSES], []);
    made.say('qwen', [], []);
    const { database } = made.services.casebook;
    database
      .prepare(
        "UPDATE verdict_state SET state = 'agreed', value = '[]', source = 'model', model_model = 0 WHERE criterion = 'key_points'",
      )
      .run();
    database.prepare("DELETE FROM meta WHERE key = 'verdictRules'").run();
    await made.core.keeper.close();
    const again = await made.core.keeper.open(made.path);
    expect(
      again.casebook.database
        .prepare("SELECT state, value, model_model FROM verdict_state WHERE criterion = 'key_points'")
        .raw()
        .all(),
    ).toEqual([['disputed', null, 1]]);
  });
});

import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { type PersonId, PersonId as PersonIdSchema, type ResponseId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';
import { quietly } from '../helpers/casebooks.ts';
import { testPorts } from '../helpers/core.ts';
import { clued, unclued } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';
import { ANSWER, book, decision, held, refusal } from '../helpers/verdictBook.ts';

describe('casebooks that were merged', () => {
  it('hold two decisions as a conflict, whichever is merged into which', async () => {
    await using made = await book();
    const unit = made.say(0, { jo: 'YES', gpt: 'NO' });
    const same = made.say(1, { jo: 'YES', gpt: 'NO' });
    await made.core.close();
    const folder = dirname(made.path);
    const at = (name: string): string => join(folder, `${name}.casebook`);
    for (const name of ['one', 'two', 'one-two', 'two-one']) cpSync(made.path, at(name), { recursive: true });
    const use = async (name: string, work: (services: Services) => unknown): Promise<void> => {
      const services = createServices(await openCasebook(at(name), testPorts(folder)));
      try {
        await work(services);
      } finally {
        await services.close();
      }
    };
    for (const [name, adjudicator, value] of [
      ['one', made.ada, 'YES'],
      ['two', made.bodil, 'NO'],
    ] as const)
      await use(name, ({ people, verdicts }) => {
        const by = present(people.find(adjudicator));
        verdicts.decide(unit, { ...decision, value }, by);
        if (name === 'one') verdicts.decide(same, decision, by);
      });
    for (const [name, sources] of [
      ['one-two', ['one', 'two']],
      ['two-one', ['two', 'one']],
    ] as const)
      await use(name, async (services) => {
        for (const source of sources)
          await services.merging.merge([at(source)], { dryRun: false, by: null }, quietly);
        expect(held({ services }, unit)).toEqual(['conflict', null, null]);
        expect(held({ services }, same)).toEqual(['decided', '"YES"', 'adjudicated']);
      });
  });
});

describe('what a judge changes', () => {
  it('is each respondent’s figures, with the verdicts that do it and by how much', async () => {
    await using made = await book();
    const { jo, gpt } = made.judges;
    const [one, two] = made.items(['a', 'b'].map(unclued));
    const judged = (response: ResponseId, criterion: string, person: Json, model: Json): void => {
      made.verdict({ judge: jo, response, criterion, value: person });
      made.verdict({ judge: gpt, response, criterion, value: model });
    };
    // Clued: people say 2 of 8, the LLM 4 of 8. Unclued: both 1 of 2.
    for (const [at, response] of made.responses.entries())
      judged(response, 'cue_match', at < 2 ? 'YES' : 'NO', at < 4 ? 'YES' : 'NO');
    for (const [item, said] of [
      [one, 'YES'],
      [two, 'NO'],
    ] as const) {
      const response = made.answer({ by: made.alpha, item: present(item), answer: 'There is nothing.' });
      judged(response, 'false_match', said, said);
    }
    const curator = await made.window(made.curt);
    const { effects } = await curator.verdicts.effects({ judge: gpt });
    const of = (metric: string) => effects.find((effect) => effect.metric === metric);
    expect(effects.map(({ metric }) => metric).sort()).toEqual([
      'clued_accuracy',
      'f1',
      'precision',
      'recall',
    ]);
    expect(of('clued_accuracy')).toMatchObject({
      respondent: 'alpha-secret',
      byJudge: { value: 4 / 8, n: 8 },
      accepted: { value: 2 / 8, n: 8 },
      same: { byJudge: 4 / 8, accepted: 2 / 8, n: 8 },
      differing: 2,
      hidden: [],
    });
    expect(
      of('clued_accuracy')?.items.map(({ item, criterion, judge, gold, change }) => [
        item,
        criterion,
        judge,
        gold,
        change,
      ]),
    ).toEqual([2, 3].map((at) => [`true_images/n_${String(at)}.png`, 'cue_match', 'Yes', 'No', -1 / 8]));
    // TP 4 of 5 claimed becomes, with one less, 3 of 4.
    expect(of('precision')?.items.map(({ change }) => change)).toEqual([
      expect.closeTo(3 / 4 - 4 / 5, 12),
      expect.closeTo(3 / 4 - 4 / 5, 12),
    ]);
    expect(of('precision')?.accepted.value).toBeCloseTo(2 / 3, 12);
    const unit = { response: present(made.responses[3]), criterion: 'cue_match', subject: '' };
    await (await made.window(made.ada)).verdicts.decide({ ...unit, ...decision });
    const { effects: after } = await curator.verdicts.effects({ judge: gpt });
    expect(after.find(({ metric }) => metric === 'clued_accuracy')).toMatchObject({
      accepted: { value: 3 / 8, n: 8 },
      differing: 1,
    });
    expect((await curator.verdicts.effects({ judge: jo })).effects).toMatchObject([
      {
        metric: 'clued_accuracy',
        byJudge: { value: 2 / 8, n: 8 },
        accepted: { value: 3 / 8, n: 8 },
      },
      { metric: 'precision' },
      { metric: 'recall' },
      { metric: 'f1' },
    ]);
    // Anybody who curates and decides learns of undecided ones no more than the figures.
    const both = made.person('both', ['curator', 'adjudicator']);
    const { effects: theirs } = await (await made.window(both)).verdicts.effects({ judge: gpt });
    expect(theirs[0]).toMatchObject({
      byJudge: { value: 4 / 8 },
      accepted: { value: 3 / 8 },
      differing: 0,
      hidden: ['decide'],
      items: [],
    });
    expect(await refusal(curator.verdicts.effects({ judge: fakeId() }))).toBe('not_found');
  });
});

describe('accepted verdicts in what a judge changes', () => {
  it('are those of Results and of the export: what is undecided counts in neither', async () => {
    await using made = await book();
    const { jo, kim, gpt } = made.judges;
    const more = made.items(Array.from({ length: 12 }, (_, at) => clued(`m_${String(at)}`)));
    const responses = [
      ...made.responses,
      ...more.map((item) => made.answer({ by: made.alpha, item, answer: ANSWER })),
    ];
    // People accept 13 of 17 and differ on three; the LLM says yes to 15 of the 20, of the 17 to 12.
    for (const [at, response] of responses.entries()) {
      const verdict = (judge: PersonId, value: string) => {
        made.verdict({ judge, response, criterion: 'cue_match', value });
      };
      verdict(jo, at < 13 ? 'YES' : 'NO');
      verdict(kim, at < 13 || at >= 17 ? 'YES' : 'NO');
      verdict(gpt, at < 12 || at >= 17 ? 'YES' : 'NO');
    }
    const curator = await made.window(made.curt);
    const results = async (judge: PersonId | null) => {
      for await (const event of await curator.metrics.report({ judge, bootstrap: 0 }))
        if (event.type === 'result')
          return present(event.result.rows.find(({ personId }) => personId === made.alpha)?.figures);
      throw new Error('There are no results.');
    };
    const [byJudge, accepted] = [await results(gpt), await results(null)];
    expect(accepted['clued_accuracy']).toMatchObject({ value: 13 / 17, n: 17 });
    expect(byJudge['clued_accuracy']).toMatchObject({ value: 15 / 20, n: 20 });
    const { effects } = await curator.verdicts.effects({ judge: gpt });
    expect(effects.find(({ metric }) => metric === 'clued_accuracy')).toMatchObject({
      byJudge: { value: 15 / 20, n: 20 },
      accepted: { value: 13 / 17, n: 17 },
      same: { byJudge: 12 / 17, accepted: 13 / 17, n: 17 },
      differing: 1,
    });
    for (const { metric, ...effect } of effects)
      for (const [shown, figures] of [
        [effect.byJudge, byJudge],
        [effect.accepted, accepted],
      ] as const)
        expect([metric, shown.value, shown.n]).toEqual([metric, figures[metric]?.value, figures[metric]?.n]);
  });

  it('count on the items that Results compares everybody on', async () => {
    await using made = await book();
    const { jo, gpt } = made.judges;
    const beta = made.model('beta-secret');
    // Beta answered half of what alpha did; Results compares both on that half.
    const ofBeta = made.itemIds.slice(0, 4).map((item) => made.answer({ by: beta, item, answer: ANSWER }));
    for (const [at, response] of [...made.responses, ...ofBeta].entries()) {
      made.verdict({ judge: jo, response, criterion: 'cue_match', value: at % 4 < 2 ? 'YES' : 'NO' });
      made.verdict({ judge: gpt, response, criterion: 'cue_match', value: at % 4 < 1 ? 'YES' : 'NO' });
    }
    const { basis, effects } = await (await made.window(made.curt)).verdicts.effects({ judge: gpt });
    expect(basis).toEqual([
      'On the 4 items that everybody answered; a figure rests on those of them with the verdicts that it needs.',
      'Absent and unreadable answers count as wrong.',
    ]);
    const accuracies = effects.filter(({ metric }) => metric === 'clued_accuracy');
    expect(accuracies).toHaveLength(2);
    for (const effect of accuracies)
      expect(effect).toMatchObject({
        byJudge: { value: 1 / 4, n: 4 },
        accepted: { value: 2 / 4, n: 4 },
        same: { n: 4 },
        differing: 1,
      });
  });
});

const fakeId = (): PersonId => PersonIdSchema.parse(v7());

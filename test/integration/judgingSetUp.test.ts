import { describe, expect, it } from 'vitest';
import type { JudgingSettings } from '../../shared/contract/judging.ts';
import type { PersonId } from '../../shared/base/ids.ts';
import { clued, judgedCasebook } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';
import { ANSWER, book, refusal, settings } from '../helpers/judgingBook.ts';

describe('who there is', () => {
  it('is told to a judge without the models: whose answers they judge stays unknown', async () => {
    const made = await book();
    const kindsFor = async (person: PersonId) =>
      new Set((await (await made.window(person)).people.list()).map(({ kind }) => kind));
    await expect(kindsFor(made.jo)).resolves.toEqual(new Set(['human']));
    await expect(kindsFor(made.cara)).resolves.toEqual(new Set(['human', 'model']));
  });
});

describe('setting up', () => {
  it('says what it would be, and deals that out: each answer to as many judges as asked, evenly', async () => {
    await using made = await book();
    const curator = await made.window(made.cara);
    const wanted = settings({ criteria: ['cue_match', 'false_match'], judges: [made.jo, made.kim] });
    const preview = await curator.judging.preview(wanted);
    expect(preview).toMatchObject({
      units: 18,
      answers: 18,
      perJudge: [{ units: 9 }, { units: 9 }],
      byCriterion: [
        { criterion: 'cue_match', units: 12 },
        { criterion: 'false_match', units: 6 },
      ],
      problems: [],
    });
    expect(await curator.judging.list()).toEqual([]);
    const made1 = await curator.judging.assign({ title: 'First', settings: wanted });
    expect(made1.judges.map(({ total, submitted, skipped }) => [total, submitted, skipped])).toEqual([
      [9, 0, 0],
      [9, 0, 0],
    ]);
    const both = await curator.judging.preview({ ...wanted, overlap: 2 });
    // What they have of the first judging counts.
    expect([both.units, both.perJudge.map(({ units }) => units)]).toEqual([18, [9, 9]]);
    const again = await curator.judging.preview({ ...wanted, unjudgedOnly: true });
    expect([again.units, again.problems]).toEqual([0, ['There are no answers to judge by these criteria.']]);
    expect(
      await refusal(curator.judging.assign({ title: 'x', settings: { ...wanted, unjudgedOnly: true } })),
    ).toBe('invalid_input');
  });

  it('deals a random sample by the seed: the same number from every respondent, or in proportion', async () => {
    await using made = await book();
    const curator = await made.window(made.cara);
    const wanted = settings({ judges: [made.jo] });
    const sampled = async (sample: JudgingSettings['sample'], seed = 7) =>
      (await curator.judging.preview({ ...wanted, seed, sample })).answers;
    // pat, alpha and beta gave four answers each to what this criterion is about.
    expect(await sampled(undefined)).toBe(12);
    expect(await sampled({ how: 'each', size: 1 })).toBe(3);
    expect(await sampled({ how: 'total', size: 6 })).toBe(6);
    expect(await sampled({ how: 'total', size: 600 })).toBe(12);
  });

  it('gives nobody their own answers, nor those of a study they took part in, and says so', async () => {
    await using made = await book();
    const quin = made.person('quin', ['judge', 'participant']);
    made.studySession(quin, []);
    const item = present(made.itemIds[0]);
    made.answer({ by: made.jo, item, answer: ANSWER });
    const study = made.services.casebook.database
      .prepare<[string], string>('SELECT study_id FROM session WHERE person_id = ?')
      .pluck()
      .get(made.pat);
    made.services.casebook.database
      .prepare(
        `INSERT INTO session (id, study_id, person_id, number, seed, plan, created_at, ended_at)
         VALUES ('01900000-0000-7000-8000-000000000001', ?, ?, 2, 1, '[]', 0, 1)`,
      )
      .run(study, quin);
    const curator = await made.window(made.cara);
    const alone = await curator.judging.preview(settings({ judges: [quin] }));
    // Four answers of pat's fellow study are left out of thirteen.
    expect([alone.units, alone.problems]).toEqual([
      9,
      [
        'Deterministic clue: 4 answers have fewer than 1 judge. Nobody judges their own answers, answers in a study they took part in, or items they have not answered yet.',
      ],
    ]);
    const own = await curator.judging.preview(settings({ judges: [made.jo] }));
    expect([own.units, own.problems.length]).toEqual([12, 1]);
    expect((await curator.judging.preview(settings({ judges: [made.jo, quin] }))).units).toBe(13);
  });

  it('leaves out what needs no judge: plain answers, answers nobody knows, what was replaced, excluded, practised', async () => {
    await using made = await judgedCasebook();
    const [curt, jo] = [made.person('curt', ['curator']), made.person('jo', ['judge'])];
    const [pat, alpha] = [made.person('pat', ['participant']), made.model('alpha')];
    const item = present(made.items([clued('true_1')])[0]);
    const studySession = made.studySession(pat, [item]);
    made.answer({ by: pat, item, studySession, answer: { kind: 'no_evidence', text: 'Nothing.' } });
    made.answer({
      by: pat,
      item,
      studySession,
      step: 'p_sub_ins/0',
      answer: { kind: 'yes_no', value: 'yes' },
    });
    made.answer({ by: pat, item, studySession, answer: 'practice', purpose: 'practice' });
    made.answer({ by: alpha, item, answer: { kind: 'unknown' } });
    const old = made.answer({ by: alpha, item, answer: 'old' });
    made.answer({ by: alpha, item, answer: 'new', replaces: old });
    const out = made.answer({ by: pat, item, studySession, answer: 'excluded' });
    made.exclude(studySession, 'exclusion', out);
    const tried = made.studySession(curt, [item], 0);
    made.answer({ by: curt, item, answer: 'tried out', studySession: tried });
    const window = await made.window(curt);
    await window.judging.assign({
      title: 'All',
      settings: settings({ criteria: ['cue_match', 'sub_answer'], judges: [jo] }),
    });
    const judge = await made.window(jo);
    const [mine] = await judge.judging.mine();
    expect(mine?.criteria).toEqual([
      { criterion: 'cue_match', title: 'Deterministic clue', total: 1, open: 1, skipped: 0 },
    ]);
    const { cards } = await judge.judging.cards({
      judging: present(mine?.id),
      criterion: 'cue_match',
      limit: 50,
    });
    expect(cards.map(({ answer }) => answer)).toEqual(['new']);
  });

  it('is for curators, for judges who are people', async () => {
    await using made = await book();
    const judge = await made.window(made.jo);
    const wanted = settings({ judges: [made.jo] });
    expect(await refusal(judge.judging.preview(wanted))).toBe('forbidden');
    expect(await refusal(judge.judging.assign({ title: 'x', settings: wanted }))).toBe('forbidden');
    expect(await refusal(judge.judging.list())).toBe('forbidden');
    const curator = await made.window(made.cara);
    expect(await refusal(curator.judging.mine())).toBe('forbidden');
    expect(await refusal(curator.judging.preview(settings({ judges: [made.pat] })))).toBe('invalid_input');
    expect(await refusal(curator.judging.preview(settings({ judges: [made.alpha] })))).toBe('invalid_input');
    expect(await refusal(curator.judging.preview(settings({ criteria: ['x'], judges: [made.jo] })))).toBe(
      'not_found',
    );
  });
});

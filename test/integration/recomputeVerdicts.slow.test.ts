import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, PersonId, ResponseId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { clued, type JudgedBook, judgedCasebook } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';

/** Accepted verdicts, as rows, without ids and times. */
function states({ services }: JudgedBook, response: ResponseId): unknown[] {
  return services.casebook.database
    .prepare(
      `SELECT criterion, subject, state, value, source, judges, human_human, human_model, model_model
       FROM verdict_state WHERE response_id = ? ORDER BY criterion, subject`,
    )
    .raw()
    .all(response);
}

let book: JudgedBook;
let item: ItemId;
let jo: PersonId;
let kim: PersonId;
let gpt: PersonId;
let alpha: PersonId;
beforeAll(async () => {
  book = await judgedCasebook();
  item = oneItem(clued('true_1'));
  [jo, kim] = [book.person('jo', ['judge']), book.person('kim', ['judge'])];
  [gpt, alpha] = [book.model('gpt'), book.model('alpha')];
});
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

function oneItem(payload: JsonObject): ItemId {
  return present(book.items([payload])[0]);
}

describe('the accepted verdicts on answers that were judged', () => {
  it('follows each verdict; one that is unknown or none counts for nothing', () => {
    const response = book.answer({ by: alpha, item, answer: 'There are two glasses.' });
    expect(states(book, response)).toEqual([]);
    book.verdict({ judge: gpt, response, criterion: 'cue_match', outcome: 'unparsed' });
    expect(states(book, response)).toEqual([]);
    book.verdict({ judge: jo, response, criterion: 'cue_match', value: 'YES' });
    book.verdict({ judge: gpt, response, criterion: 'cue_match', value: 'NO' });
    book.verdict({ judge: gpt, response, criterion: 'non_detm_match', subject: '1', value: 'NO' });
    // There is no third clue.
    book.verdict({ judge: gpt, response, criterion: 'non_detm_match', subject: '2', value: 'NO' });
    // Figures of a whole answer, which no judge is asked for.
    book.verdict({ judge: gpt, response, criterion: 'iou', value: 0.5 });
    book.verdict({ judge: book.model('other'), response, criterion: 'iou', value: 0.25 });
    expect(states(book, response)).toEqual([
      ['cue_match', '', 'disputed', '"YES"', 'single', 2, 0, 1, 0],
      ['iou', '', 'disputed', null, null, 2, 0, 0, 1],
      ['non_detm_match', '1', 'single', '"NO"', 'model', 1, 0, 0, 0],
    ]);
    book.verdict({ judge: gpt, response, criterion: 'cue_match', outcome: 'unknown' });
    expect(states(book, response)[0]).toEqual(['cue_match', '', 'single', '"YES"', 'single', 1, 0, 0, 0]);
  });

  it('is there at once for an answer that needs no judge', () => {
    const none = book.answer({ by: alpha, item, answer: { kind: 'no_evidence', text: 'Nothing.' } });
    expect(states(book, none)).toEqual([
      ['cue_match', '', 'exact', '"NO"', 'exact', 0, 0, 0, 0],
      ['key_points', '', 'exact', '[]', 'exact', 0, 0, 0, 0],
      ['non_detm_match', '0', 'exact', '"NO"', 'exact', 0, 0, 0, 0],
      ['non_detm_match', '1', 'exact', '"NO"', 'exact', 0, 0, 0, 0],
    ]);
    const yes = book.answer({
      by: alpha,
      item,
      step: 'p_sub_ins/0',
      answer: { kind: 'yes_no', value: 'yes' },
    });
    book.verdict({ judge: gpt, response: yes, criterion: 'sub_answer', value: 'NO' });
    expect(states(book, yes)).toEqual([['sub_answer', '', 'disputed', '"YES"', 'exact', 1, 0, 1, 0]]);
  });

  it('goes with an answer that is replaced or excluded, and comes back with it', () => {
    const pat = book.person('pat', ['participant']);
    const studySession = book.studySession(pat, [item]);
    const recomputing = book.services.casebook.derived.verdicts;
    const recompute = () =>
      book.services.casebook.database.transaction(() => recomputing.recomputeStudySession(studySession))();
    const first = book.answer({ by: pat, item, studySession, answer: 'One glass.' });
    const holds = ['cue_match', '', 'single', '"YES"', 'single', 1, 0, 0, 0];
    book.verdict({ judge: jo, response: first, criterion: 'cue_match', value: 'YES' });
    expect(states(book, first)).toEqual([holds]);
    for (const response of [undefined, first]) {
      book.exclude(studySession, 'exclusion', response);
      recompute();
      expect(states(book, first)).toEqual([]);
      book.exclude(studySession, 'inclusion', response);
      recompute();
      expect(states(book, first)).toEqual([holds]);
    }
    const second = book.answer({ by: pat, item, studySession, answer: 'Two glasses.', replaces: first });
    expect([states(book, first), states(book, second)]).toEqual([[], []]);
    const practised = book.answer({ by: pat, item, studySession, answer: 'x', purpose: 'practice' });
    book.verdict({ judge: jo, response: practised, criterion: 'cue_match', value: 'YES' });
    expect(states(book, practised)).toEqual([]);
  });

  it('follows a changed item: what is not asked any more goes', () => {
    const { casebook } = book.services;
    const other = oneItem(clued('true_9'));
    const response = book.answer({ by: alpha, item: other, answer: 'Two glasses.' });
    book.verdict({ judge: jo, response, criterion: 'non_detm_match', subject: '1', value: 'YES' });
    expect(states(book, response)).toHaveLength(1);
    casebook.database.transaction(() => {
      casebook.derived.items.setPayload(other, { ...clued('true_9'), non_detm_cue: ['One.'] });
    })();
    expect(states(book, response)).toEqual([]);
  });

  it('is the same whatever order the rows came in, recomputed one by one or all together', () => {
    const { database } = book.services.casebook;
    const judges = [jo, kim, gpt, book.model('third')];
    const insert = database.prepare(
      `INSERT INTO judgment (id, person_id, item_id, item_revision, response_id, criterion, subject, outcome, value,
         source, replaces, created_at) VALUES (?, ?, ?, 1, ?, ?, '', ?, ?, 'imported', ?, ?)`,
    );
    const decide = database.prepare(
      `INSERT INTO verdict_decision (id, response_id, criterion, subject, kind, value, judgments, replaces, cause, note,
         person_id, created_at) VALUES (?, ?, 'cue_match', '', ?, ?, '[]', ?, 'other', '', ?, ?)`,
    );
    const recomputing = book.services.casebook.derived.verdicts;
    let run = 0;
    const row = fc.record({
      judge: fc.nat(3),
      criterion: fc.constantFrom('cue_match', 'key_points', 'iou'),
      outcome: fc.constantFrom('given', 'given', 'given', 'unknown', 'unparsed'),
      yes: fc.boolean(),
      at: fc.nat(3),
      // Whether it replaces the judge's row before it, or stands beside it as after a merge.
      replaces: fc.boolean(),
    });
    const decision = fc.record({ yes: fc.boolean(), reopened: fc.boolean(), at: fc.nat(3) });
    const property = fc.property(
      fc.array(row, { maxLength: 8 }),
      fc.array(decision, { maxLength: 2 }),
      fc.infiniteStream(fc.nat()),
      (rows, decisions, places) => {
        run += 1;
        const apply = (order: 'as it is' | 'shuffled'): unknown[] => {
          const response = book.answer({ by: alpha, item, answer: 'Two glasses.' });
          const name = (number: number): string => `${String(run)} ${response} ${String(number)}`;
          const latest = new Map<string, string>();
          // A row comes after the one that it replaces: what is shuffled is how these chains lie beside each other.
          const chains = new Map<string, (() => void)[]>();
          const add = (key: string, step: () => void): void => {
            chains.set(key, [...(chains.get(key) ?? []), step]);
          };
          rows.forEach(({ judge, criterion, outcome, yes, at, replaces }, number) => {
            const key = `${String(judge)} ${criterion}`;
            const before = replaces ? (latest.get(key) ?? null) : null;
            latest.set(key, name(number));
            const value =
              criterion === 'iou'
                ? yes
                  ? '1'
                  : '0'
                : criterion === 'cue_match'
                  ? yes
                    ? '"YES"'
                    : '"NO"'
                  : yes
                    ? '["a"]'
                    : '[]';
            add(key, () => {
              const given = outcome === 'given' ? value : null;
              insert.run(name(number), judges[judge], item, response, criterion, outcome, given, before, at);
            });
          });
          decisions.forEach(({ yes, reopened, at }, number) => {
            const key = `decision ${String(number)}`;
            const id = name(100 + number);
            add(key, () => decide.run(id, response, 'decision', yes ? '"YES"' : '"NO"', null, jo, at));
            if (reopened) add(key, () => decide.run(`${id} back`, response, 'reopening', null, id, jo, at));
          });
          if (order === 'as it is') {
            for (const steps of chains.values()) for (const step of steps) step();
            recomputing.recomputeMany([response, response]);
          } else {
            const left = [...chains.values()].map((steps) => [...steps]);
            while (left.some((steps) => steps.length > 0)) {
              const open = left.filter((steps) => steps.length > 0);
              open[places.next().value % open.length]?.shift()?.();
              recomputing.recompute(response);
            }
          }
          return states(book, response);
        };
        const before = apply('as it is');
        expect(apply('shuffled')).toEqual(before);
      },
    );
    database.transaction(() => fc.assert(property, { numRuns: 60 }))();
  });

  it('is recomputed in seconds for a hundred thousand verdicts', () => {
    const { database } = book.services.casebook;
    const many = book.items(Array.from({ length: 100 }, (_, at) => clued(`many_${String(at)}`)));
    const judges = [jo, kim, gpt, alpha];
    const responses: ResponseId[] = [];
    database.transaction(() => {
      for (const each of many)
        for (let at = 0; at < 20; at += 1)
          responses.push(book.answer({ by: alpha, item: each, answer: 'x' }));
      for (const response of responses)
        for (const judge of judges)
          for (const criterion of ['cue_match', 'key_points', 'non_detm_match'])
            book.verdict(
              {
                judge,
                response,
                criterion,
                subject: criterion === 'non_detm_match' ? '0' : '',
                value: criterion === 'key_points' ? ['a'] : 'YES',
              },
              'leave',
            );
    })();
    const recomputing = book.services.casebook.derived.verdicts;
    const start = process.cpuUsage();
    database.transaction(() => recomputing.recomputeMany(responses))();
    const { user, system } = process.cpuUsage(start);
    const perVerdict = (user + system) / 1000 / (responses.length * judges.length * 3);
    for (const response of responses.slice(-2)) expect(states(book, response)).toHaveLength(3);
    // 100,000 in two seconds of a processor of today; a slow one gets twenty-five times that.
    expect(perVerdict).toBeLessThan(0.5);
  });
});

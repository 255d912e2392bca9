import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import {
  ComparisonsRequest,
  type Figure,
  ItemsBehindRequest,
  type MetricsReport,
  MetricsRequest,
} from '../../shared/contract/metrics.ts';
import type { PersonId } from '../../shared/base/ids.ts';
import { otherItemsSentence } from '../../shared/figures/otherItems.ts';
import { basisSentences } from '../../shared/figures/resultsNotes.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { giveAnswers, type GivenAnswer, type GivenAnswers } from '../helpers/givenAnswers.ts';
import { present } from '../helpers/present.ts';

/* Rows of one table rest on the same items, and where they do not, somebody is named. */

const report = (open: Services, more: MetricsRequest = {}): Promise<MetricsReport> =>
  open.metrics.report(
    MetricsRequest.parse({ bootstrap: 0, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

function figureOf({ rows }: MetricsReport, key: string, metric: string): Figure {
  return present(rows.find((row) => row.key === key)?.figures[metric], `There is no ${metric} of ${key}.`);
}

function idOf(open: Services, handle: string): PersonId {
  const person = present(open.people.called(handle), `There is no ${handle}.`);
  return person.id;
}

const says = (by: string, verdicts: Readonly<Record<string, 'YES' | 'NO'>>): GivenAnswer => ({
  by,
  step: 'main_ins',
  answer: 'A ring.',
  verdicts: Object.entries(verdicts).map(([judge, value]) => ({ judge, criterion: 'cue_match', value })),
});

const clued = (place: number, answers: readonly GivenAnswer[]): GivenAnswers['items'][number] => ({
  externalId: `c${String(place)}`,
  payload: {
    label: true,
    main_ins: 'Is he alone?',
    detm_cue: 'a ring',
    non_detm_cue: ['a cup'],
    image: `c${String(place)}.png`,
  },
  answers,
});

describe('who makes the common items fewer', () => {
  const given: GivenAnswers = {
    models: ['gpt', 'opus', 'flash'],
    items: Array.from({ length: 10 }, (_, place) =>
      clued(place, [
        ...(place < 3 ? [] : [says('gpt', { j: 'YES' })]),
        ...(place === 3 || place === 4 ? [] : [says('opus', { j: 'YES' })]),
        ...(place === 4 ? [] : [says('flash', { j: 'NO' })]),
      ]),
    ),
  };

  it('is named with how many items that costs, and can be left out', async () => {
    await using book = await freshCasebook('caughtcheating');
    giveAnswers(book, given);
    const all = await report(book);
    expect(all.basis.parts[0]).toMatchObject({
      count: 5,
      shrinks: [
        { key: 'gpt', lacks: 3, alone: 3 },
        { key: 'opus', lacks: 2, alone: 1 },
        { key: 'flash', lacks: 1, alone: 0 },
      ],
    });
    expect(all.notes).toContain(
      'gpt has no answer to 3 items; without gpt there would be 8 items in place of 5. opus has no answer to 2 items; without opus there would be 6 items in place of 5. flash has no answer to 1 item that others lack, too.',
    );
    const without = await report(book, { without: [idOf(book, 'gpt')] });
    expect(without.rows.map(({ key, items }) => [key, items])).toEqual([
      ['opus', 8],
      ['flash', 8],
    ]);
    expect(basisSentences(without)).toContain('Left out: gpt.');
  });
});

describe('items with an undecided verdict', () => {
  // Of five items gpt's first verdict is disputed, opus' second; both are right otherwise.
  const given: GivenAnswers = {
    models: ['gpt', 'opus'],
    items: Array.from({ length: 5 }, (_, place) =>
      clued(place, [
        says('gpt', place === 0 ? { j: 'YES', k: 'NO' } : { j: 'YES' }),
        says('opus', place === 1 ? { j: 'YES', k: 'NO' } : { j: 'YES' }),
      ]),
    ),
  };

  it('leave for everybody, which is said', async () => {
    await using book = await freshCasebook('caughtcheating');
    giveAnswers(book, given);
    const found = await report(book);
    for (const key of ['gpt', 'opus'])
      expect(figureOf(found, key, 'clued_accuracy')).toMatchObject({
        value: 1,
        n: 3,
        hits: 3,
        coverage: { covered: 3, of: 5, lacks: ['verdicts'] },
      });
    expect(found.basis.undecided).toEqual({ rule: 'left_out', items: 2 });
    expect(basisSentences(found)).toContain(
      'Undecided verdicts on 2 items: these leave the figures that need them, for everybody.',
    );
  });

  it('leave for nobody where they count as wrong, which is said', async () => {
    await using book = await freshCasebook('caughtcheating');
    giveAnswers(book, given);
    const found = await report(book, { undecided: 'wrong' });
    for (const key of ['gpt', 'opus'])
      expect(figureOf(found, key, 'clued_accuracy')).toMatchObject({ value: 0.8, n: 5, hits: 4 });
    expect(basisSentences(found)).toContain('Undecided verdicts on 2 items count as wrong.');
  });

  it('are no others than those of a comparison; where these are others, it is said', async () => {
    await using book = await freshCasebook('caughtcheating');
    giveAnswers(book, {
      ...given,
      items: given.items.map((item, place) =>
        place === 4
          ? {
              ...item,
              answers: item.answers.map((each) => (each.by === 'gpt' ? { ...each, verdicts: [] } : each)),
            }
          : item,
      ),
    });
    const { pairs } = await book.metrics.compare(
      ComparisonsRequest.parse({ bootstrap: 0, metric: 'clued_accuracy' }),
      () => undefined,
      new AbortController().signal,
      everything,
    );
    expect(pairs[0]).toMatchObject({ items: 2, ownItems: [2, 3] });
    expect(otherItemsSentence(pairs)).toBe(
      'Other items than in the table above: gpt – opus on 2 items (there 2 of gpt, 3 of opus).',
    );
    expect(otherItemsSentence([{ firstName: 'a', secondName: 'b', items: 3, ownItems: [3, 3] }])).toBeNull();
  });
});

describe('the items behind a number', () => {
  const given: GivenAnswers = {
    models: ['gpt', 'opus'],
    items: Array.from({ length: 6 }, (_, place) => ({
      ...clued(place, [
        says('gpt', place === 0 ? {} : { j: place < 3 ? 'YES' : 'NO' }),
        ...(place === 5 ? [] : [says('opus', place === 1 ? {} : { j: 'YES' })]),
      ]),
    })),
  };

  it('are those that the figure rests on, of a facet, and that count for both who are compared', async () => {
    await using book = await freshCasebook('caughtcheating');
    const { items } = giveAnswers(book, given);
    const found = await report(book);
    const behind = async (more: Omit<ItemsBehindRequest, 'metric'> & { readonly metric?: string | null }) =>
      (
        await book.metrics.behind(
          ItemsBehindRequest.parse({ metric: 'clued_accuracy', ...more }),
          new AbortController().signal,
          everything,
        )
      ).items.map((id) => items.indexOf(id));
    const of = (row: string) => ({ sides: [{ row, condition: null }] });
    // Five items are common; of each model's one has no verdict.
    expect(await behind(of('gpt'))).toEqual([1, 2, 3, 4]);
    expect(figureOf(found, 'gpt', 'clued_accuracy').n).toBe(4);
    expect(await behind(of('opus'))).toEqual([0, 2, 3, 4]);
    expect(await behind({ sides: [...of('gpt').sides, ...of('opus').sides] })).toEqual([2, 3, 4]);
    expect(await behind({ ...of('gpt'), metric: null })).toEqual([0, 1, 2, 3, 4]);
    // F1 takes what precision and recall take; no answer has key points that are judged.
    expect(await behind({ ...of('gpt'), metric: 'f1' })).toEqual([1, 2, 3, 4]);
    expect(await behind({ ...of('gpt'), metric: 'clued_iou' })).toEqual([]);
    expect(await behind({ ...of('gpt'), items: 'own' })).toEqual([1, 2, 3, 4, 5]);
    expect(await behind({ ...of('gpt'), part: { name: 'label', value: 'clued' } })).toEqual([1, 2, 3, 4]);
    expect(await behind({ ...of('gpt'), part: { name: 'label', value: 'unclued' } })).toEqual([]);
  });
});

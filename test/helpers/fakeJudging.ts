import type { JudgingCard } from '../../shared/contract/judging.ts';
import { JudgingId, ResponseId } from '../../shared/base/ids.ts';
import { Json } from '../../shared/base/json.ts';
import type { JudgeTransport } from '../../renderer/screens/judge/store/transport.ts';
import { cardWith, type JudgeAction } from '../../renderer/screens/judge/store/given.ts';
import { present } from './present.ts';

export const JUDGING = JudgingId.parse('0199a000-0000-7000-8000-000000000001');

/** A core that holds one judge's cards on one criterion, and fails when it is told to. */
export interface FakeJudging {
  readonly transport: JudgeTransport;
  readonly cards: JudgingCard[];
  /** Verdicts as they came, those whose answer was lost included. */
  readonly given: JudgeAction[];
  /** How often cards were asked for. */
  reads: number;
  /** What becomes of the next calls: it is lost on the way there, or on the way back, or it is refused with this error. */
  next: ('lost' | 'unheard' | Error)[];
}

/** This many open cards. */
export function fakeJudging(count: number, criterion = 'cue_match'): FakeJudging {
  const cards = Array.from({ length: count }, (_, position): JudgingCard => ({
    unit: {
      judging: JUDGING,
      response: ResponseId.parse(`0199a000-0000-7000-8000-${String(position + 100).padStart(12, '0')}`),
      criterion,
      subject: '',
    },
    position,
    state: 'open',
    question: `Question ${String(position + 1)}?`,
    answer: `Answer ${String(position + 1)} says this. And it says that.`,
    reference: [{ title: 'Clue', text: `Clue ${String(position + 1)}` }],
    images: [],
    earlier: null,
    value: null,
    refusal: false,
    passages: [],
    note: '',
  }));
  const fake: FakeJudging = { cards, given: [], reads: 0, next: [], transport: makeTransport() };
  return fake;

  function take(response: string, make: (card: JudgingCard, place: number) => JudgeAction): JudgingCard {
    const failure = fake.next.shift();
    if (failure === 'lost') throw new TypeError('Failed to fetch');
    if (failure instanceof Error) throw failure;
    const place = cards.findIndex(({ unit }) => unit.response === response);
    const card = present(cards[place]);
    const given = make(card, place);
    fake.given.push(given);
    const after = cardWith(card, given);
    cards[place] = after;
    if (failure === 'unheard') throw new TypeError('Failed to fetch');
    return after;
  }

  function makeTransport(): JudgeTransport {
    return {
      cards: async ({ from, limit }) => {
        fake.reads += 1;
        const open = cards.findIndex(({ state }) => state === 'open');
        const first = from ?? (open < 0 ? cards.length : open);
        return { total: cards.length, first, cards: cards.slice(first, first + limit) };
      },
      give: async ({
        unit: { response },
        value,
        refusal = false,
        passages = [],
        note = '',
        activeMilliseconds,
      }) =>
        take(response, ({ unit }, place) => ({
          kind: 'give',
          unit,
          place,
          value: Json.parse(value),
          refusal,
          passages,
          note,
          activeMilliseconds,
        })),
      skip: async ({ unit: { response }, reason }) =>
        take(response, ({ unit }, place) => ({ kind: 'skip', unit, place, reason })),
    };
  }
}

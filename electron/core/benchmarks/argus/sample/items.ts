import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { Picture } from '../../drawing.ts';
import type { SampleBox } from '../../sample.ts';
import { drawTrap } from './drawings.ts';
import { type Quintuple, QUINTUPLES } from './quintuples.ts';

/** An item of the sample with its pictures. */
export interface SampleQuintuple extends Quintuple {
  readonly id: string;
  readonly payload: JsonObject;
  /** Where the trap is on the first picture. */
  readonly box: SampleBox;
  readonly pictures: readonly (readonly [file: string, picture: Picture])[];
}

/** Of the last items nobody has chosen the picture yet: there are three each. */
const CHOSEN = 20;

export const ITEMS: readonly SampleQuintuple[] = QUINTUPLES.map((texts, at) => {
  const id = `argus-${String(at + 1).padStart(2, '0')}`;
  const takes = (at < CHOSEN ? [0] : [0, 1, 2]).map((take) => drawTrap(texts.sign, at, take));
  const files = takes.map((_, take) => `images/${id}-${'abc'[take] ?? ''}.png`);
  const { domain, topic, prohibition, scenario, trap, basic, deceptive, answer } = texts;
  const [first] = takes;
  if (first === undefined) throw new Error('Nothing was drawn.');
  return {
    ...texts,
    id,
    box: first.box,
    pictures: takes.map(({ picture }, take) => [files[take] ?? '', picture] as const),
    payload: {
      id,
      domain,
      topic,
      item: prohibition,
      scenario,
      trap,
      basic_question: basic,
      deceptive_question: deceptive,
      answer,
      ...(files.length === 1 ? { image: files[0] ?? '' } : { image: null, candidates: files }),
    },
  };
});

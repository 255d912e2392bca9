import { describe, expect, it } from 'vitest';
import { baseline as argus, DECEPTIVE } from '../../shared/benchmarks/argus/baseline.ts';
import { baseline as mcsbench } from '../../shared/benchmarks/mcsbench/baseline.ts';
import { ownTexts, translatedSteps } from '../../shared/benchmarks/translatedSteps.ts';
import type { Baseline } from '../../shared/benchmarks/baseline.ts';
import type { BaselineStep } from '../../shared/domain/baseline.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { itemsOfAllTasks } from '../helpers/mcsBenchTasks.ts';

const [photo = {}] = argusItems();

const inGerman = (baseline: Baseline, payload: JsonObject, condition = ''): readonly BaselineStep[] =>
  translatedSteps(
    baseline,
    payload,
    condition,
    (text) => `[${text}]`,
    ({ field }) => `<${field}>`,
  ) ?? [];

describe('what participants read of an item', () => {
  it('is asked for in every version, each text once, by a name of its own', () => {
    expect(ownTexts(argus, photo, ['basic', DECEPTIVE])).toEqual([
      { field: 'basic_question', text: photo['basic_question'] },
      { field: 'deceptive_question', text: photo['deceptive_question'] },
    ]);
    expect(ownTexts(mcsbench, mcsBenchItem(), ['']).map(({ field }) => field)).toEqual([
      'question',
      ...['A', 'B', 'C', 'D', 'E'].map((letter) => `options/${letter}`),
      ...[0, 1, 2].flatMap((probe) => [
        `rc_items/${String(probe)}/question`,
        ...['F', 'G', 'H', 'I', 'J'].map((letter) => `rc_items/${String(probe)}/options/${letter}`),
      ]),
    ]);
  });

  it('tells nothing of what is right: another gold answer gives the same texts in the same order', () => {
    for (const item of [mcsBenchItem(), ...itemsOfAllTasks()]) {
      const other = { ...item, answer: item['answer'] === 'A' ? 'C' : 'A' };
      expect(ownTexts(mcsbench, other, [''])).toEqual(ownTexts(mcsbench, item, ['']));
    }
  });
});

describe('the steps of an item in another language', () => {
  it('say the translated texts wherever the item’s own stand, and the benchmark’s words beside them', () => {
    expect(inGerman(argus, photo, DECEPTIVE).map(({ prompt }) => prompt)).toEqual([
      '[Please list the elements in the image]',
      '[Answer the following question based on the image.]\n\n<deceptive_question>',
    ]);
    const [question, probe] = inGerman(mcsbench, mcsBenchItem());
    expect(question?.prompt).toBe('<question>');
    expect(JSON.stringify(question?.answer)).toContain('"text":"<options/E>"');
    expect(probe?.prompt).toMatch(
      /^<question>\n\[The answer is:\] (?:B\. )?<options\/B>\n<rc_items\/0\/question>$/u,
    );
  });

  it('keep ids, kinds and what may be permuted, whatever the translation says', () => {
    const shape = (steps: readonly BaselineStep[]) =>
      JSON.stringify(steps, (key, value: unknown) =>
        ['text', 'prompt', 'title'].includes(key) ? '' : value,
      );
    for (const item of itemsOfAllTasks())
      expect(shape(inGerman(mcsbench, item))).toBe(shape(mcsbench.steps(item, '')));
  });

  it('are none while one of its texts is not translated, or where it has none', () => {
    const steps = (missing: string) =>
      translatedSteps(
        mcsbench,
        mcsBenchItem(),
        '',
        (text) => text,
        ({ field, text }) => (field === missing ? undefined : text),
      );
    expect(steps('')).not.toBeNull();
    expect(steps('rc_items/2/options/J')).toBeNull();
    const wordless: Baseline = { ...argus, steps: () => argus.steps(photo, 'basic') };
    expect(
      translatedSteps(
        wordless,
        photo,
        '',
        (text) => text,
        ({ text }) => text,
      ),
    ).toBeNull();
  });
});

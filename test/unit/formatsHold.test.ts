import { describe, expect, it } from 'vitest';
import { formats } from '../../electron/core/app/formats.ts';
import { assertCanHold, exportsOf } from '../../electron/core/formats/writing/holds.ts';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { present } from '../helpers/present.ts';

const benchmarkWith = (id: string) => present(findBenchmark(id));

const idsOf = (benchmark: string): string[] =>
  exportsOf(benchmarkWith(benchmark), formats).map(({ description: { id } }) => id);

describe('the formats that can hold a benchmark', () => {
  it('are its own and those of no benchmark, boxes only where it has boxes', () => {
    expect(idsOf('caughtcheating')).toEqual(
      expect.arrayContaining(['caughtcheating', 'coco', 'answers-jsonl']),
    );
    expect(idsOf('mcsbench')).toEqual(expect.arrayContaining(['mcsbench', 'hf', 'verdicts-jsonl']));
    for (const id of ['coco', 'yolo', 'voc', 'generic', 'argus']) expect(idsOf('mcsbench')).not.toContain(id);
    for (const id of ['generic', 'argus', 'mcsbench', 'observatory'])
      expect(idsOf('caughtcheating')).not.toContain(id);
  });

  it('have verdicts only where the benchmark has criteria, answers only where it is answered', () => {
    expect(idsOf('observatory')).toContain('answers-jsonl');
    expect(idsOf('observatory')).not.toContain('verdicts-jsonl');
    expect(idsOf('generic')).toEqual(expect.arrayContaining(['generic', 'coco', 'hf', 'labelstudio']));
    for (const id of ['answers-jsonl', 'verdicts-jsonl']) expect(idsOf('generic')).not.toContain(id);
  });

  it('are named by a refusal', () => {
    const coco = present(formats.find('coco'));
    expect(() => {
      assertCanHold(benchmarkWith('mcsbench'), coco, formats);
    }).toThrow(
      expect.objectContaining({
        message: 'This casebook is for MCSBench, which the format “COCO boxes” (coco) cannot hold.',
        hint: expect.stringMatching(/^Nothing was written\. Use one of these formats: .*mcsbench/u),
      }),
    );
    expect(() => {
      assertCanHold(benchmarkWith('caughtcheating'), coco, formats);
    }).not.toThrow();
  });
});

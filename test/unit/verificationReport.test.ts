import { describe, expect, it } from 'vitest';
import { answerOfPayload } from '../../shared/benchmarks/observatory/codec.ts';
import { proposals, withProposal } from '../../shared/benchmarks/observatory/proposals.ts';
import { localise } from '../../shared/benchmarks/observatory/task.ts';
import { judgedItem, verificationReport } from '../../shared/benchmarks/verificationReport.ts';
import type { RegionRecord } from '../../shared/domain/document.ts';
import type { Box } from '../../shared/base/geometry.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';

const at = (x: number, y: number, width = 10, height = 10): Box => ({ x, y, width, height });

let regions = 0;
function region(label: string, box: Box, attributes: JsonObject = {}): RegionRecord {
  regions += 1;
  return {
    type: 'region',
    id: RegionId.parse(`019308a4-91a5-7000-8000-${String(regions).padStart(12, '0')}`),
    imageId: ImageId.parse('019308a4-91a5-7000-8000-000000000001'),
    label,
    ...box,
    note: '',
    attributes,
    order: regions,
  };
}

const BLANK = answerOfPayload({});
const moved = (label: string, from: Box, to: Box, by = 'a detector'): RegionRecord =>
  region(label, to, withProposal(from, by));

/** An answer after its boxes were changed from one list to another. */
const after = (
  answer: JsonObject,
  before: readonly RegionRecord[],
  now: readonly RegionRecord[],
): JsonObject => ({ ...answer, ...proposals.afterBoxes(answer, before, now) });

describe('a proposal that nothing is left of', () => {
  const eye = moved('left_eye', at(0, 0), at(2, 0));
  const mouth = moved('mouth', at(0, 40), at(0, 40));
  const drawn = region('nose', at(20, 20));

  it('is noted with where it was proposed, and no longer once it is back', () => {
    const deleted = after(BLANK, [eye, mouth, drawn], [mouth]);
    expect(deleted['rejected']).toEqual([
      { label: 'left_eye', by: 'a detector', x1: 0, y1: 0, x2: 10, y2: 10 },
    ]);
    expect(localise.parseAnswer(deleted, {}).ok).toBe(true);
    expect(after(deleted, [mouth], [eye, mouth])['rejected']).toEqual([]);
  });

  it('stays noted where a person draws anew what was deleted, and is noted where the label is another', () => {
    const deleted = after(BLANK, [eye], []);
    const redrawn = region('left_eye', at(0, 0));
    expect(after(deleted, [], [redrawn])).toEqual(deleted);
    // The canvas drops what was said of a box that becomes something else.
    expect(after(BLANK, [eye], [{ ...eye, label: 'right_eye', attributes: {} }])['rejected']).toHaveLength(1);
  });

  it('changes nothing where boxes move, are drawn or are doubled', () => {
    for (const now of [[{ ...eye, x: 5 }], [eye, drawn], [eye, { ...eye, id: drawn.id }]])
      expect(proposals.afterBoxes(BLANK, [eye], now)).toEqual({});
    expect(proposals.afterBoxes(BLANK, [eye, { ...eye, id: drawn.id }], [eye])).toEqual({});
    expect(proposals.afterBoxes(BLANK, [drawn], [])).toEqual({});
  });

  it('is missing from answers of before, which are read as they were', () => {
    const { rejected: _, ...former } = BLANK;
    expect(localise.parseAnswer(former, {}).ok).toBe(true);
    expect(proposals.rejected(former)).toEqual([]);
    expect(proposals.afterBoxes(former, [eye], [eye])).toEqual({});
  });
});

describe('the report on verified proposals', () => {
  const verified: JsonObject = { ...BLANK, verified: true };
  const judged = (answer: JsonObject, boxes: readonly RegionRecord[], isSubmitted = true) => {
    const item = judgedItem(proposals, { answer, regions: boxes }, isSubmitted);
    return item === null ? [] : [item];
  };
  const sampling = { resamples: 500, seed: 1 };

  it('agrees with a calculation by hand', () => {
    const mouth = moved('mouth', at(0, 40), at(0, 40));
    const items = [
      // Shifted by half their width, two boxes share 50 of 150 square pixels.
      ...judged(verified, [moved('nose', at(0, 0), at(5, 0))]),
      ...judged(verified, [moved('nose', at(0, 0), at(0, 0)), moved('mouth', at(9, 9), at(9, 9))]),
      ...judged(after(verified, [mouth], []), [region('mouth', at(0, 40))]),
      // Not verified, not submitted, or drawn by hand: none is part of the sample.
      ...judged(BLANK, [moved('nose', at(0, 0), at(500, 500))]),
      ...judged(verified, [moved('nose', at(0, 0), at(500, 500))], false),
      ...judged(verified, [region('nose', at(3, 3))]),
    ];
    const report = verificationReport(items, sampling);
    expect(report).toMatchObject({
      proposed: 5,
      verified: 3,
      labels: ['nose', 'mouth'],
      detectors: ['a detector'],
      rows: [
        { label: null, by: null, items: 3, boxes: 4, untouched: 2, moved: 1, rejected: 1 },
        { label: 'nose', by: null, items: 2, boxes: 2, untouched: 1, moved: 1, rejected: 0 },
        { label: 'mouth', by: null, items: 2, boxes: 2, untouched: 1, moved: 0, rejected: 1 },
      ],
    });
    const [all, nose, last] = report.rows;
    expect(all?.kept.value).toBeCloseTo((1 / 3 + 1 + 1) / 3, 12);
    expect(all?.withRejected.value).toBeCloseTo((1 / 3 + 1 + 1) / 4, 12);
    expect(nose?.kept.value).toBeCloseTo(2 / 3, 12);
    expect(nose?.withRejected).toEqual(nose?.kept);
    expect(last?.kept.value).toBe(1);
    expect(last?.withRejected.value).toBe(0.5);
    // Three items are too few for an interval.
    expect(all?.kept.interval).toBeNull();
    const often = verificationReport(Array.from({ length: 12 }, () => items).flat(), sampling);
    expect(often.rows[0]?.kept.interval?.every((end) => end >= 1 / 3 - 1e-12 && end <= 1)).toBe(true);
    expect(verificationReport(items, sampling)).toEqual(report);
    expect(verificationReport([], sampling)).toEqual({
      proposed: 0,
      verified: 0,
      labels: [],
      detectors: [],
      rows: [],
    });
  });

  it('has no mean of kept boxes where every proposal was rejected, and counts a rejected one that is back once', () => {
    const nose = moved('nose', at(0, 0), at(0, 0));
    const [row] = verificationReport(judged(after(verified, [nose], []), []), sampling).rows;
    expect(row).toMatchObject({ boxes: 1, rejected: 1, kept: { value: null, interval: null } });
    expect(row?.withRejected.value).toBe(0);
    const back = judged(after(verified, [nose], []), [nose]);
    expect(verificationReport(back, sampling).rows[0]).toMatchObject({ boxes: 1, rejected: 0, untouched: 1 });
  });

  it('tells detectors apart where there are several', () => {
    const items = judged(verified, [
      moved('nose', at(0, 0), at(5, 0), 'one'),
      moved('mouth', at(0, 40), at(0, 40), 'two'),
    ]);
    const { detectors, rows } = verificationReport(items, sampling);
    expect(detectors).toEqual(['one', 'two']);
    expect(rows.map(({ by, label, boxes }) => [by, label, boxes])).toEqual([
      [null, null, 2],
      [null, 'nose', 1],
      [null, 'mouth', 1],
      ['one', null, 1],
      ['one', 'nose', 1],
      ['two', null, 1],
      ['two', 'mouth', 1],
    ]);
  });
});

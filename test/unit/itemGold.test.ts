import { describe, expect, it } from 'vitest';
import {
  changedGoldParts,
  type GoldRow,
  isGoldWritten,
  payloadWithGold,
  wantedGold,
} from '../../electron/core/derived/itemGold.ts';
import type { PartStatus } from '../../electron/core/derived/partGold.ts';
import type { CurrentGold, RatingStatus } from '../../electron/core/derived/ratingStatus.ts';
import { generic } from '../../shared/benchmarks/generic/index.ts';
import { annotate } from '../../shared/benchmarks/generic/task.ts';
import { AnnotationId, ImageId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { regionRecord } from '../helpers/regions.ts';

const one = AnnotationId.parse('01890000-0000-7000-8000-000000000001');
const two = AnnotationId.parse('01890000-0000-7000-8000-000000000002');
const blank = JSON.stringify(generic.candidate('a.png'));
const withSun = (more: JsonObject = {}): string =>
  JSON.stringify({ ...generic.candidate('a.png'), ...more, attributes: { weather: 'sun' } });
const answered = withSun();
const row = (more: Partial<GoldRow> = {}): GoldRow => ({
  externalId: 'a.png',
  payload: blank,
  imported: null,
  edition: null,
  goldSource: null,
  goldAnnotationId: null,
  goldParts: null,
  goldBoxes: null,
  ...more,
});
const status = (gold: CurrentGold, parts: Record<string, PartStatus> | null = null): RatingStatus => ({
  raters: null,
  gold,
  parts: parts === null ? null : new Map(Object.entries(parts)),
  isKept: false,
});
const single = { source: 'single', annotationId: one } as const;
const unanimous = { source: 'unanimous', annotationId: one } as const;
const base = { source: 'base', annotationId: null } as const;

describe('the gold that an item is to have', () => {
  it.each<[string, GoldRow, CurrentGold, string | null]>([
    ['nothing while raters differ', row(), { source: 'none', annotationId: null }, null],
    ['nothing of what a blank item came with', row({ imported: blank }), base, null],
    ['what an item came with that says more', row({ imported: answered }), base, 'imported'],
    ['what is marked as imported, without its record', row({ goldSource: 'imported' }), base, 'imported'],
    ['a rating', row(), single, 'single'],
    [
      'an answer that came with the item',
      row({ goldSource: 'imported', goldAnnotationId: one }),
      single,
      'imported',
    ],
    [
      'another rating than the one that came',
      row({ goldSource: 'imported', goldAnnotationId: two }),
      single,
      'single',
    ],
    [
      'raters who agree on what came with the item',
      row({ goldSource: 'imported', goldAnnotationId: one }),
      unanimous,
      'unanimous',
    ],
  ])('%s', (_name, item, gold, source) => {
    expect(wantedGold(item, status(gold), generic)).toEqual({
      source,
      annotationId: gold.annotationId,
      parts: null,
      boxes: null,
    });
  });

  it('names parts only where one of them comes from elsewhere', () => {
    const weather: PartStatus = { ...unanimous, round: null };
    expect(wantedGold(row(), status(unanimous, { weather }), generic).parts).toBeNull();
    const remark: PartStatus = { source: 'single', annotationId: two, round: null };
    expect(wantedGold(row(), status(unanimous, { weather, remark }), generic).parts).toEqual({
      weather: { source: 'unanimous', annotationId: one },
      remark: { source: 'single', annotationId: two },
    });
  });

  it('a part that came with the item stays imported', () => {
    const parts = {
      weather: { source: 'single', annotationId: one, round: null },
      remark: { ...base, round: null },
    } as const;
    const item = row({
      goldSource: 'imported',
      goldParts: { weather: { source: 'imported', annotationId: one } },
    });
    expect(wantedGold(item, status(single, parts), generic).parts).toMatchObject({
      weather: { source: 'imported' },
      remark: { source: 'imported', annotationId: null },
    });
    expect(wantedGold(row({ goldParts: {} }), status(single, parts), generic).parts).toMatchObject({
      weather: { source: 'single' },
    });
  });

  it('a consensus brings the boxes that raters have in common', () => {
    const regions = [
      regionRecord({
        id: RegionId.parse('01890000-0000-7000-8000-000000000003'),
        imageId: ImageId.parse('01890000-0000-7000-8000-000000000004'),
        label: 'cup',
        x: 1,
        y: 2,
        width: 3,
        height: 4,
      }),
    ];
    const boxes: PartStatus = {
      source: 'consensus',
      annotationId: one,
      round: null,
      consensus: { how: 'consensus', regions, raters: 2, iou: 0.9 },
    };
    const gold = { source: 'consensus', annotationId: one } as const;
    const wanted = wantedGold(row(), status(gold, { boxes }), generic);
    expect(wanted).toEqual({
      source: 'consensus',
      annotationId: one,
      parts: { boxes: { source: 'consensus', annotationId: one, raters: 2, iou: 0.9 } },
      boxes: regions,
    });
    const written = row({
      goldSource: 'consensus',
      goldAnnotationId: one,
      goldParts: wanted.parts,
      goldBoxes: JSON.stringify(regions),
    });
    expect(isGoldWritten(written, wanted)).toBe(true);
    expect(isGoldWritten({ ...written, goldBoxes: null }, wanted)).toBe(false);
    expect(isGoldWritten({ ...written, goldSource: 'unanimous' }, wanted)).toBe(false);
    expect(changedGoldParts(row({ goldAnnotationId: one }), wanted)).toEqual(['boxes']);
  });

  it('the changed parts are those that another answer gives', () => {
    const wanted = {
      source: 'unanimous',
      annotationId: one,
      parts: {
        weather: { source: 'unanimous', annotationId: one },
        remark: { source: 'single', annotationId: two },
      },
      boxes: null,
    } as const;
    expect(changedGoldParts(row({ goldAnnotationId: one }), wanted)).toEqual(['remark']);
    expect(changedGoldParts(row({ goldAnnotationId: two }), wanted)).toEqual(['weather']);
  });
});

describe('the payload with other gold in it', () => {
  const answerOf = (id: AnnotationId): JsonObject => ({ weather: id === one ? 'sun' : 'rain' });
  const item = row({ imported: blank, payload: answered, goldAnnotationId: one });

  it('has the answer written into what the item came with', () => {
    expect(payloadWithGold(annotate, item, { annotationId: two, parts: null }, answerOf)).toEqual({
      id: 'a.png',
      image: 'a.png',
      attributes: { weather: 'rain' },
    });
    expect(payloadWithGold(annotate, item, { annotationId: null, parts: null }, answerOf)).toEqual({
      id: 'a.png',
      image: 'a.png',
    });
  });

  it('keeps what else has changed it since', () => {
    const changed = { ...item, payload: withSun({ text: 'new' }) };
    expect(payloadWithGold(annotate, changed, { annotationId: two, parts: null }, answerOf)).toMatchObject({
      attributes: { weather: 'rain' },
      text: 'new',
    });
  });

  it('begins with the edition in force', () => {
    const edition = JSON.stringify({ ...generic.candidate('a.png'), text: 'fixed' });
    const fixed = { ...item, edition, payload: withSun({ text: 'fixed' }) };
    expect(payloadWithGold(annotate, fixed, { annotationId: two, parts: null }, answerOf)).toMatchObject({
      text: 'fixed',
      attributes: { weather: 'rain' },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { recordChange } from '../../electron/core/features/import/intake/imageFacts.ts';

describe('the record that a source has of an image', () => {
  const coco = { format: 'coco', source: '{"id":1}' } as const;
  it.each([
    ['is new where there is none', null, coco, 'new'],
    ['is the one that is there', coco, { ...coco }, 'same'],
    ['takes the place of an older one', coco, { ...coco, source: '{"id":2}' }, 'new'],
    ['leaves one of another format', { format: 'voc', source: '{"id":1}' } as const, coco, 'other format'],
  ])('%s', (_name, noted, said, expected) => {
    expect(recordChange(noted, said)).toBe(expected);
  });
});

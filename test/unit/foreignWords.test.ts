import { describe, expect, it } from 'vitest';
import type { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import type { ForeignView } from '../../shared/foreign/foreignShape.ts';
import { carriedText, carriedTitle, unfitText } from '../../shared/foreign/foreignWords.ts';

const part = (shapes: ForeignPart['shapes'], format: ForeignPart['format'] = 'coco'): ForeignPart => ({
  format,
  source: '{}',
  shapes,
  box: [0, 0, 10, 10],
});

describe('what is said of a carried part', () => {
  it('names its shapes and where they are from', () => {
    expect(carriedTitle(part(['polygon']), true)).toBe('Polygon from COCO');
    expect(carriedTitle(part(['polygon', 'keypoints']), true)).toBe('Polygon and keypoints from COCO');
    expect(carriedTitle(part(['parts'], 'voc'), false)).toBe('Parts from Pascal VOC, no longer fits');
    expect(carriedTitle(part([]), true)).toBeNull();
  });

  it('says in one line what a moved box loses, in the singular and the plural', () => {
    expect(unfitText([part(['polygon'])], true)).toBe(
      'The polygon no longer fits this box. COCO files get the box without it. Undo brings it back.',
    );
    expect(unfitText([part(['mask', 'keypoints'])], true)).toBe(
      'The mask and keypoints no longer fit this box. COCO files get the box without them. Undo brings them back.',
    );
    expect(unfitText([part(['keypoints'], 'yolo')], false)).toBe(
      'The keypoints no longer fit this box. YOLO files get the box without them.',
    );
    expect(unfitText([part(['polygon']), part([]), part(['mask'], 'voc')], true)).toBe(
      'The shapes of 2 boxes no longer fit them. Files get these boxes without shapes. Undo brings them back.',
    );
    expect(unfitText([part([])], true)).toBeNull();
  });

  it('says shapes and values in the words of the file', () => {
    const view: ForeignView = {
      shapes: [
        {
          kind: 'polygon',
          rings: [
            [
              [0, 0],
              [4, 0],
              [4, 4],
            ],
          ],
        },
        {
          kind: 'keypoints',
          points: [
            { at: [1, 1], name: 'nose', isVisible: true },
            { at: [2, 2], name: 'left eye', isVisible: false },
          ],
          lines: [],
        },
        { kind: 'rotation', rings: [], degrees: 30.004 },
        { kind: 'parts', boxes: [{ name: 'head', x: 0, y: 0, width: 1, height: 1 }] },
      ],
      values: [
        { name: 'score', value: '0.93' },
        { name: 'iscrowd', value: '0' },
      ],
    };
    expect(carriedText(part(['polygon']), view)).toBe(
      'COCO: polygon of 3 points, 2 keypoints (nose, left eye (hidden)), rotated by 30°, 1 part (head), score 0.93, iscrowd 0',
    );
    expect(carriedText(part([]), { shapes: [], values: [] })).toBeNull();
  });
});

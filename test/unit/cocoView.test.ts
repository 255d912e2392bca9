import { describe, expect, it } from 'vitest';
import { readSegmentation, segmentationBox, viewCoco } from '../../shared/foreign/coco.ts';

const SET = JSON.stringify({
  categories: [
    { id: 1, name: 'car' },
    {
      id: 3,
      name: 'person',
      keypoints: ['nose', 'left_eye', 'right_eye'],
      skeleton: [
        [1, 2],
        [2, 3],
        [1, 9],
      ],
    },
  ],
});
const view = (record: object, set: string | null = SET) => viewCoco(JSON.stringify(record), set);

describe('a COCO annotation shows', () => {
  it('its polygons as rings of one shape', () => {
    const { shapes } = view({
      segmentation: [
        [0, 0, 4, 0, 4, 4],
        [9, 9, 12, 9, 12, 12.5],
      ],
    });
    expect(shapes).toEqual([
      {
        kind: 'polygon',
        rings: [
          [
            [0, 0],
            [4, 0],
            [4, 4],
          ],
          [
            [9, 9],
            [12, 9],
            [12, 12.5],
          ],
        ],
      },
    ]);
  });

  it('the outline of its mask, whether the runs are numbers or text', () => {
    const size = [10, 10];
    const ring = [
      [3, 2],
      [6, 2],
      [6, 4],
      [3, 4],
    ];
    for (const counts of [[32, 2, 8, 2, 8, 2, 46], 'P128000V1']) {
      const [shape] = view({ segmentation: { size, counts } }).shapes;
      expect(shape?.kind).toBe('mask');
      const [only = []] = shape?.kind === 'mask' ? shape.rings : [];
      expect(only.map(String).toSorted()).toEqual(ring.map(String).toSorted());
    }
  });

  it('its marked keypoints with the names and lines of the category', () => {
    const record = { category_id: 3, keypoints: [5, 6, 2, 7, 8, 1, 0, 0, 0], num_keypoints: 2 };
    expect(view(record).shapes).toEqual([
      {
        kind: 'keypoints',
        points: [
          { at: [5, 6], name: 'nose', isVisible: true },
          { at: [7, 8], name: 'left_eye', isVisible: false },
        ],
        lines: [[0, 1]],
      },
    ]);
    expect(view(record, null).shapes).toMatchObject([
      { points: [{ name: null }, { name: null }], lines: [] },
    ]);
  });

  it('what Casebook does not edit, and nothing else', () => {
    const record = {
      id: 7,
      image_id: 1,
      category_id: 1,
      bbox: [1, 2, 3, 4],
      area: 12.5,
      iscrowd: 0,
      score: 0.81,
      x: { a: [1] },
      note: 'n',
      attributes: {},
    };
    expect(view(record).values).toEqual([
      { name: 'id', value: '7' },
      { name: 'area', value: '12.5' },
      { name: 'iscrowd', value: '0' },
      { name: 'score', value: '0.81' },
      { name: 'x', value: '{"a":[1]}' },
    ]);
  });

  it.each([
    '',
    'null',
    '[]',
    '{"segmentation":[[1,2]],"keypoints":[1]}',
    '{"segmentation":{"size":[2,2],"counts":[9]}}',
    '{"segmentation":[[1e300,1,2,2,3,3]]}',
  ])('no shape where its record has none that can be drawn: %s', (source) => {
    expect(viewCoco(source, 'no JSON').shapes).toEqual([]);
  });
});

it('the box of a polygon or a mask is the smallest around it; without extent there is none', () => {
  const boxOf = (value: unknown) => {
    const read = readSegmentation(value);
    return read === null ? null : segmentationBox(read);
  };
  expect(boxOf([[10, 10, 40, 10, 40, 50, 10, 50]])).toEqual({ x: 10, y: 10, width: 30, height: 40 });
  expect(boxOf([10, 10, 40, 10, 40, 50])).toEqual({ x: 10, y: 10, width: 30, height: 40 });
  expect(boxOf({ size: [200, 400], counts: [0, 100, 79_900] })).toEqual({
    x: 0,
    y: 0,
    width: 1,
    height: 100,
  });
  expect([boxOf([[1, 1, 5, 1, 9, 1]]), boxOf([[1, 2]]), boxOf(null)]).toEqual([null, null, null]);
});

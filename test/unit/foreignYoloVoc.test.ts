import { describe, expect, it } from 'vitest';
import type { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import { viewForeignPart } from '../../shared/foreign/foreignView.ts';

const IMAGE = { width: 200, height: 100 };
const view = (
  format: 'yolo' | 'voc',
  source: string,
  shapes: ForeignPart['shapes'] = [],
  set: string | null = null,
) => viewForeignPart({ format, source, shapes, box: [0, 0, 1, 1] }, IMAGE, set);

describe('a line of YOLO shows', () => {
  it('a polygon in pixels', () => {
    expect(view('yolo', '0 0.1 0.1 0.5 0.1 0.5 0.5', ['polygon'])).toEqual({
      shapes: [
        {
          kind: 'polygon',
          rings: [
            [
              [20, 10],
              [100, 10],
              [100, 50],
            ],
          ],
        },
      ],
      values: [],
    });
  });

  it('a turned box where its corners are right on the image, else a polygon', () => {
    // A square of 40 pixels turned by 45 degrees, and one that is square in shares alone.
    const [turned] = view('yolo', '0 0.5 0.1 0.7 0.5 0.5 0.9 0.3 0.5', ['rotation']).shapes;
    expect(turned).toMatchObject({
      kind: 'rotation',
      rings: [
        [
          [100, 10],
          [140, 50],
          [100, 90],
          [60, 50],
        ],
      ],
    });
    expect(turned?.kind === 'rotation' && turned.degrees).toBeCloseTo(45, 9);
    const [skewed] = view('yolo', '0 0.5 0.3 0.7 0.5 0.5 0.7 0.3 0.5', ['rotation']).shapes;
    expect(skewed?.kind).toBe('polygon');
    const [level] = view('yolo', '0 0.1 0.1 0.3 0.1 0.3 0.4 0.1 0.4', ['polygon']).shapes;
    expect(level?.kind).toBe('polygon');
  });

  it('a confidence to the letter', () => {
    expect(view('yolo', '0 0.5 0.5 0.1 0.1 0.930')).toEqual({
      shapes: [],
      values: [{ name: 'confidence', value: '0.930' }],
    });
  });

  it.each([
    ['on one line', 'names: [a]\nkpt_shape: [2, 3] # two\n'],
    ['in a map on one line', '{names: [a], "kpt_shape": [2, 3]}'],
    ['over several lines', 'kpt_shape:\n  - 2\n  - 3\nnames: [a]\n'],
    ['by the length of the line', null],
  ])('keypoints that are marked; how many there are is said %s', (_name, set) => {
    const { shapes } = view('yolo', '0 0.5 0.5 0.2 0.2 0.4 0.4 1 0.5 0.5 2', ['keypoints'], set);
    expect(shapes).toEqual([
      {
        kind: 'keypoints',
        points: [
          { at: [80, 40], name: null, isVisible: false },
          { at: [100, 50], name: null, isVisible: true },
        ],
        lines: [],
      },
    ]);
    const none = view('yolo', '0 0.5 0.5 0.2 0.2 0 0 0 0.5 0.5 2', ['keypoints'], set).shapes[0];
    expect(none?.kind === 'keypoints' && none.points).toHaveLength(1);
  });

  it('nothing where it cannot be read', () => {
    expect(view('yolo', 'x')).toEqual({ shapes: [], values: [] });
  });
});

describe('an object of Pascal VOC shows', () => {
  it('its parts as boxes, and its values in its words', () => {
    const source = `<object><name>cat</name><pose>Left</pose><difficult>1</difficult><odd><a>1 &lt; 2</a></odd>
      <bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox><note>mine</note>
      <attributes><attribute><name>colour</name><value>red</value></attribute></attributes>
      <part><name>head</name><bndbox><xmin>2</xmin><ymin>3</ymin><xmax>4</xmax><ymax>6</ymax></bndbox></part>
      <part><name>broken</name></part></object>`;
    expect(view('voc', source)).toEqual({
      shapes: [{ kind: 'parts', boxes: [{ x: 1, y: 2, width: 3, height: 4, name: 'head' }] }],
      values: [
        { name: 'pose', value: 'Left' },
        { name: 'difficult', value: '1' },
        { name: 'odd.a', value: '1 < 2' },
        { name: 'colour', value: 'red' },
      ],
    });
    expect(
      view('voc', '<object><name>a</name><attributes>{&quot;x&quot;:1}</attributes></object>').values,
    ).toEqual([]);
  });

  it('polygons in both notations and a turned box', () => {
    const source = `<object><polygon><x1>1</x1><y1>2</y1><x2>3</x2><y2>4</y2><x3>5</x3><y3>1</y3></polygon>
      <polygon><pt><x>1</x><y>1</y></pt><pt><x>2</x><y>1</y></pt><pt><x>2</x><y>3</y></pt></polygon>
      <robndbox><cx>50</cx><cy>50</cy><w>20</w><h>10</h><angle>${String(Math.PI / 2)}</angle></robndbox></object>`;
    const [polygon, turned] = view('voc', source).shapes;
    expect(polygon).toEqual({
      kind: 'polygon',
      rings: [
        [
          [1, 2],
          [3, 4],
          [5, 1],
        ],
        [
          [1, 1],
          [2, 1],
          [2, 3],
        ],
      ],
    });
    expect(turned?.kind === 'rotation' && turned.degrees).toBeCloseTo(90, 9);
    const rounded = turned?.kind === 'rotation' ? turned.rings[0]?.map((at) => at.map(Math.round)) : [];
    expect(rounded).toEqual([
      [55, 40],
      [55, 60],
      [45, 60],
      [45, 40],
    ]);
  });

  it.each([
    '',
    '<',
    '<object',
    '<object>',
    '<a><b></a></b>',
    '<a'.repeat(1000),
    '<object><!-- </object>',
    '<a>'.repeat(200),
  ])('nothing where it is no XML: %s', (source) => {
    expect(view('voc', source)).toEqual({ shapes: [], values: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { shownSets } from '../../electron/core/features/casebooks/shownSets.ts';

describe('what a window gets to know of a data set', () => {
  it('is what names labels and keypoints, and nothing that says where it is from', () => {
    const coco = {
      info: { description: 'Street scenes of Bonn', contributor: 'Ada' },
      categories: [
        { id: 1, name: 'person', supercategory: 'animal', keypoints: ['nose', 'eye'], skeleton: [[1, 2]] },
      ],
    };
    const shown = shownSets({
      coco: JSON.stringify(coco),
      yolo: 'path: /home/ada\nnames:\n  0: dog\nkpt_shape: [5, 3]\n',
      labelstudio: '<View/>',
    });
    expect(shown).toEqual({
      coco: '{"categories":[{"id":1,"name":"person","keypoints":["nose","eye"],"skeleton":[[1,2]]}]}',
      yolo: '{"names":{"0":"dog"},"kpt_shape":[5,3]}',
    });
  });

  it('is what can be read of it', () => {
    const categories = [7, { id: 2, skeleton: 'none', keypoints: ['nose'] }];
    expect(shownSets({ coco: JSON.stringify({ categories }) }).coco).toBe(
      '{"categories":[null,{"id":2,"keypoints":["nose"]}]}',
    );
  });

  it('is nothing where the text cannot be read', () => {
    expect(shownSets({ coco: '{', yolo: 'names: [' })).toEqual({});
    expect(shownSets({})).toEqual({});
  });
});

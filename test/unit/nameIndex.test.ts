import { describe, expect, it } from 'vitest';
import { NameIndex } from '../../electron/core/formats/reading/nameIndex.ts';

const index = (...names: readonly string[]) => new NameIndex(names.map((name) => [name, name] as const));

describe('a name of a file is looked up', () => {
  it.each([
    ['by its path', ['a/1.jpg', 'b/1.jpg'], 'b/1.jpg', 'path'],
    ['by the end of its path', ['a/1.jpg', 'b/1.jpg'], '/home/ana/b/1.jpg', 'path'],
    ['by its path under another extension', ['a/1.png', 'b/1.jpg'], 'a/1.bmp', 'path'],
    [
      'in any case of its folders and name',
      ['Photos/IMG_1.JPG', 'other/IMG_1.JPG'],
      'photos\\img_1.jpg',
      'folded',
    ],
    ['by its name alone', ['a/1.jpg', 'b/2.jpg'], 'c/2.jpg', 'name'],
    ['by its name in another Unicode form', ['a/e\u0301.jpg'], 'x/\u00E9.jpg', 'folded'],
    ['by its name without a server’s prefix', ['a/1.jpg', 'a/2.jpg'], 'upload/3/0a1b2c3d-1.jpg', 'prefix'],
    ['as a server stores it', ['my photo (1).jpg'], '0a1b2c3d-my_photo_1.jpg', 'prefix'],
  ])('%s', (_how, names, wanted, by) => {
    const { found, by: way } = index(...names).find(wanted);
    expect(found).toHaveLength(1);
    expect(way).toBe(by);
  });

  it('gives all that fit where a look cannot tell them apart, and none where nothing fits', () => {
    expect(index('a/1.jpg', 'b/1.jpg').find('1.jpg').found).toEqual(['a/1.jpg', 'b/1.jpg']);
    expect(index('a/1.jpg').find('3.jpg')).toEqual({ found: [], by: null });
  });

  it('stops at the surest look that finds anything', () => {
    expect(index('a/1.jpg', 'A/1.JPG').find('a/1.jpg').found).toEqual(['a/1.jpg']);
    expect(index('deadbeef-1.jpg', '1.jpg').find('deadbeef-1.jpg').found).toEqual(['deadbeef-1.jpg']);
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { HealthFinding, HealthItem } from '../../shared/benchmarks/benchmark.ts';
import { claimWording } from '../../shared/benchmarks/caughtcheating/claimFindings.ts';
import { thingsOf } from '../../shared/benchmarks/caughtcheating/clueFindings.ts';
import { health } from '../../shared/benchmarks/caughtcheating/health.ts';
import type { Json } from '../../shared/base/json.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { caughtCheatingItem, caughtCheatingSet, type Change, type Parts } from '../helpers/healthItems.ts';
import { present } from '../helpers/present.ts';

const SIZE = 400;
const kinds = (items: readonly HealthItem[]): string[] =>
  health(items)
    .map(({ kind }) => kind)
    .sort();

/** The finding of a kind in a clean set with this fault planted; fails where it is not found. */
function planted(kind: string, change: Change, parts?: (number: number) => Parts): HealthFinding {
  return present(health(caughtCheatingSet(SIZE, change, parts)).find((finding) => finding.kind === kind));
}

/** The payload's text under a key. */
const text = (payload: Readonly<Record<string, Json | undefined>>, key: string): string =>
  z.string().parse(payload[key]);
const items = ({ groups }: HealthFinding): string[] => [...new Set(groups.flatMap((group) => group.items))];
const path = (number: number): string => `photos/${String(number * 7919)}.png`;

test('invents nothing about a clean set', () => {
  expect(kinds(caughtCheatingSet(SIZE))).toEqual([]);
});

test('has nothing to say of no items, one item, or an item not begun', () => {
  expect(kinds([])).toEqual([]);
  expect(kinds([caughtCheatingItem({})])).toEqual([]);
  expect(() => health(caughtCheatingSet(1))).not.toThrow();
});

describe('finds', () => {
  test('one file in two items, and says so louder where their classes differ', () => {
    const shared = 'a'.repeat(64);
    const same = planted(
      'duplicate-images',
      () => undefined,
      (number) => (number === 4 || number === 8 ? { image: { sha256: shared, perceptualHash: shared } } : {}),
    );
    expect(same).toMatchObject({ severity: 'notable', groups: [{ items: [path(4), path(8)] }] });
    const conflict = planted(
      'duplicate-images',
      () => undefined,
      (number) => (number === 4 || number === 9 ? { image: { sha256: shared, perceptualHash: shared } } : {}),
    );
    expect(conflict).toMatchObject({ severity: 'serious', groups: [{ items: [path(4), path(9)] }] });
  });

  test('pictures that only look alike', () => {
    const found = planted(
      'near-duplicate-images',
      () => undefined,
      (number) =>
        number === 3 || number === 5
          ? { image: { perceptualHash: (number === 3 ? '0' : '7') + '5'.repeat(63) } }
          : {},
    );
    expect(items(found)).toEqual([path(3), path(5)]);
  });

  test('a claim of one class only', () => {
    const found = planted('one-class-claims', (payload, number, clued) => {
      if (clued && number < 60) payload['main_ins'] = 'My boyfriend said he is singing. Is he?';
    });
    expect(found.severity).not.toBe('note');
    expect(items(found)).toHaveLength(30);
  });

  test('claims of one item only that are all clued', () => {
    const found = planted('rare-claims', (payload, number, clued) => {
      if (clued && number < 40) payload['main_ins'] = `My boyfriend said ${String(number)} things.`;
    });
    expect(items(found)).toHaveLength(20);
    expect(found.table?.rows).toContainEqual(['of one item only', 20, 0]);
  });

  test('words that go with a class', () => {
    const found = planted('claim-words', (payload, number, clued) => {
      if (clued && number % 3 === 0) payload['main_ins'] = `${text(payload, 'main_ins')} Honestly?`;
    });
    expect(found.groups.map(({ label }) => label)).toEqual(['honestly']);
  });

  test('a class that claims are longer in', () => {
    const found = planted('claim-length-difference', (payload, number, clued) => {
      payload['main_ins'] = `${text(payload, 'main_ins')}${' really'.repeat((number % 5) + (clued ? 2 : 0))}`;
    });
    expect(found.title).toBe('The length of the claim question is larger for clued than for unclued');
  });

  test('a template in several wordings', () => {
    const found = planted('claim-wordings', (payload, number) => {
      if (number < 20)
        payload['main_ins'] = text(payload, 'main_ins').replace('in the image', 'in this image');
    });
    expect(found.groups.map((group) => group.items.length)).toEqual([380, 20]);
  });

  test('a partner and a scene that tell the class', () => {
    const partner = planted('partner-skew', (payload, number, clued) => {
      if (clued && number % 6 === 0) payload['target_partner'] = 'boyfriend';
    });
    expect(partner.statistic?.test).toMatch(/^Fisher/);
    const scene = planted('scene-skew', (payload, number, clued) => {
      if (clued && number < 8) payload['scene'] = 'karaoke bar';
    });
    expect(scene).toMatchObject({ severity: 'note', groups: [{ label: 'karaoke bar' }] });
    expect(items(scene)).toEqual([0, 2, 4, 6].map(path));
  });

  test('that one class is most of the set', () => {
    const found = planted('class-imbalance', (payload, number) => {
      if (number % 2 === 1 && number < 200) payload['label'] = true;
    });
    expect(found.title).toBe('75 % of the items are clued');
  });

  test('what always saying yes scores', () => {
    const found = planted('constant-answers', (payload, _, clued) => {
      if (clued) payload['r_sub_ans'] = ['Yes'];
    });
    expect(found).toMatchObject({
      severity: 'serious',
      title: 'Always answering "Yes" scores 100 % on the decomposed questions',
      table: { rows: [['Yes', 400]] },
    });
  });

  test('one address in two items, and one post under two addresses', () => {
    const found = planted('duplicate-urls', (payload, number) => {
      if (number === 10 || number === 12) payload['url'] = 'https://site1.example/post/same';
      if (number === 20) payload['url'] = 'https://www.site1.example/post/other?source=web&xsec_token=a';
      if (number === 23) payload['url'] = 'https://site1.example/post/other/?source=app';
    });
    expect(found.groups.map((group) => group.items)).toEqual([
      [path(10), path(12)],
      [path(20), path(23)],
    ]);
    expect(found.groups[1]?.label).toBe(
      'same post, different addresses: site1.example/post/other; classes differ: clued, unclued',
    );
  });

  test('no reuse where the query is what names the post', () => {
    const query: Change = (payload, number) => {
      payload['url'] = `https://video.example/watch?v=${String(number)}`;
    };
    expect(health(caughtCheatingSet(SIZE, query)).map(({ kind }) => kind)).toEqual(['one-source']);
  });

  test('an address parameter that begins otherwise in one class', () => {
    const found = planted('url-tells-class', (payload, number, clued) => {
      payload['url'] =
        `${text(payload, 'url')}?key=${clued && number % 3 === 0 ? 'CB' : 'AB'}${String(number)}`;
    });
    expect(found.groups.map(({ label }) => label)).toEqual(['CB']);
    expect(items(found)).toHaveLength(67);
  });

  test('share tokens', () => {
    const found = planted('share-tokens', (payload, number) => {
      if (number === 2) payload['url'] = `${text(payload, 'url')}?xsec_token=x`;
    });
    expect(items(found)).toEqual([path(2)]);
  });

  test('a clue and a question that several items share, or nearly', () => {
    const clue =
      'Two toothbrushes stand in the glass beside the mirror of the bathroom, so somebody else lives here.';
    const same = planted('duplicate-deterministic-clues', (payload, number) => {
      if (number === 30 || number === 40) payload['detm_cue'] = number === 30 ? clue : clue.toUpperCase();
    });
    expect(items(same)).toEqual([path(30), path(40)]);
    const near = planted('near-duplicate-reasoning-questions', (payload, number) => {
      if (number === 30 || number === 40)
        payload['r_sub_ins'] = [number === 30 ? clue : clue.replace('glass', 'cup')];
    });
    expect(items(near)).toEqual([path(30), path(40)]);
  });

  test('spellings that differ', () => {
    const found = planted('spelling-variants', (payload, number) => {
      if (number === 6) payload['detm_cue'] = 'A cellphone proves it.';
      if (number === 8) payload['detm_cue'] = 'My cell phone knows.';
    });
    expect(found.groups).toEqual([
      { label: 'cellphone', items: [path(6)] },
      { label: 'cell phone', items: [path(8)] },
    ]);
  });

  test('proofs worded as guesses', () => {
    const found = planted('hedged-clues', (payload, number) => {
      if (number === 6) payload['detm_cue'] = 'A hat that usually belongs to somebody else.';
    });
    expect(found).toMatchObject({ severity: 'note', groups: [{ label: '"usually"', items: [path(6)] }] });
  });

  test('clues that name a gender for one partner only', () => {
    const found = planted('gendered-clues', (payload, number, clued) => {
      if (clued && payload['target_partner'] === 'boyfriend' && number % 8 === 0) {
        payload['detm_cue'] = `A feminine ${text(payload, 'detm_cue')}`;
      }
    });
    expect(found.explanation).toContain('50 of 100 for a boyfriend and 0 of 100 for a girlfriend');
  });

  test('a thing that is proof here and a hint there', () => {
    const found = planted('conflicting-clue-kinds', (payload, number) => {
      if (number === 6) payload['detm_cue'] = 'There is a feminine handbag on the desk.';
      if (number === 8) payload['non_detm_cue'] = ['There are two handbags under the bed.'];
    });
    expect(found.groups).toEqual([
      { label: 'handbag: deterministic', items: [path(6)] },
      { label: 'handbag: non-deterministic', items: [path(8)] },
    ]);
  });

  test('clues that lie on one side', () => {
    const found = planted('clue-sides', (payload, number, clued) => {
      if (clued && number < 60)
        payload['detm_cue'] = `${text(payload, 'detm_cue')} On the ${number < 50 ? 'right' : 'left'}.`;
    });
    expect(found.table?.rows).toEqual([
      ['left', 5],
      ['right', 25],
    ]);
  });

  test('clued items that a metric leaves out', () => {
    const found = planted('metric-support', (payload, number, clued) => {
      if (clued && number < 10) payload['non_detm_cue'] = [];
    });
    expect(items(found)).toEqual([0, 2, 4, 6, 8].map(path));
    expect(found.title).toBe('Clued IoU rests on 195 of 200 clued items');
  });

  test('paths that name the class', () => {
    const found = planted('path-tells-class', (payload, number, clued) => {
      payload['data_path'] = `${String(clued)}_images/${String(clued)}_${String(number)}.png`;
    });
    expect(found.groups.map(({ label }) => label)).toEqual([
      'true_images/true_N.png',
      'false_images/false_N.png',
    ]);
  });

  test('keys in another order', () => {
    const found = planted('unusual-keys', (payload, number) => {
      if (number !== 7) return;
      const { scene } = payload;
      delete payload['scene'];
      payload['scene'] = scene;
    });
    expect(items(found)).toEqual([path(7)]);
  });

  test('boxes too large, boxes missing, and boxes always in one place', () => {
    const box = { label: 'clue-1', x: 10, y: 10, width: 600, height: 500 };
    const parts = (number: number): Parts =>
      number === 2 ? { boxes: [box] } : number === 4 ? { boxes: [] } : {};
    expect(items(planted('large-boxes', () => undefined, parts))).toEqual([path(2)]);
    expect(items(planted('missing-boxes', () => undefined, parts))).toEqual([path(4)]);
    const prior = planted(
      'box-position-prior',
      () => undefined,
      (number) => ({
        boxes: number % 2 === 0 ? [{ ...box, x: 420 + (number % 9), y: 440, width: 90, height: 80 }] : [],
      }),
    );
    expect(prior).toMatchObject({ severity: 'serious', groups: [{ label: 'centre' }] });
  });

  test('photos that are larger in one class, or of another file type', () => {
    const parts = (number: number): Parts => ({
      image: {
        size: { width: 1000 + (number % 7) * 10 + (number % 2 === 0 ? 40 : 0), height: 1000 },
        name: `${String(number)}.${number % 6 === 0 ? 'jpg' : 'png'}`,
      },
    });
    expect(planted('image-size-difference', () => undefined, parts).severity).toBe('serious');
    expect(planted('file-type-skew', () => undefined, parts).statistic?.p).toBeLessThan(1e-9);
  });

  test('images that are not here', () => {
    const found = planted(
      'missing-images',
      () => undefined,
      (number) => (number === 5 ? { image: { size: null, sha256: null, perceptualHash: null } } : {}),
    );
    expect(items(found)).toEqual([path(5)]);
  });
});

test('leaves discarded candidates out', () => {
  const shared = 'a'.repeat(64);
  const set = caughtCheatingSet(
    SIZE,
    () => undefined,
    (number) =>
      number === 4
        ? { image: { sha256: shared } }
        : number === 8
          ? { image: { sha256: shared }, answer: { triage: 'discard', discardReason: 'duplicate' } }
          : {},
  );
  expect(kinds(set)).not.toContain('duplicate-images');
});

test('puts the most serious first', () => {
  const severities = health(
    caughtCheatingSet(SIZE, (payload, number, clued) => {
      if (clued) payload['r_sub_ans'] = ['Yes'];
      if (number === 2) payload['url'] = 'https://site1.example/post/3';
      if (clued && number < 10) payload['non_detm_cue'] = [];
    }),
  ).map(({ severity }) => severity);
  expect(severities).toEqual(['serious', 'notable', 'note']);
});

test('reads the slots out of a claim', () => {
  expect(
    claimWording(
      'My girlfriend said she is out, and she sent me this photo. Do you notice anything suspicious that contradicts her claim?',
    ),
  ).toBe(
    'My [partner] said [she/he] is [scenario], and [she/he] sent me this photo. Do you notice anything suspicious that contradicts [her/his] claim?',
  );
  expect(claimWording('Where is he?')).toBeNull();
});

test.each([
  ['There is a feminine handbag on the long desk beneath the TV.', ['handbag']],
  ['There are two sets of teacups and chopsticks visible from the image.', ['teacup', 'chopstick']],
  ['There is another cell phone on the table.', ['cellphone']],
  ['', []],
])('reads the things of the clue %j', (clue, things) => {
  expect(thingsOf(clue)).toEqual(things);
});

test('takes about ten times as long for ten times the items, not a hundred times', () => {
  /** Of the processor, so that it does not count how busy the machine is otherwise. */
  const secondsOf = (size: number): number => {
    const random = seededRandom(9);
    const set = caughtCheatingSet(size, (payload, number) => {
      payload['url'] = `https://site.example/${String(number)}?token=${String(random())}`;
    });
    const started = process.cpuUsage();
    health(set);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
  const [few, many] = [secondsOf(3_000), secondsOf(30_000)];
  expect(many / few).toBeLessThan(30);
}, 300_000);

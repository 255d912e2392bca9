import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { present } from '../helpers/present.ts';

const folder = fileURLToPath(new URL('../../resources/samples/caughtcheating/', import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(folder + name, 'utf8'));

const common = {
  data_path: z.string(),
  scene: z.enum(['hotel', 'dining', 'karaoke bar']),
  target_partner: z.enum(['boyfriend', 'girlfriend']),
  main_ins: z.string().min(1),
  url: z.string().regex(/^https:\/\/example\.org\/casebook\//u),
};
const clued = z.strictObject({
  ...common,
  label: z.literal(true),
  detm_cue: z.string().min(1),
  non_detm_cue: z.array(z.string().min(1)),
  p_sub_ins: z.array(z.string().min(1)).min(1),
  p_sub_ans: z.array(z.literal('Yes')),
  r_sub_ins: z.array(z.string().min(1)),
  r_sub_ans: z.array(z.literal('Yes')),
});
const unclued = z.strictObject({ ...common, label: z.literal(false) });
const items = z.array(z.discriminatedUnion('label', [clued, unclued])).parse(read('data_info.json'));
const cluedItems = items.filter((item) => item.label);

const source = z.strictObject({
  svg: z.string(),
  data_path: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  url: z.string().optional(),
});
const licence = { licence: z.literal('Apache-2.0'), attribution: z.literal('Casebook contributors') };
const manifest = z
  .strictObject({ title: z.string().min(1), ...licence, images: z.array(source) })
  .parse(read('manifest.json'));
const fresh = z.strictObject({ ...licence, candidates: z.array(source) }).parse(read('candidates.json'));
const sources = [...manifest.images, ...fresh.candidates];

const coco = z
  .object({
    images: z.array(z.object({ id: z.int(), file_name: z.string(), width: z.int(), height: z.int() })),
    categories: z.array(z.object({ id: z.int(), name: z.string() })),
    annotations: z.array(
      z.object({
        id: z.int(),
        image_id: z.int(),
        category_id: z.int(),
        bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
        area: z.number(),
        attributes: z.object({ clue: z.string() }),
      }),
    ),
  })
  .parse(read('boxes.json'));

/** Pronouns of the third person in a claim, in the order they occur. */
const pronouns = (text: string): string[] =>
  text.toLowerCase().match(/\b(?:he|she|his|her|him|hers)\b/gu) ?? [];

describe('the sample casebook', () => {
  it('holds five clued and five unclued items and two fresh candidates', () => {
    expect(items.map((item) => item.data_path)).toEqual([
      ...[1, 2, 3, 4, 5].map((n) => `true_images/true_${n}.png`),
      ...[1, 2, 3, 4, 5].map((n) => `false_images/false_${n}.png`),
    ]);
    for (const item of items) expect(item.label).toBe(item.data_path.startsWith('true_images/'));
    expect(fresh.candidates).toHaveLength(2);
  });

  it('keeps the key order of the benchmark', () => {
    const text = 'data_path,label,scene,target_partner,main_ins';
    const clues = 'detm_cue,non_detm_cue,p_sub_ins,p_sub_ans,r_sub_ins,r_sub_ans';
    const raw = z.array(z.record(z.string(), z.unknown())).parse(read('data_info.json'));
    const keys = raw.map((item) => Object.keys(item).join(','));
    expect(keys).toEqual(items.map((item) => (item.label ? `${text},${clues},url` : `${text},url`)));
  });

  it('has exactly one unfinished item, which lacks its reasoning question', () => {
    expect(cluedItems.filter((item) => item.r_sub_ins.length === 0)).toHaveLength(1);
    for (const item of cluedItems) {
      expect(item.p_sub_ans).toHaveLength(item.p_sub_ins.length);
      expect(item.r_sub_ans).toHaveLength(item.r_sub_ins.length);
    }
  });

  it('asks with pronouns that agree with the partner', () => {
    for (const item of items) {
      const allowed = item.target_partner === 'boyfriend' ? ['he', 'his', 'him'] : ['she', 'her', 'hers'];
      expect(item.main_ins).toMatch(new RegExp(`^My ${item.target_partner} said `, 'u'));
      expect(pronouns(item.main_ins).length).toBeGreaterThanOrEqual(2);
      for (const pronoun of pronouns(item.main_ins)) expect(allowed).toContain(pronoun);
    }
  });

  it('does not let scene, partner or wording give the label away', () => {
    const claims = (label: boolean): string[] =>
      items.filter((item) => item.label === label).map((item) => item.scene);
    expect(claims(true).toSorted()).toEqual(claims(false).toSorted());
    const repeated = items.filter((item) => item.scene !== 'karaoke bar').map((item) => item.main_ins);
    for (const claim of repeated) {
      expect(new Set(items.filter((item) => item.main_ins === claim).map((item) => item.label)).size).toBe(2);
    }
    expect(new Set(items.map((item) => item.url)).size).toBe(items.length);
  });

  it('draws every image from a source of its own, and every source is used', () => {
    expect(manifest.images.map((image) => image.data_path)).toEqual(items.map((item) => item.data_path));
    expect(new Set(sources.map((image) => image.data_path)).size).toBe(sources.length);
    const onDisk = readdirSync(`${folder}images`).map((name) => `images/${name}`);
    expect(sources.map((image) => image.svg).toSorted()).toEqual(onDisk.toSorted());
  });

  it('gives every clue a box inside its image and boxes nothing else', () => {
    expect(coco.images.map(({ file_name, width, height }) => ({ file_name, width, height }))).toEqual(
      manifest.images.map(({ data_path, width, height }) => ({ file_name: data_path, width, height })),
    );
    expect(new Set(coco.annotations.map((annotation) => annotation.id)).size).toBe(coco.annotations.length);
    const boxed = new Set<string>();
    for (const annotation of coco.annotations) {
      const image = coco.images.find((candidate) => candidate.id === annotation.image_id);
      const item = cluedItems.find((candidate) => candidate.data_path === image?.file_name);
      const category = coco.categories.find((candidate) => candidate.id === annotation.category_id);
      if (!image || !item) throw new Error(`annotation ${annotation.id} belongs to no clued item`);
      const [x, y, width, height] = annotation.bbox;
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.min(width, height)).toBeGreaterThan(0);
      expect(x + width).toBeLessThanOrEqual(image.width);
      expect(y + height).toBeLessThanOrEqual(image.height);
      expect(annotation.area).toBeCloseTo(width * height, 1);
      expect(width * height).toBeLessThan(0.06 * image.width * image.height);
      const texts = category?.name === 'deterministic clue' ? [item.detm_cue] : item.non_detm_cue;
      expect(texts).toContain(annotation.attributes.clue);
      boxed.add(annotation.attributes.clue);
    }
    expect([...boxed].toSorted()).toEqual(
      cluedItems.flatMap((item) => [item.detm_cue, ...item.non_detm_cue]).toSorted(),
    );
  });
});

describe.each([...sources.map((image) => `samples/caughtcheating/${image.svg}`), 'icons/icon.svg'])(
  '%s',
  (name) => {
    const path = fileURLToPath(new URL(`../../resources/${name}`, import.meta.url));
    const svg = readFileSync(path, 'utf8');

    it('is plain vector art: no text, script, raster data or outside reference', () => {
      expect(svg).not.toMatch(
        /<\s*(?:text|tspan|script|image|feImage|foreignObject|style|a|animate\w*|set)\b/iu,
      );
      expect(svg).not.toMatch(/<[?!](?!--)/u);
      expect(svg).not.toMatch(/href|data:|@import|\son\w+\s*=/iu);
      expect(
        svg.match(/url\([^)]*\)/gu)?.every((reference) => /^url\(#[\w-]+\)$/u.test(reference)) ?? true,
      ).toBe(true);
      expect(svg.match(/https?:[^"\s]*/gu)).toEqual(['http://www.w3.org/2000/svg']);
      expect(Buffer.byteLength(svg)).toBeLessThan(60 * 1024);
    });

    it('refers only to definitions it has', () => {
      const defined = new Set([...svg.matchAll(/\sid="([^"]+)"/gu)].map((match) => match[1]));
      for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/gu)) expect(defined).toContain(id);
    });

    it('rasterises in its stated proportions into a picture, not a blank', { timeout: 60_000 }, async () => {
      const stated = sources.find((image) => `samples/caughtcheating/${image.svg}` === name) ?? {
        width: 1024,
        height: 1024,
      };
      const drawn = await sharp(path).metadata();
      // The stated size is that of the raster; the drawing has the same proportions, so boxes fit.
      expect(drawn.width * stated.height).toBe(drawn.height * stated.width);
      const picture = await sharp(path)
        .resize(stated.width >> 1, stated.height >> 1, { fit: 'fill' })
        .png()
        .toBuffer();
      const { channels, entropy } = await sharp(picture).stats();
      expect(entropy).toBeGreaterThan(name.startsWith('icons/') ? 2 : 5);
      expect(Math.max(...channels.slice(0, 3).map((channel) => channel.stdev))).toBeGreaterThan(15);
    });
  },
);

describe('the drawn scenes', () => {
  it('show what their vector sources say', async () => {
    const scenes = sources;
    for (const { svg, width, height } of scenes) {
      const drawn = `${folder}drawn/${svg.replace(/^.*\/|\.svg$/gu, '')}.webp`;
      const head = await sharp(drawn).metadata();
      expect([head.width, head.height]).toEqual([width, height]);
    }
    const scene = present(scenes[0]);
    const small = async (file: string) =>
      sharp(file).resize(60, 45, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    const [source, drawn] = await Promise.all([
      small(folder + scene.svg),
      small(`${folder}drawn/${scene.svg.replace(/^.*\/|\.svg$/gu, '')}.webp`),
    ]);
    const difference = source.reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0);
    expect(difference / source.length).toBeLessThan(4);
  });
});

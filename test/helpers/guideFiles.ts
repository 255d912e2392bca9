import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers } from './answerFiles.ts';
import { argusItems } from './argusItems.ts';
import { put } from './casebooks.ts';
import { drawAll } from './generatedFiles.ts';
import { generatedItems } from './mcsBenchItems.ts';
import { observatoryItems, putObservatory } from './observatoryItems.ts';
import { syntheticItems } from './syntheticItems.ts';
import { writeTestFont } from './testFont.ts';

/*
 * The files that the commands of the guide name, and the casebooks that they work on. A page gets a copy of each casebook
 * that it does not make itself.
 */

type Run = (...words: string[]) => Promise<void>;

/** A text or a number of an item. */
function textOf(item: JsonObject, key: string): string {
  const value = item[key];
  return typeof value === 'number' ? String(value) : z.string().parse(value);
}

const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Writes every source file that the guide names into a folder. */
export async function writeGuideFiles(folder: string): Promise<void> {
  const at = (...parts: string[]): string => join(folder, ...parts);
  const items = [...syntheticItems(12, 5)];
  const planted = plantAnswers(items, { seed: 3 });
  const judged = judgedFile(items, planted, { verdicts: new Map(), wrong: new Set() });
  put(at('data_info.json'), JSON.stringify(items));
  put(at('answers.json'), JSON.stringify(answerFile(items, planted)));
  put(at('judged.json'), JSON.stringify(judged));
  const names = items.map((item) => textOf(item, 'data_path').split('/').at(-1) ?? '');
  await drawAll(at('photos'), names, 1);
  const pictures = Array.from({ length: 6 }, (_, number) => `picture-${String(number + 1)}.jpg`);
  await drawAll(at('pictures'), pictures, 7);
  put(at('boxes.json'), JSON.stringify(cocoOf(pictures.slice(0, 4))));
  writeYolo(at('yolo'), pictures.slice(0, 2));
  writeVoc(at('voc'), pictures.slice(0, 2));
  writeGeneric(at, pictures);
  await writeMcsBench(at);
  await writeArgus(at);
  await putObservatory(at('faces'), [...observatoryItems(2), ...observatoryItems(2).map(another)]);
  const boxes = { left_eye: { x1: 64, y1: 80, x2: 112, y2: 104 } };
  put(at('perception.jsonl'), lines([{ set: 'guided-7-0001', answer: boxes }]));
  put(at('words.csv'), 'word,category\nlantern,things\nharbour,places\n');
  put(at('ids.txt'), 'ada\nkit\n');
  // Nobody came by a study link in the guide's casebooks, so that a panel has nothing to say of anybody.
  put(at('submissions.csv'), 'Submission id,Participant id,Status\n');
  put(at('originals', 'keep'), '');
  cpSync(at('faces', 'originals'), at('originals'), { recursive: true });
  mkdirSync(at('fonts'), { recursive: true });
  writeTestFont(at('fonts'));
}

/** Makes the casebooks that the guide speaks of, beside the source files. */
export async function makeGuideCasebooks(run: Run): Promise<void> {
  await run('new', 'my.casebook', '--benchmark', 'caughtcheating', '--title', 'Spring photos');
  await run('import', 'my.casebook', 'data_info.json', '--format', 'caughtcheating', '--images', 'photos');
  await run('people', 'my.casebook', 'add', 'bo', '--name', 'Bo', '--roles', 'annotator,judge');
  await run('people', 'my.casebook', 'add', 'cy', '--name', 'Cy', '--roles', 'annotator,judge');
  const model = ['--respondent', 'gpt-4.1'];
  await run('import', 'my.casebook', 'answers.json', '--format', 'caughtcheating-answers', ...model);
  await run(
    'import',
    'my.casebook',
    'judged.json',
    '--format',
    'caughtcheating-judged',
    ...model,
    '--judge',
    'gpt-4o',
  );
  await run('new', 'set.casebook', '--benchmark', 'mcsbench', '--title', 'Spring set');
  await run('import', 'set.casebook', 'mcsbench.jsonl', '--format', 'mcsbench');
  await run('people', 'set.casebook', 'add', 'bo', '--name', 'Bo', '--roles', 'reviewer');
  await run('people', 'set.casebook', 'add', 'cy', '--name', 'Cy', '--roles', 'reviewer');
  await run('new', 'traps.casebook', '--benchmark', 'argus', '--title', 'Traps');
  await run('import', 'traps.casebook', 'argus.jsonl', '--format', 'argus', '--images', 'traps');
  await run('new', 'faces.casebook', '--benchmark', 'observatory', '--title', 'Faces');
  await run('import', 'faces.casebook', 'faces', '--format', 'observatory');
  await run('new', 'labels.casebook', '--benchmark', 'generic', '--title', 'Labels');
  await run('import', 'labels.casebook', 'pictures', '--format', 'images');
  await run('import', 'labels.casebook', 'ratings.csv', '--format', 'ratings-csv');
}

/** The same entity under another name, with images of its own. */
function another(item: JsonObject): JsonObject {
  const { variants } = item;
  const renamed = (image: unknown): string => String(image).replace('.png', '-b.png');
  return {
    ...item,
    id: `${textOf(item, 'id')}-b`,
    entity: `${textOf(item, 'entity')} b`,
    image: renamed(item['image']),
    variants: Array.isArray(variants)
      ? variants.map((variant) => ({ ...variant, image: renamed(variant.image) }))
      : [],
  };
}

function writeGeneric(at: (...parts: string[]) => string, pictures: readonly string[]): void {
  const ratings = ['item,rater,field,value'];
  for (const [at, picture] of pictures.entries())
    for (const [number, rater] of ['bo', 'cy', 'di'].entries())
      ratings.push(`${picture},${rater},mood,${(at + number) % 3 === 0 || at < 2 ? 'calm' : 'tense'}`);
  put(at('ratings.csv'), `${ratings.join('\n')}\n`);
  put(
    at('items.jsonl'),
    lines([
      { id: 'one', text: 'The first text' },
      { id: 'two', text: 'The second' },
    ]),
  );
  const result = { from_name: 'mood', to_name: 'image', type: 'choices', value: { choices: ['calm'] } };
  const annotations = [
    { id: 1, completed_by: 1, result: [result], created_at: '2026-04-01T10:00:00Z' },
    { id: 2, completed_by: 2, result: [result], created_at: '2026-04-01T11:00:00Z' },
  ];
  put(at('labelstudio.json'), JSON.stringify([{ id: 1, data: { image: pictures[0] ?? '' }, annotations }]));
}

async function writeMcsBench(at: (...parts: string[]) => string): Promise<void> {
  const items = generatedItems(14);
  put(at('mcsbench.jsonl'), lines(items));
  await drawAll(
    at(),
    items.map((item) => textOf(item, 'image')),
    2,
  );
  const scores = { quality: 4, factual_correctness: 5, distractor_correctness: 4, image_dependency: 5 };
  const audit = { ...scores, self_containedness: 4, hallucination: false, verdict: 'keep' };
  put(at('audit.jsonl'), lines(items.map(({ id }) => ({ id, auditor: 'model-c', ...audit }))));
  const chain = {
    question: 'Which chain justifies the answer?',
    options: [1, 2, 3, 4, 5].map((number) => `O1: observation ${String(number)}; hence the answer.`),
    answer: 'G',
    error_type: ['fabrication', 'non_uniqueness', 'scope_violation', 'misattribution'],
  };
  put(at('chains.jsonl'), lines([{ ...chain, base_id: 'generated-0' }]));
  const relation = { id: 'generated-0', rationale: 'A part differs.', pr: ['PR1'], op_primary: 'OP2' };
  put(at('relations.jsonl'), lines([{ ...relation, op_secondary: 'OP3' }]));
  const answer = (respondent: string, item: number, letter: string): JsonObject => ({
    item: `generated-${String(item)}`,
    respondent,
    step: 'base',
    answer: letter,
  });
  put(
    at('model.jsonl'),
    lines(
      items.flatMap((_, item) => [
        answer('model-a', item, '(B)'),
        answer('model-b', item, 'ABCDE'[item % 5] ?? 'A'),
      ]),
    ),
  );
}

async function writeArgus(at: (...parts: string[]) => string): Promise<void> {
  const items = argusItems();
  put(at('argus.jsonl'), lines(items));
  const names = items.flatMap(({ image, candidates }) => [
    ...(typeof image === 'string' ? [image] : []),
    ...(Array.isArray(candidates) ? candidates.map(String) : []),
  ]);
  await drawAll(at('traps'), names, 4);
  const verdict = { model: 'model-a', verdict: 'consistent', rationale: 'Nothing contradicts the text.' };
  put(at('logic.jsonl'), lines([{ id: 'argus-0002', image: 'locomotion-house-cat.jpg', ...verdict }]));
  const said = { id: 'argus-0001', model: 'model-a', description: 'A truck burns.', response: 'No.' };
  put(
    at('responses.jsonl'),
    lines([
      { ...said, version: 'basic' },
      { ...said, version: 'deceptive' },
    ]),
  );
  const scores = { judge: 'model-c', d: 1, x: 2, y: 1 };
  put(at('scores.jsonl'), lines([{ ...said, ...scores, version: 'basic' }]));
}

function cocoOf(names: readonly string[]): JsonObject {
  return {
    images: names.map((file_name, at) => ({ id: at + 1, file_name, width: 128, height: 96 })),
    categories: [{ id: 1, name: 'clue' }],
    annotations: names.map((_, at) => ({
      id: at + 1,
      image_id: at + 1,
      category_id: 1,
      bbox: [8, 8, 40, 30],
    })),
  };
}

function writeYolo(folder: string, names: readonly string[]): void {
  put(join(folder, 'classes.txt'), 'clue\n');
  for (const name of names) put(join(folder, 'labels', `${stem(name)}.txt`), '0 0.25 0.25 0.3 0.3\n');
}

function writeVoc(folder: string, names: readonly string[]): void {
  for (const name of names)
    put(
      join(folder, `${stem(name)}.xml`),
      `<annotation><filename>${name}</filename><size><width>128</width><height>96</height><depth>3</depth></size>` +
        '<object><name>clue</name><bndbox><xmin>9</xmin><ymin>9</ymin><xmax>48</xmax><ymax>38</ymax></bndbox></object></annotation>',
    );
}

const stem = (name: string): string => name.replace(/\.[^.]+$/u, '');

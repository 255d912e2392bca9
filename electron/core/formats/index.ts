import { Buffer } from 'node:buffer';
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FormatDescription } from '../../../shared/contract/transfer.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import type { Casebook } from '../records/casebook.ts';
import { errorCode } from '../base/errors.ts';
import { looksLikeImage } from '../files/imageFormats.ts';

/** Every format that can be brought in or handed out. */
export const formats: readonly FormatDescription[] = [
  {
    id: 'caughtcheating',
    title: 'CaughtCheating data set',
    reads: 'data_info.json or data_info.jsonl, or a folder that holds one, with its images beside it',
    writes:
      'a folder with data_info.json, data_info.jsonl, true_images/, false_images/ and clue_boxes.json (COCO)',
    source: 'either',
    target: 'folder',
  },
  {
    id: 'mcsbench',
    title: 'MCSBench items',
    reads:
      'JSON Lines or a JSON list of generated items (id, task, question, five options, answer, strategy, image or images, references, evidence, rc_items), or lists of them under "questions" with the concept and image they share, or a folder that holds mcsbench.jsonl',
    writes: 'a folder with mcsbench.jsonl and images/',
    source: 'either',
    target: 'folder',
  },
  {
    id: 'argus',
    title: 'Argus Inspection items',
    reads:
      'JSON Lines or a JSON list of items (id, domain, scenario, trap, questions, answer, image or candidates), or a folder that holds argus.jsonl',
    writes: 'a folder with argus.jsonl, images/ and boxes.json (COCO: where the traps are)',
    source: 'either',
    target: 'folder',
  },
  {
    id: 'argus-logic',
    title: 'Argus logic checks',
    reads:
      'JSON Lines or a JSON list of what models say of items that are here: id, model, verdict (consistent, inconsistent or unsure), image (the candidate’s name) and rationale where there are any',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'argus',
  },
  {
    id: 'mcsbench-audit',
    title: 'MCSBench auditors',
    reads:
      'JSON Lines or a JSON list of what auditors found of items that are here: id, auditor, quality, factual_correctness, distractor_correctness, image_dependency and self_containedness (1 to 5), hallucination, verdict (keep or discard); options, justification, shortcut (solved, of) and note where there are any',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'mcsbench',
  },
  {
    id: 'mcsbench-rc',
    title: 'MCSBench reasoning chains',
    reads:
      'JSON Lines or a JSON list of reasoning-chain items for items that are here: question, five options (F to J), answer, error_type (one for each faulty chain), base_id',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'mcsbench',
  },
  {
    id: 'mcsbench-relations',
    title: 'MCSBench relations',
    reads:
      'JSON Lines or a JSON list of classifications of items that are here: id, rationale, pr, op_primary, op_secondary',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'mcsbench',
  },
  {
    id: 'observatory',
    title: 'Perceptual Observatory items',
    reads:
      'JSON Lines or a JSON list of entities (id, domain, entity, image, boxes by their corners x1, y1, x2, y2, not_visible, variants with transformation and family) and of questions about them (kind: matching, grid or localisation), or a folder that holds observatory.jsonl, query_sets.jsonl or both',
    writes:
      'a folder with observatory.jsonl, query_sets.jsonl where there are questions, images/ and boxes.json (COCO: the boxes on originals and variants)',
    source: 'either',
    target: 'folder',
  },
  {
    id: 'observatory-variants',
    title: 'Perceptual Observatory variants',
    reads:
      'JSON Lines or a JSON list of variants of entities that are here: id (the entity’s), image, transformation; family (OOD unless given), parameters and seed where there are any; with the images beside it',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'observatory',
  },
  {
    id: 'generic',
    title: 'Items as JSON',
    reads:
      'a JSON list or JSON Lines of items with "id", "image" and "text", or a folder that holds items.jsonl',
    writes: 'a folder with items.jsonl, images/ and boxes.json (COCO)',
    source: 'either',
    target: 'folder',
  },
  {
    id: 'images',
    title: 'Folder of images',
    reads: 'a folder of PNG, JPEG, WebP, AVIF, TIFF, GIF and BMP files, nested or not: each becomes an item',
    writes: null,
    source: 'folder',
    target: null,
  },
  {
    id: 'coco',
    title: 'COCO boxes',
    reads: 'a COCO JSON file: its boxes go onto images that the casebook knows by name',
    writes: 'a folder with annotations.json and images/',
    source: 'either',
    target: 'folder',
    asks: ['boxes'],
  },
  {
    id: 'yolo',
    title: 'YOLO boxes',
    reads: 'a folder with classes.txt or data.yaml and a .txt file per image',
    writes: 'a folder with images/, labels/, classes.txt and data.yaml',
    source: 'folder',
    target: 'folder',
    asks: ['boxes'],
  },
  {
    id: 'voc',
    title: 'Pascal VOC boxes',
    reads: 'a folder with an .xml file per image, or one such file',
    writes: 'a folder with JPEGImages/ and Annotations/',
    source: 'either',
    target: 'folder',
    asks: ['boxes'],
  },
  {
    id: 'labelstudio',
    title: 'Label Studio',
    reads: 'the JSON export of Label Studio: every annotator’s annotations become ratings, predictions too',
    writes:
      'a folder with tasks.json (every rater’s annotations), config.xml (the labelling setup) and images/',
    source: 'file',
    target: 'folder',
  },
  {
    id: 'hf',
    title: 'Hugging Face data set',
    reads: null,
    writes:
      'a folder with data/ (Parquet with the images in it, a file or more for each split), README.md (the dataset card) and croissant.json; questions that were built from the items in questions/',
    source: null,
    target: 'folder',
  },
  {
    id: 'ratings-csv',
    title: 'Ratings as CSV',
    reads: 'a CSV file with the columns item, rater, field and value, one rating a line',
    writes:
      'one line for each rater’s value: a .csv file, or a folder with labels.csv, gold.csv and the reliability card',
    source: 'file',
    target: 'folder',
  },
  {
    id: 'caughtcheating-answers',
    title: 'CaughtCheating answers',
    reads:
      'the JSON file of the data set’s inference script: a model’s answers, items under the keys "0", "1", …',
    writes:
      'answers of people and models as the data set’s evaluation script reads them: a .json file, or a folder with a file for each respondent',
    source: 'file',
    target: 'folder',
    carries: 'answers',
    asks: ['respondent'],
    benchmark: 'caughtcheating',
  },
  {
    id: 'caughtcheating-judged',
    title: 'CaughtCheating verdicts',
    reads: 'the JSON list of the data set’s evaluation script: an LLM’s verdicts on one respondent’s answers',
    writes: null,
    source: 'file',
    target: null,
    carries: 'verdicts',
    asks: ['respondent', 'judge'],
    benchmark: 'caughtcheating',
  },
  {
    id: 'argus-responses',
    title: 'Argus responses',
    reads: 'JSON Lines with id, version, model, description and response; scores in it are left out',
    writes: null,
    source: 'file',
    target: null,
    carries: 'answers',
    benchmark: 'argus',
  },
  {
    id: 'argus-scores',
    title: 'Argus scores',
    reads: 'JSON Lines with id, version, model, description, response and a judge’s scores d, x and y',
    writes:
      'descriptions and responses with the scores that hold: a .jsonl file, or a folder with scores.jsonl',
    source: 'file',
    target: 'folder',
    carries: 'verdicts',
    asks: ['judge'],
    benchmark: 'argus',
  },
  {
    id: 'observatory-answers',
    title: 'Perceptual Observatory answers',
    reads:
      'JSON Lines with set (a question’s id) and answer in the JSON of the prompts, as an object or as the text that a model gave; or item, image, task, given and answer (boxes on an image); model, version, temperature and settings, or person, where a line says them',
    writes:
      'answers of people and models in the JSON of the prompts: a .jsonl file, or a folder with a file for each respondent',
    source: 'file',
    target: 'folder',
    carries: 'answers',
    asks: ['respondent'],
    benchmark: 'observatory',
  },
  {
    id: 'answers-jsonl',
    title: 'Answers as JSON Lines',
    reads: 'JSON Lines with item, respondent, step and answer (condition, version, temperature, settings)',
    writes: 'every answer of people and models: a .jsonl file, or a folder with answers.jsonl',
    source: 'file',
    target: 'folder',
    carries: 'answers',
  },
  {
    id: 'verdicts-jsonl',
    title: 'Verdicts as JSON Lines',
    reads:
      'JSON Lines with item, respondent, criterion, value, judge and rationale (step, subject, condition, judge_version, instruction_hash, temperature)',
    writes:
      'every verdict, the decisions and what holds, with its source: a .jsonl file, or a folder with verdicts.jsonl',
    source: 'file',
    target: 'folder',
    carries: 'verdicts',
  },
];

const DATA_FILES: Readonly<Record<string, string>> = {
  'data_info.json': 'caughtcheating',
  'data_info.jsonl': 'caughtcheating',
  'argus.jsonl': 'argus',
  'argus.json': 'argus',
  'mcsbench.jsonl': 'mcsbench',
  'mcsbench.json': 'mcsbench',
  'observatory.jsonl': 'observatory',
  'observatory.json': 'observatory',
  'query_sets.jsonl': 'observatory',
  'query_sets.json': 'observatory',
  'items.jsonl': 'generic',
  'items.json': 'generic',
  'annotations.json': 'coco',
  'classes.txt': 'yolo',
  'data.yaml': 'yolo',
};

const RATING_COLUMNS = ['item', 'rater', 'field', 'value'];

/** The format a file or folder looks like, by its name and its first bytes; null where none fits. */
export async function recognise(path: string): Promise<string | null> {
  try {
    return (await stat(path)).isDirectory() ? await recogniseFolder(path) : await recogniseFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function recogniseFolder(path: string): Promise<string | null> {
  const names = await readdir(path);
  for (const [name, format] of Object.entries(DATA_FILES)) if (names.includes(name)) return format;
  if (names.includes('Annotations') || names.some((name) => name.endsWith('.xml'))) return 'voc';
  for (const name of names) {
    if (looksLikeImage(name)) return 'images';
    if ((await stat(join(path, name))).isDirectory()) {
      const below = await readdir(join(path, name));
      if (below.some(looksLikeImage)) return 'images';
    }
  }
  return null;
}

async function recogniseFile(path: string): Promise<string | null> {
  const extension = extname(path).toLowerCase();
  if (extension === '.xml') return (await readFile(path, 'utf8')).includes('<annotation') ? 'voc' : null;
  if (['.csv', '.tsv', '.txt'].includes(extension)) {
    const header = (await firstText(path)).split(/[\r\n]/u, 1)[0]?.toLowerCase() ?? '';
    return RATING_COLUMNS.every((name) => header.includes(name)) ? 'ratings-csv' : null;
  }
  if (!['.json', '.jsonl', '.ndjson'].includes(extension)) return null;
  const head = await firstText(path);
  const answers = recogniseAnswers(head) ?? recogniseAdditions(head);
  if (answers !== null) return answers;
  if (/"data_path"\s*:/u.test(head)) return 'caughtcheating';
  if (/"annotations"\s*:/u.test(head) && /"(?:completed_by|from_name|was_cancelled)"\s*:/u.test(head))
    return 'labelstudio';
  // An item of several images has a list of that name, as COCO has.
  if (/"options"\s*:\s*\[/u.test(head) && /"question"\s*:/u.test(head)) return 'mcsbench';
  if (/"(?:images|annotations|categories)"\s*:\s*\[/u.test(head)) return 'coco';
  if (/"deceptive_question"\s*:/u.test(head)) return 'argus';
  if (/"domain"\s*:\s*"(?:CELEB|WORD)"/u.test(head) && /"entity"\s*:/u.test(head)) return 'observatory';
  return /"id"\s*:/u.test(head) ? 'generic' : null;
}

/**
 * Files of answers and verdicts, by their first keys. Quotes within a text are escaped, so that what looks like a key
 * is one.
 */
function recogniseAnswers(head: string): string | null {
  const has = (...keys: readonly string[]): boolean =>
    keys.every((key) => new RegExp(`"${key}"\\s*:`, 'u').test(head));
  if (/^\uFEFF?\s*\{\s*"\d+"\s*:\s*\{/u.test(head) && has('data_path')) return 'caughtcheating-answers';
  if (/^\uFEFF?\s*\[/u.test(head) && has('data_path', 'target', 'answer')) return 'caughtcheating-judged';
  if (!/^\uFEFF?\s*\{/u.test(head)) return null;
  if (/^\uFEFF?\s*\{\s*"(?:set|model|person)"\s*:/u.test(head) && has('set', 'answer'))
    return 'observatory-answers';
  if (has('item', 'image', 'task', 'answer') && !has('question')) return 'observatory-answers';
  if (has('item', 'respondent', 'criterion')) return 'verdicts-jsonl';
  if (has('item', 'step', 'answer')) return 'answers-jsonl';
  if (has('id', 'version', 'model') && (has('response') || has('description')))
    return has('d') || has('x') || has('y') ? 'argus-scores' : 'argus-responses';
  return null;
}

/** Files that say more of items that are there, by the keys that only they have. */
function recogniseAdditions(head: string): string | null {
  const has = (...keys: readonly string[]): boolean =>
    keys.every((key) => new RegExp(`"${key}"\\s*:`, 'u').test(head));
  if (has('question')) return has('base_id', 'options') && !has('task') ? 'mcsbench-rc' : null;
  if (has('id', 'image', 'transformation') && !has('entity') && !has('kind')) return 'observatory-variants';
  if (has('id', 'auditor') && (has('quality') || has('shortcut'))) return 'mcsbench-audit';
  if (has('id', 'model', 'verdict') && !has('deceptive_question')) return 'argus-logic';
  return has('id', 'pr', 'op_primary') ? 'mcsbench-relations' : null;
}

async function firstText(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Throws `invalid_input` where a format is another benchmark's than the casebook's. */
export function assertBenchmark({ benchmark }: Casebook, id: string): void {
  const format = formats.find((each) => each.id === id);
  if (format?.benchmark === undefined || format.benchmark === benchmark.id) return;
  throw new CasebookError(
    'invalid_input',
    `This casebook is for ${benchmark.title}; “${format.title}” does not fit it.`,
    'Make a casebook for that benchmark, or choose another format.',
  );
}

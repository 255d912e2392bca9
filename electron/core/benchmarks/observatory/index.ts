import { variantAddition } from '../../../../shared/benchmarks/observatory/variantAddition.ts';
import type { Feature } from '../../access/context.ts';
import type { BenchmarkCasebook } from '../benchmark.ts';
import { beginsWithObject, type Format, hasKeys } from '../../formats/format.ts';
import { observatory as itemFiles } from './exportItems.ts';
import { imageGenerationRouter } from './imageGeneration/router.ts';
import { ImageGenerationService } from './imageGeneration/service.ts';
import { querySetsRouter } from './querySets/router.ts';
import { QuerySetsService } from './querySets/service.ts';
import { answersOfObservatory } from './readAnswers.ts';
import { writeQuestionFiles } from './writeAnswers.ts';

/** Entities, and the questions that are built from them. */
const items: Format = {
  description: {
    id: 'observatory',
    title: 'Perceptual Observatory items',
    reads:
      'JSON Lines or a JSON list of entities (id, domain, entity, image, boxes by their corners x1, y1, x2, y2, not_visible, variants with transformation and family) and of questions about them (kind: matching, grid or localisation), or a folder that holds observatory.jsonl, query_sets.jsonl or both',
    writes:
      'a folder with observatory.jsonl, query_sets.jsonl where there are questions, images/ and boxes.json (COCO: the boxes on originals and variants)',
    source: 'either',
    target: 'folder',
  },
  position: 200,
  recognition: {
    order: 250,
    file: (head) => hasKeys(head, 'entity') && /"domain"\s*:\s*"(?:CELEB|WORD)"/u.test(head),
  },
  reads: {
    of: 'items',
    benchmark: 'observatory',
    files: [
      ['observatory.jsonl', 'observatory.json'],
      ['query_sets.jsonl', 'query_sets.json'],
    ],
  },
  writes: { of: 'items', format: itemFiles },
};

/** Variants of entities' images. */
const variants: Format = {
  description: {
    id: 'observatory-variants',
    title: 'Perceptual Observatory variants',
    reads:
      'JSON Lines or a JSON list of variants of existing entities: id (the entity’s), image, transformation; family (default: OOD), parameters and seed if any; with the images beside it',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'observatory',
  },
  position: 210,
  recognition: {
    order: 110,
    file: (head) =>
      hasKeys(head, 'id', 'image', 'transformation') &&
      !['question', 'entity', 'kind'].some((key) => hasKeys(head, key)),
  },
  reads: { of: 'additions', addition: variantAddition },
};

/** Answers in the JSON of the prompts. */
const answers: Format = {
  description: {
    id: 'observatory-answers',
    title: 'Perceptual Observatory answers',
    reads:
      'JSON Lines with set (a question’s id) and answer in the JSON of the prompts, as an object or as the text that a model gave; or item, image, task, given and answer (boxes on an image); model, version, temperature and settings, or person, if given',
    writes:
      'answers of people and models in the JSON of the prompts: a .jsonl file, or a folder with a file for each respondent',
    source: 'file',
    target: 'folder',
    carries: 'answers',
    asks: ['respondent'],
    benchmark: 'observatory',
  },
  position: 640,
  recognition: { order: 30, file: tellsAnswers },
  reads: { of: 'answers', read: answersOfObservatory },
  writes: { of: 'answers', layout: 'respondents', ending: '.jsonl', write: writeQuestionFiles },
};

/** Answers to questions name the set; answers on an image name the item and the image. */
function tellsAnswers(head: string): boolean {
  if (!beginsWithObject(head)) return false;
  const isOfSet = /^\uFEFF?\s*\{\s*"(?:set|model|person)"\s*:/u.test(head) && hasKeys(head, 'set', 'answer');
  return isOfSet || (hasKeys(head, 'item', 'image', 'task', 'answer') && !hasKeys(head, 'question'));
}

/** What is done with an open casebook of this benchmark alone. */
interface ObservatoryServices {
  readonly imageGeneration: ImageGenerationService;
  readonly querySets: QuerySetsService;
}

/** The Perceptual Observatory: entities and questions, variants, answers; making images and building questions. */
export const observatory = {
  id: 'observatory',
  formats: [items, variants, answers],
  sample: { tell: async (resources: string) => (await import('./sample/story.ts')).story.tell(resources) },
  services: ({ casebook, images, importer }: BenchmarkCasebook): ObservatoryServices => ({
    imageGeneration: new ImageGenerationService({ casebook, images, importer }),
    querySets: new QuerySetsService(casebook, images, importer),
  }),
  routers: (
    feature: <Name extends keyof ObservatoryServices>(name: Name) => Feature<ObservatoryServices[Name]>,
  ) => ({
    imageGeneration: imageGenerationRouter(feature('imageGeneration')),
    querySets: querySetsRouter(feature('querySets')),
  }),
};

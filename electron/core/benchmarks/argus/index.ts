import { logicChecks } from '../../../../shared/benchmarks/argus/logicFile.ts';
import type { BenchmarkCore } from '../benchmark.ts';
import { beginsWithObject, type Format, hasKeys } from '../../formats/format.ts';
import { argus as itemFiles } from './exportItems.ts';
import { responsesOfArgus, scoresOfArgus } from './readAnswers.ts';
import { scoreLines } from './writeScores.ts';

/** Whether a file's lines are about responses of models, with scores or without. */
const tellsResponses = (head: string): boolean =>
  beginsWithObject(head) &&
  hasKeys(head, 'id', 'version', 'model') &&
  ['response', 'description'].some((key) => hasKeys(head, key));

/** Its items. */
const items: Format = {
  description: {
    id: 'argus',
    title: 'Argus Inspection items',
    reads:
      'JSON Lines or a JSON list of items (id, domain, scenario, trap, questions, answer, image or candidates), or a folder that holds argus.jsonl',
    writes: 'a folder with argus.jsonl, images/ and boxes.json (COCO: where the traps are)',
    source: 'either',
    target: 'folder',
  },
  position: 120,
  recognition: { order: 240, file: (head) => hasKeys(head, 'deceptive_question') },
  reads: { of: 'items', benchmark: 'argus', files: [['argus.jsonl', 'argus.json']] },
  writes: { of: 'items', format: itemFiles },
};

/** What models say of an item's logic. */
const logic: Format = {
  description: {
    id: 'argus-logic',
    title: 'Argus logic checks',
    reads:
      'JSON Lines or a JSON list of models’ answers about existing items: id, model, verdict (consistent, inconsistent or unsure), image (the candidate’s name) and rationale if any',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'argus',
  },
  position: 130,
  recognition: {
    order: 130,
    file: (head) =>
      hasKeys(head, 'id', 'model', 'verdict') &&
      !hasKeys(head, 'question') &&
      !hasKeys(head, 'deceptive_question'),
  },
  reads: { of: 'additions', addition: logicChecks },
};

/** Responses of models. */
const responses: Format = {
  description: {
    id: 'argus-responses',
    title: 'Argus responses',
    reads: 'JSON Lines with id, version, model, description and response; scores in it are left out',
    writes: null,
    source: 'file',
    target: null,
    carries: 'answers',
    benchmark: 'argus',
  },
  position: 620,
  recognition: { order: 61, file: tellsResponses },
  reads: { of: 'answers', read: (_casebook, request) => responsesOfArgus(request) },
};

/** Responses with a judge's scores. */
const scores: Format = {
  description: {
    id: 'argus-scores',
    title: 'Argus scores',
    reads: 'JSON Lines with id, version, model, description, response and a judge’s scores d, x and y',
    writes: 'descriptions and responses with accepted scores: a .jsonl file, or a folder with scores.jsonl',
    source: 'file',
    target: 'folder',
    carries: 'verdicts',
    asks: ['judge'],
    benchmark: 'argus',
  },
  position: 630,
  recognition: {
    order: 60,
    file: (head) => tellsResponses(head) && ['d', 'x', 'y'].some((key) => hasKeys(head, key)),
  },
  reads: { of: 'answers', read: scoresOfArgus },
  writes: { of: 'answers', layout: 'lines', file: 'scores.jsonl', lines: scoreLines },
};

/** Argus Inspection: its items, checks of their logic, responses of models and the scores of judges. */
export const argus: BenchmarkCore = {
  id: 'argus',
  formats: [items, logic, responses, scores],
  sample: { tell: async (resources) => (await import('./sample/story.ts')).story.tell(resources) },
};

import { audits } from '../../../../shared/benchmarks/mcsbench/auditFile.ts';
import { chains } from '../../../../shared/benchmarks/mcsbench/chainFile.ts';
import { relations } from '../../../../shared/benchmarks/mcsbench/relationFile.ts';
import type { BenchmarkCore } from '../benchmark.ts';
import { type Format, hasKeys } from '../../formats/format.ts';
import { mcsBench as itemFiles } from './exportItems.ts';

/** Its items. */
const items: Format = {
  description: {
    id: 'mcsbench',
    title: 'MCSBench items',
    reads:
      'JSON Lines or a JSON list of generated items (id, task, question, five options, answer, strategy, image or images, references, evidence, rc_items), or lists of them under "questions" with the concept and image they share, or a folder that holds mcsbench.jsonl',
    writes: 'a folder with mcsbench.jsonl and images/',
    source: 'either',
    target: 'folder',
  },
  position: 110,
  // An item of several images has a list of that name, as COCO has: it is asked about first.
  recognition: { order: 220, file: (head) => hasKeys(head, 'question') && /"options"\s*:\s*\[/u.test(head) },
  reads: { of: 'items', benchmark: 'mcsbench', files: [['mcsbench.jsonl', 'mcsbench.json']] },
  writes: { of: 'items', format: itemFiles },
};

/** What auditors found. */
const auditFile: Format = {
  description: {
    id: 'mcsbench-audit',
    title: 'MCSBench auditors',
    reads:
      'JSON Lines or a JSON list of auditors’ findings about existing items: id, auditor, quality, factual_correctness, distractor_correctness, image_dependency and self_containedness (1 to 5), hallucination, verdict (keep or discard); options, justification, shortcut (solved, of) and note if any',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'mcsbench',
  },
  position: 140,
  recognition: {
    order: 120,
    file: (head) =>
      hasKeys(head, 'id', 'auditor') &&
      !hasKeys(head, 'question') &&
      ['quality', 'shortcut'].some((key) => hasKeys(head, key)),
  },
  reads: { of: 'additions', addition: audits },
};

/** Reasoning chains. */
const chainFile: Format = {
  description: {
    id: 'mcsbench-rc',
    title: 'MCSBench reasoning chains',
    reads:
      'JSON Lines or a JSON list of reasoning-chain items for existing items: question, five options (F to J), answer, error_type (one for each faulty chain), base_id',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'mcsbench',
  },
  position: 150,
  recognition: {
    order: 100,
    file: (head) => hasKeys(head, 'question', 'base_id', 'options') && !hasKeys(head, 'task'),
  },
  reads: { of: 'additions', addition: chains },
};

/** Relations between the parts of a question. */
const relationFile: Format = {
  description: {
    id: 'mcsbench-relations',
    title: 'MCSBench relations',
    reads:
      'JSON Lines or a JSON list of classifications of existing items: id, rationale, pr, op_primary, op_secondary',
    writes: null,
    source: 'file',
    target: null,
    carries: 'additions',
    benchmark: 'mcsbench',
  },
  position: 160,
  recognition: {
    order: 140,
    file: (head) => hasKeys(head, 'id', 'pr', 'op_primary') && !hasKeys(head, 'question'),
  },
  reads: { of: 'additions', addition: relations },
};

/** MCSBench: its items, and what auditors, generators of chains and classifiers say of them. */
export const mcsBench: BenchmarkCore = {
  id: 'mcsbench',
  formats: [items, auditFile, chainFile, relationFile],
  sample: { tell: async (resources) => (await import('./sample/story.ts')).story.tell(resources) },
};

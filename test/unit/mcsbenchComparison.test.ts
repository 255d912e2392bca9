import { describe, expect, test } from 'vitest';
import { answerOfPayload } from '../../shared/benchmarks/mcsbench/codec.ts';
import { compareWithMachines } from '../../shared/benchmarks/mcsbench/comparison.ts';
import type { McsBenchAnswer } from '../../shared/benchmarks/mcsbench/schema.ts';
import type { Json } from '../../shared/base/json.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';

const OWN: McsBenchAnswer = {
  ...answerOfPayload(mcsBenchItem()),
  verdict: 'fix',
  quality: 4,
  imageDependency: 5,
  shortcut: 'no',
  goldCorrect: 'yes',
  incorrectC: 'no',
  plausibleC: 'yes',
  relations: ['PR3', 'PR1'],
  operator: 'OP6',
  chainSound: 'unsure',
};
const AUDIT: Json = {
  auditor: 'auditor-one',
  quality: 2,
  image_dependency: 5,
  factual_correctness: 3,
  hallucination: true,
  verdict: 'keep',
  options: { B: { correct: true, plausible: true }, C: { correct: false, plausible: true } },
  justification: { logically_sound: true },
  shortcut: { solved: 1, of: 4 },
  note: 'See C.',
};

const of = (machines: Readonly<Record<string, Json>>) => {
  const comparison = compareWithMachines(OWN, machines);
  return Object.fromEntries(
    (comparison?.rows ?? []).map(({ title, own, others }) => [title, [own, ...others]]),
  );
};

describe('one’s own answer beside the machines’', () => {
  test('shows what differs, scores by how many points', () => {
    expect(of({ audit: [AUDIT] })).toEqual({
      Verdict: ['discard', { text: 'keep', differs: true, points: null }],
      'Overall quality': ['4', { text: '2', differs: true, points: -2 }],
      'Factual correctness': [null, { text: '3', differs: false, points: null }],
      'Image dependency': ['5', { text: '5', differs: false, points: null }],
      Hallucination: [null, { text: 'yes', differs: false, points: null }],
      'Answerable without the image': ['no', { text: '1 of 4', differs: false, points: null }],
      'B: correct': ['yes', { text: 'yes', differs: false, points: null }],
      // Not incorrect is correct.
      'C: correct': ['yes', { text: 'no', differs: true, points: null }],
      'C: plausible': ['yes', { text: 'yes', differs: false, points: null }],
      'Gold chain: logically sound': ['unsure', { text: 'yes', differs: true, points: null }],
    });
  });

  test('has a column for each auditor, and one for the classification', () => {
    const machines = {
      audit: [AUDIT, { quality: 4 }],
      pr: ['PR1', 'PR3'],
      op_primary: 'OP2',
      rationale: 'So.',
    };
    expect(compareWithMachines(OWN, machines)).toMatchObject({
      auditors: ['auditor-one', 'Auditor 2', 'Classifier'],
      notes: [
        { auditor: 'auditor-one', note: 'See C.' },
        { auditor: 'Classifier', note: 'So.' },
      ],
    });
    const rows = of(machines);
    const silent = { text: null, differs: false, points: null };
    // The order of tags says nothing.
    expect(rows['Relations']).toEqual(['PR1, PR3', silent, silent, { ...silent, text: 'PR1, PR3' }]);
    expect(rows['Primary operator']?.[3]).toMatchObject({ text: 'OP2', differs: true });
    expect(rows['Overall quality']?.[2]).toMatchObject({ text: '4', differs: false });
  });

  test('is nothing where nothing came, and survives what is malformed', () => {
    expect(compareWithMachines(OWN, {})).toBeNull();
    expect(compareWithMachines(OWN, { audit: 'good' })).toBeNull();
    expect(of({ audit: [{ quality: 'high', options: 3, verdict: 'keep' }] })).toEqual({
      Verdict: ['discard', { text: 'keep', differs: true, points: null }],
    });
  });
});

import type { BaselineStep } from '../../shared/domain/baseline.ts';
import { ItemId } from '../../shared/base/ids.ts';
import type { PlannedItem, PlannedStudy } from '../../shared/domain/studyPlan.ts';
import type { PlanEntry } from '../../shared/domain/study.ts';
import { numberedIds } from './numberedIds.ts';

export const options = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, text: id.toUpperCase() }));
export const CHOICE: BaselineStep = {
  id: 'choose',
  title: 'Choose',
  prompt: 'Which?',
  answer: { kind: 'choice', options, permute: true },
};
export const FIXED: BaselineStep = {
  id: 'fixed',
  title: 'Choose',
  prompt: 'Which?',
  answer: { kind: 'choices', options, permute: false },
};
export const MATCHING: BaselineStep = {
  id: 'match',
  title: 'Match',
  prompt: 'Which belongs where?',
  answer: { kind: 'matching', texts: options, images: options, permute: true },
};

/** Orders of images and options are drawn from ids, too. */
const newId = numberedIds();
export const item = (
  steps: readonly BaselineStep[],
  images = 1,
  exclusive: PlannedItem['exclusive'] = null,
): PlannedItem => ({
  id: ItemId.parse(newId()),
  images: Array.from({ length: images }, (_, place) => `content-${String(place)}`),
  exclusive,
  steps: () => steps,
});
export const items = (count: number): PlannedItem[] =>
  Array.from({ length: count }, () => item([CHOICE, FIXED, MATCHING], 4));

export const study = (overrides: Partial<PlannedStudy>): PlannedStudy => ({
  seed: 3,
  order: 'random',
  conditions: ['basic', 'deceptive'],
  itemsEach: null,
  apart: true,
  instructions: true,
  followUps: 'with_item',
  practice: [],
  main: items(10),
  attention: { checks: 0, every: 10 },
  questions: 0,
  breakEvery: null,
  ...overrides,
});

type ItemEntry = Extract<PlanEntry, { kind: 'item' }>;
export const itemsIn = (plan: readonly PlanEntry[], purpose: 'practice' | 'main' = 'main'): ItemEntry[] =>
  plan.filter((entry): entry is ItemEntry => entry.kind === 'item' && entry.purpose === purpose);
export const kinds = (plan: readonly PlanEntry[]): string[] =>
  plan.map((entry) => (entry.kind === 'item' ? entry.purpose : entry.kind));
export const spread = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);
export const tally = <T>(values: readonly T[], of: readonly T[]): number[] =>
  of.map((each) => values.filter((value) => value === each).length);

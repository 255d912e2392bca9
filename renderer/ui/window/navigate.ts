import { navigate as navigateHash, useHashLocation } from 'wouter/use-hash-location';
import type { VerdictUnit } from '../../../shared/contract/verdicts.ts';
import type { AnnotationId, ItemId, JudgingId, StudyId, StudySessionId } from '../../../shared/base/ids.ts';

/** Every place in the app that has an address. */
export const places = {
  library: '/library',
  work: '/work',
  desk: (item: ItemId) => `/desk/${item}`,
  agreement: '/agreement',
  results: '/results',
  adjudicate: '/adjudicate',
  adjudicateItem: (item: ItemId) => `/adjudicate/${item}`,
  judge: '/judge',
  judgeCriterion: (judging: JudgingId, criterion: string) =>
    `/judge/${judging}/${encodeURIComponent(criterion)}`,
  verdicts: '/verdicts',
  verdictsPart: (part: 'trust' | 'effect' | 'judging' | 'llm') => `/verdicts/${part}`,
  /** The judging, with the dialog that assigns more. */
  assignJudging: '/verdicts/judging/assign',
  verdictCase: ({ response, criterion, subject }: VerdictUnit) =>
    `/verdicts/case/${response}/${encodeURIComponent(criterion)}${subject === '' ? '' : `/${encodeURIComponent(subject)}`}`,
  validate: '/validate',
  validatePart: (part: 'fix' | 'funnel' | 'consistency') => `/validate/${part}`,
  /** `proposal`: the answer whose texts are used at once. */
  fixItem: (item: ItemId, proposal?: AnnotationId) =>
    `/validate/fix/${item}${proposal === undefined ? '' : `/${proposal}`}`,
  imageGeneration: '/material',
  imageGenerationPart: (part: 'variants' | 'questions') => `/material/${part}`,
  health: '/health',
  history: '/history',
  historyOf: (item: ItemId) => `/history/${item}`,
  studies: '/studies',
  study: (study: StudyId | 'new') => `/studies/${study}`,
  studyPart: (study: StudyId, part: 'edit') => `/studies/${study}/${part}`,
  studySessions: '/sitting',
  studySession: (studySession: StudySessionId) => `/sitting/${studySession}`,
  team: '/team',
  /** A page of the guide, and a heading of it. */
  help: (page: string, anchor?: string) => `/help/${page}${anchor === undefined ? '' : `/${anchor}`}`,
  settings: '/settings',
} as const;

/** The place stands after the `#`: it works without a server that knows the paths, and survives a reload. */
export const hashRouting = { hook: useHashLocation } as const;

/** Goes to a place. */
export function goTo(path: string): void {
  navigateHash(path);
}

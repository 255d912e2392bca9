import { describe, expect, it } from 'vitest';
import {
  type ArrivalProgress,
  NO_ANSWERS,
  pageWithoutPlace,
  type StudyDoor,
} from '../../electron/core/features/studies/arrivals/beforePlace.ts';
import type { Device } from '../../shared/contract/arrivals.ts';

const DESKTOP: Device = { width: 1920, height: 1080, touch: false };
const PHONE: Device = { width: 390, height: 844, touch: true };

const QUESTION = { prompt: 'Do you read German?', options: [{ text: 'Yes', passes: true }] };
const SCREENED_OUT = { address: 'https://panel.example.org/out', code: 'OUT' };

const door = (
  state: StudyDoor['study']['state'],
  settings: Partial<StudyDoor['recruitment']['settings']> = {},
): StudyDoor => ({
  study: {
    state,
    settings: {
      texts: { instructions: 'Look.', consent: 'Do you agree?', breaks: 'Rest.', thanks: 'Thanks.' },
    },
  },
  recruitment: {
    settings: {
      open: true,
      device: { width: 1024, height: 600, touch: false },
      screening: [QUESTION],
      outcomes: { complete: null, screenedOut: null, attention: null },
      ...settings,
    },
  },
});

const AGREED: ArrivalProgress = { ...NO_ANSWERS, consentVersion: 'v1' };
const SCREENED: ArrivalProgress = { ...AGREED, screening: [0] };
const DECLINED: ArrivalProgress = { ...NO_ANSWERS, state: 'declined' };
const OVER: ArrivalProgress = { ...SCREENED, state: 'over' };
const FAILED: ArrivalProgress = { ...SCREENED, state: 'screened_out' };

const OPEN = door('open');
const SHUT = door('open', { open: false });
const NO_QUESTIONS = door('open', { screening: [] });

describe('somebody without a place sees', () => {
  it.each<[string, StudyDoor, ArrivalProgress, Device, boolean, string]>([
    ['consent first', OPEN, NO_ANSWERS, DESKTOP, false, 'consent'],
    ['the questions once they agreed', OPEN, AGREED, DESKTOP, false, 'screening'],
    ['the start where nothing is asked', NO_QUESTIONS, AGREED, DESKTOP, false, 'ready'],
    ['the start once they answered', OPEN, SCREENED, DESKTOP, false, 'ready'],
    ['that they declined', OPEN, DECLINED, DESKTOP, false, 'declined'],
    ['that they declined, though no place is free', OPEN, DECLINED, DESKTOP, true, 'declined'],
    ['that their device will not do', OPEN, NO_ANSWERS, PHONE, false, 'device'],
    ['that their device will not do, though no place is free', OPEN, AGREED, PHONE, true, 'device'],
    ['that no place is free, before consent', OPEN, NO_ANSWERS, DESKTOP, true, 'full'],
    ['that no place is free, before the questions', OPEN, AGREED, DESKTOP, true, 'full'],
    ['that no place is free, before the start', OPEN, SCREENED, DESKTOP, true, 'full'],
    ['that the study does not run yet', door('draft'), NO_ANSWERS, DESKTOP, false, 'closed'],
    ['that the study has ended', door('closed'), SCREENED, DESKTOP, false, 'closed'],
    ['that the link takes nobody in', SHUT, SCREENED, DESKTOP, false, 'closed'],
    ['that the link takes nobody in, on any device', SHUT, NO_ANSWERS, PHONE, true, 'closed'],
    ['that they are screened out', OPEN, FAILED, DESKTOP, false, 'screenedOut'],
    ['that they are screened out, though the link is closed', SHUT, FAILED, PHONE, true, 'screenedOut'],
    ['that it is over', OPEN, OVER, DESKTOP, false, 'over'],
    ['that it is over, though the link is closed', SHUT, OVER, PHONE, true, 'over'],
  ])('%s', (_what, study, progress, device, isFull, view) => {
    expect(pageWithoutPlace(study, progress, device, () => isFull).view).toBe(view);
  });

  it('where the panel wants those whom the questions turn away', () => {
    const outcomes = { complete: null, screenedOut: SCREENED_OUT, attention: null };
    const view = pageWithoutPlace(door('open', { outcomes }), FAILED, DESKTOP, () => false);
    expect(view).toEqual({ view: 'screenedOut', outcome: SCREENED_OUT });
  });

  it.each([
    ['has ended', SHUT, AGREED],
    ['is over for them', OPEN, OVER],
    ['turned them away', OPEN, FAILED],
  ] as const)('no count of places where the study %s', (_how, study, progress) => {
    const count = (): never => {
      throw new Error('Places were counted.');
    };
    expect(() => pageWithoutPlace(study, progress, DESKTOP, count)).not.toThrow();
  });
});

import { MadeWhen, type ReportedOrigin } from '../../../shared/domain/answerOrigin.ts';

/** The answers to whether raters saw others' answers. */
export const BLIND = [
  { value: 'unknown', label: 'Not known' },
  { value: 'yes', label: 'No, each rater answered blind' },
  { value: 'no', label: 'Yes' },
] as const;
type Blind = (typeof BLIND)[number]['value'];

/** How ratings came about, as it is typed; empty where nothing is known. */
export interface OriginDraft {
  readonly madeIn: string;
  readonly blind: Blind;
  readonly madeWhen: string;
}

/** Nothing is known. */
export const noOrigin: OriginDraft = { madeIn: '', blind: 'unknown', madeWhen: '' };

/** The origin that a draft names, without what is left empty. */
export function namedOrigin({ madeIn, blind, madeWhen }: OriginDraft): ReportedOrigin {
  return {
    ...(madeIn.trim() !== '' && { madeIn: madeIn.trim() }),
    ...(blind !== 'unknown' && { blind: blind === 'yes' }),
    ...(madeWhen.trim() !== '' && { madeWhen: madeWhen.trim() }),
  };
}

/** Whether it can be imported as it is typed. */
export const isOriginValid = ({ madeWhen }: OriginDraft): boolean =>
  madeWhen.trim() === '' || MadeWhen.safeParse(madeWhen).success;

import type { RecruitmentSettings } from '../../../../shared/contract/recruitment.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { CompletionHandoff } from '../../../../shared/domain/study.ts';

/** The settings to start from, each with what it is for. */
export const PRESETS = [
  {
    preset: 'prolific',
    title: 'Prolific…',
    text: 'Prolific adds its ids to the link. Completion codes take people back.',
  },
  {
    preset: 'classroom',
    title: 'A class in a room…',
    text: 'Everybody opens one link, from a QR code on the projector. No ids.',
  },
  {
    preset: 'list',
    title: 'A list of ids…',
    text: 'You bring ids, and each gets a link of its own.',
  },
] as const;

/** One of them by its name. */
export type PanelPreset = (typeof PRESETS)[number]['preset'];

/** Where people come from, in words. */
export const panelTitles: Readonly<Record<RecruitmentSettings['panel'], string>> = {
  prolific: 'Prolific',
  generic: 'Another panel, or a list of ids',
  none: 'Anywhere, without ids',
};

/** How ids are checked, in words, and what that means. */
export const checkWords: Readonly<
  Record<RecruitmentSettings['check'], { readonly title: string; readonly text: string }>
> = {
  same: {
    title: 'The same details each time',
    text: 'People who return must bring the details of their first visit.',
  },
  links: {
    title: 'Links made here',
    text: 'Casebook makes a link for each id of a list. A link with a changed id does not work.',
  },
  prolific: {
    title: 'Links signed by Prolific',
    text: 'Prolific signs every link. Casebook fetches Prolific’s public keys over the internet, once a day.',
  },
};

/** What the settings say, for a list of facts. */
export function factsOf(settings: RecruitmentSettings): readonly (readonly [name: string, value: string])[] {
  const { panel, idParameter, check, silenceMinutes, screening, device, failedChecks, outcomes } = settings;
  return [
    ['Places', formatCount(settings.places)],
    ['From', panel === 'generic' ? `${panelTitles.generic} (${idParameter})` : panelTitles[panel]],
    ...(panel === 'none' ? [] : ([['Check', checkWords[check].title.toLowerCase()]] as const)),
    ['Silence', `a place is free again after ${counted(silenceMinutes, 'minute')} without a sign of life`],
    ['Device', deviceInWords(device)],
    ['Screening', screening.length === 0 ? 'none' : counted(screening.length, 'question')],
    [
      'Attention',
      failedChecks === null
        ? 'failed checks exclude nobody'
        : `excluded after more than ${counted(failedChecks, 'failed check')}`,
    ],
    ['When complete', outcomeInWords(outcomes.complete)],
    ['When screened out', outcomeInWords(outcomes.screenedOut)],
    ['When checks fail', outcomeInWords(outcomes.attention)],
  ];
}

function deviceInWords({ width, height, touch }: RecruitmentSettings['device']): string {
  const size =
    width === 0 && height === 0
      ? 'any screen'
      : `a screen of at least ${[
          ...(width === 0 ? [] : [`${String(width)} px wide`]),
          ...(height === 0 ? [] : [`${String(height)} px high`]),
        ].join(' and ')}`;
  return `${size}, ${touch ? 'touch screens too' : 'with a mouse or touchpad'}`;
}

function outcomeInWords(outcome: CompletionHandoff | null): string {
  if (outcome === null) return 'no code';
  const { code, address } = outcome;
  return [
    ...(code === null ? [] : [code]),
    ...(address === null ? [] : [`back to ${new URL(address).host}`]),
  ].join(', ');
}

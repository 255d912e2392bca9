import { countsText } from '../../../../../shared/figures/countsText.ts';
import { coverageWords } from '../../../../../shared/statistics/coverage.ts';
import { decimalText } from '../../../../../shared/base/decimals.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import {
  intervalsSentence,
  METHOD_WORDS,
  sampledSentence,
} from '../../../../../shared/agreement/intervals/intervalWords.ts';
import type { Figure } from '../../../../../shared/contract/metrics.ts';
import type { Participant } from '../../../../../shared/contract/studies.ts';
import { markdownQuotation, markdownTable, markdownText } from '../../../formats/writing/markdownText.ts';
import { describeDesign } from './design.ts';
import type { ReportFigure } from './figures.ts';
import { consentVersion } from '../../../records/studies/consentVersion.ts';
import { quantileOf } from './quantile.ts';
import type { AnswerRecord, StudyRecord } from './record.ts';

/** The report, to be read: who, how many, when, with which texts, seeds, exclusions and why. */
export function reportMarkdown(record: StudyRecord, figures: readonly ReportFigure[]): string {
  const sections = [
    heading(record),
    describeDesign(record),
    recruitment(record),
    participants(record),
    exclusions(record),
    answers(record),
    questionnaire(record),
    results(record),
    figureSection(figures),
    texts(record),
    reproduction(record),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .trimEnd()}\n`;
}

function heading({ study, casebook, benchmark, version, writtenAt }: StudyRecord): readonly string[] {
  return [
    `# ${markdownText(study.title)}`,
    '',
    `A human baseline for ${markdownText(benchmark)}, from the casebook “${markdownText(casebook)}”. Written on ${day(writtenAt)} by Casebook ${markdownText(version)}. The study is ${study.state}.`,
  ];
}

function participants({ participants: people, unfinished }: StudyRecord): readonly string[] {
  const count = (state: Participant['state']): number => people.filter((each) => each.state === state).length;
  const started = people.flatMap(({ startedAt }) => startedAt ?? []);
  const ended = people.flatMap(({ endedAt }) => endedAt ?? []);
  const when =
    started.length === 0
      ? 'Nobody has begun.'
      : `They took part from ${day(Math.min(...started))} to ${day(Math.max(...started, ...ended))} (UTC).`;
  return [
    '## Participants',
    '',
    `${String(people.length)} enrolled; ${String(count('finished'))} finished, ${String(count('sitting'))} under way, ${String(count('waiting'))} not begun, ${String(count('withdrawn'))} withdrew; ${String(people.filter(({ excluded }) => excluded !== null).length)} excluded. ${when}`,
    '',
    ...(people.length === 0
      ? []
      : markdownTable(
          [
            'participant',
            'state',
            'answers',
            'checks failed',
            'median time',
            'away',
            'interrupted',
            'timed out',
            'counts',
          ],
          people.map((each) => [
            markdownText(each.handle),
            stateInWords[each.state],
            `${String(each.answered)} of ${String(each.steps)}`,
            `${String(each.attention.failed)} of ${String(each.attention.failed + each.attention.passed)}`,
            each.medianMilliseconds === null ? '' : `${(each.medianMilliseconds / 1000).toFixed(1)} s`,
            each.awayShare === null ? '' : `${decimalText(each.awayShare, 1, 100)} %`,
            String(each.interruptions),
            String(each.timedOut),
            each.excluded !== null
              ? 'no'
              : unfinished || each.state === 'finished'
                ? 'yes'
                : 'no, not finished',
          ]),
        )),
  ];
}

/** Who came by the study link and what became of them; the panel's ids are not part of a report. */
function recruitment({ recruitment: found }: StudyRecord): readonly string[] {
  if (found === null) return [];
  const { settings, board } = found;
  const rows: (readonly [string, number])[] = [
    ['came by the study link', board.arrived],
    ['did not agree', board.declined],
    ['screened out', board.screenedOut],
    ['left before they had a place', board.deciding],
    ['withdrew', board.withdrawn],
    ['returned, timed out or rejected by the panel', board.returned],
    ['failed too many attention checks (excluded)', board.attentionFailed],
    ['silent (their place goes to others)', board.silent],
    ['under way', board.underWay],
    ['finished and not excluded', board.finished],
  ];
  return [
    '## Recruitment',
    '',
    `${PANELS[settings.panel]} ${String(settings.places)} places; ${String(board.left)} of them are free. A place is given again after ${counted(settings.silenceMinutes, 'minute')} of silence.${settings.failedChecks === null ? '' : ` More than ${counted(settings.failedChecks, 'failed attention check')} exclude a participant.`}`,
    '',
    ...markdownTable(
      ['what became of them', 'people'],
      rows.map(([what, people]) => [what, String(people)]),
    ),
    ...(board.groups.length < 2
      ? []
      : [
          '',
          ...markdownTable(
            ['group', 'places', 'finished', 'under way', 'silent', 'free'],
            board.groups.map(({ group, places, finished, underWay, silent, left }) =>
              [group, places, finished, underWay, silent, left].map(String),
            ),
          ),
        ]),
    ...(settings.screening.length === 0
      ? []
      : [
          '',
          'Screening:',
          '',
          ...settings.screening.map(
            ({ prompt, options }) =>
              `- ${markdownText(prompt)} ${options.map(({ text, passes }) => `${markdownText(text)} (${passes ? 'takes part' : 'screened out'})`).join(', ')}`,
          ),
        ]),
  ];
}

const PANELS = {
  prolific: 'Participants came from Prolific.',
  generic: 'Participants came by links with an id.',
  none: 'Participants came by one link without ids.',
} as const;

function exclusions({ exclusions: rows }: StudyRecord): readonly string[] {
  if (rows.length === 0) return ['## Exclusions', '', 'Nobody was excluded.'];
  return [
    '## Exclusions',
    '',
    ...markdownTable(
      ['when', 'participant', '', 'reason', 'by'],
      rows.map(({ at, participant, kind, reason, by }) => [
        day(at),
        markdownText(participant),
        kind === 'exclusion' ? 'excluded' : 'counts again',
        markdownText(reason),
        markdownText(by),
      ]),
    ),
  ];
}

function answers({ answers: all, unfinished }: StudyRecord): readonly string[] {
  const counting = all.filter(({ counts }) => counts);
  const others = all.filter(({ purpose, excluded, counts }) => purpose === 'main' && !excluded && !counts);
  const left =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'answer')} of ${counted(new Set(others.map(({ participant }) => participant)).size, 'participant')} who did not finish ${others.length === 1 ? 'does' : 'do'} not count.`;
  if (counting.length === 0) return ['## Answers', '', `There are none that count yet.${left}`];
  const steps = Map.groupBy(counting, ({ step }) => step.split('/')[0] ?? step);
  return [
    '## Answers',
    '',
    `${counted(counting.length, 'answer')} ${counting.length === 1 ? 'counts' : 'count'}${unfinished ? ', those of participants who did not finish among them' : ''}.${left} Times run from the first paint of the image, without the time away from the window.${translatedText(counting)}`,
    '',
    ...markdownTable(
      ['question', 'answers', 'median', 'middle half', 'timed out'],
      [...steps].map(([step, rows]) => [
        markdownText(step),
        String(rows.length),
        quantileText(rows, 0.5),
        `${quantileText(rows, 0.25)} to ${quantileText(rows, 0.75)}`,
        String(rows.filter(({ timedOut }) => timedOut).length),
      ]),
    ),
  ];
}

/** How many answers were given on a page that a browser had translated; empty: none. */
function translatedText(answers: readonly AnswerRecord[]): string {
  const translated = answers.filter((answer) => answer.translated !== '');
  if (translated.length === 0) return '';
  const people = new Set(translated.map(({ participant }) => participant)).size;
  return ` Browsers of ${counted(people, 'participant')} translated the page at ${counted(translated.length, 'answer')}: the file answers.csv names the language.`;
}

/** What participants said at the end; those who are excluded are left out. */
function questionnaire({ study, answers: all }: StudyRecord): readonly string[] {
  const questions = study.settings.questionnaire ?? [];
  if (questions.length === 0) return [];
  const given = all.filter(({ purpose, excluded }) => purpose === 'questionnaire' && !excluded);
  return [
    '## Questionnaire',
    ...questions.flatMap(({ prompt, options }) => {
      const answers = given.filter(({ question }) => question === prompt);
      return [
        '',
        `### ${markdownText(prompt)}`,
        '',
        ...(options.length === 0
          ? answers.flatMap(({ participant, answer }) => [
              `${markdownText(participant)}:`,
              '',
              ...markdownQuotation(answer),
              '',
            ])
          : markdownTable(
              ['answer', 'participants'],
              options.map((option) => [
                markdownText(option),
                String(answers.filter(({ answer }) => answer === option).length),
              ]),
            )),
      ];
    }),
  ];
}

function quantileText(rows: readonly AnswerRecord[], share: number): string {
  const seconds = rows.flatMap((row) => row.seconds ?? []);
  return seconds.length === 0 ? '' : `${quantileOf(seconds, share).toFixed(1)} s`;
}

function results({ results: report }: StudyRecord): readonly string[] {
  if (report === null) return [];
  const rows = report.rows.filter(({ kind }) => kind !== 'model');
  const notes = report.notes.map((note) => `- ${markdownText(note)}`);
  if (rows.length === 0)
    return [
      '## Results',
      '',
      'There are no figures yet: no participant whose answers count has finished.',
      '',
      ...notes,
    ];
  const reasons = new Map<string, string>();
  const sampled = sampledSentence(
    rows.map(({ name, figures }) => ({ name: markdownText(name), figures: Object.values(figures) })),
  );
  const lines = rows.map(({ name, items, figures }) => [
    markdownText(name),
    String(items),
    ...report.metrics.map(({ id }) => figureText(figures[id], reasons)),
  ]);
  return [
    '## Results',
    '',
    `${intervalsSentence(report.resamples, report.seed)} ${sampled === null ? '' : `${sampled} `}After each figure stands n, the answers that it rests on.`,
    '',
    ...markdownTable(['', 'items', ...report.metrics.map(({ title }) => markdownText(title))], lines),
    ...(reasons.size === 0
      ? []
      : ['', ...[...reasons].map(([reason, letter]) => `- (${letter}) ${markdownText(reason)}`)]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    ...report.metrics.map(
      ({ title, explanation }) => `- **${markdownText(title)}**: ${markdownText(explanation)}`,
    ),
  ];
}

/** A figure with what it rests on; without one, the letter under which the reason is written. */
function figureText(figure: Figure | undefined, reasons: Map<string, string>): string {
  if (figure === undefined) return '–';
  const { value, ci95, n, coverage = { covered: n, of: n } } = figure;
  const counts = countsText(figure) ?? '';
  if (value === null) {
    const reason = figure.undefined ?? 'There is nothing that it could be computed from.';
    const letter = reasons.get(reason) ?? letterOf(reasons.size);
    reasons.set(reason, letter);
    return `undefined (${letter})`;
  }
  const interval =
    ci95 === null
      ? ''
      : ` (${ci95.map((end) => decimalText(end, 3)).join(' to ')}${figure.interval === null ? '' : `, ${METHOD_WORDS[figure.interval]}`})`;
  const rests = coverage.covered === coverage.of ? '' : `; coverage: ${coverageWords(coverage, n)}`;
  return `${decimalText(value, 3)}${interval}; ${counts}${rests}`;
}

/** a to z, then aa and so on. */
const letterOf = (place: number): string =>
  (place < 26 ? '' : letterOf(Math.floor(place / 26) - 1)) + String.fromCodePoint(97 + (place % 26));

function figureSection(figures: readonly ReportFigure[]): readonly string[] {
  if (figures.length === 0) return [];
  return [
    '## Figures',
    ...figures.flatMap(({ file, caption }) => ['', `![${caption}](${file})`, '', caption]),
  ];
}

function texts({ study }: StudyRecord): readonly string[] {
  const { consent, instructions, breaks, thanks } = study.settings.texts;
  const { checks } = study.settings.attention;
  const parts: readonly (readonly [string, string])[] = [
    ['Consent', consent],
    ['Instructions', instructions],
    ['Break', breaks],
    ['Thanks', thanks],
  ];
  return [
    '## Texts',
    ...parts
      .filter(([, text]) => text.trim() !== '')
      .flatMap(([name, text]) => ['', `### ${name}`, '', ...markdownQuotation(text)]),
    '',
    `Participants agreed to the consent with the SHA-256 ${consentVersion(consent)}.`,
    ...(checks.length === 0
      ? []
      : [
          '',
          '### Attention checks',
          '',
          ...markdownTable(
            ['question', 'options', 'right'],
            checks.map(({ prompt, options, expected }) => [
              markdownText(prompt),
              options.map(markdownText).join(' / '),
              markdownText(options[expected] ?? ''),
            ]),
          ),
        ]),
  ];
}

function reproduction({ sittings }: StudyRecord): readonly string[] {
  return [
    '## To do it again',
    '',
    'The same items, seed and numbers of participants give the same sittings. `study.json` holds the settings and every participant’s plan, `participants.csv` and `answers.csv` what came of them.',
    ...(sittings.length === 0
      ? []
      : [
          '',
          ...markdownTable(
            ['participant', 'number', 'seed'],
            sittings.map(({ participant, number, seed }) => [
              markdownText(participant),
              String(number),
              String(seed),
            ]),
          ),
        ]),
  ];
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const stateInWords: Readonly<Record<Participant['state'], string>> = {
  waiting: 'not begun',
  sitting: 'under way',
  finished: 'finished',
  withdrawn: 'withdrew',
};

import { alternatives, type CommandDeclaration } from '../../command.ts';
import type { StudyOptions } from './options.ts';
import type { PlanOptions } from './plan.ts';
import { PRESETS } from './presets.ts';

export const studyCommand: CommandDeclaration = {
  usage: 'study <dir> [what...]',
  summary:
    'manages human baselines: list; new, open, close, reopen, enrol, participants TITLE; links TITLE prints a personal link for each participant who has not finished, for browsers on this computer while casebook serve runs; report TITLE FOLDER; delete-answers TITLE PARTICIPANT; for people elsewhere: recruit, board, forget-ids TITLE; links TITLE FILE reads ids from FILE and prints a link for each; panel-status TITLE FILE reads the panel’s CSV; translations TITLE FILE writes a table of the items’ texts, translate TITLE FILE reads it filled in',
  inApp: 'Baseline: the study’s page',
  actionsInApp: { new: 'Baseline > New study…' },
  options: (command) =>
    command
      .option('--settings <file>', 'for new and recruit: JSON with settings that differ from the defaults')
      .option('--preset <name>', `for recruit: ${alternatives(PRESETS)}`)
      .option(
        '--public-url <url>',
        'for recruit and links: the address of the host, such as https://study.example.org',
      )
      .option(
        '--plain-address',
        'for links on this computer: at 127.0.0.1, as casebook serve --plain-address',
        false,
      )
      .option('--count <n>', 'enrol this number of participants without names')
      .option('--prefix <text>', 'the prefix of their names (default: P)')
      .option('--people <handles>', 'enrol these people, separated by commas')
      .option('--force', 'overwrite an existing report or table', false)
      .option('--unfinished', 'for report: include unfinished participants', false)
      .option('--names', 'for report: people’s handles (default: rater-1 and so on, as in exports)', false),
  run: (invocation) => async (dir: string, what: string[], options: StudyOptions) => {
    const { manageStudies } = await import('./study.ts');
    await manageStudies(invocation, dir, what, options);
  },
};

export const planCommand: CommandDeclaration = {
  usage: 'plan',
  summary: 'computes how many items and raters a study needs before it starts',
  options: (command) =>
    command
      .option('--kappa <k>', 'the kappa that is expected, from a pilot')
      .option('--share <p>', 'with --kappa: the share of the largest category', '0.5')
      .option('--half-width <h>', 'with --kappa: how far its 95 % interval may reach either way', '0.1')
      .option('--first <p>', 'an accuracy, to be told from --second on the same items')
      .option('--second <p>', 'the other accuracy')
      .option('--discordant <p>', 'the share of items that one of the two alone has right, from a pilot')
      .option('--people <count>', 'the first are several people: plan for the test over people and items')
      .option('--spread <sd>', 'the standard deviation of people’s accuracies', '0.08')
      .option('--power <p>', 'how probably the difference is to be found', '0.8'),
  run: (invocation) => async (options: PlanOptions) => {
    const { planStudy } = await import('./plan.ts');
    planStudy(invocation, options);
  },
};

import { Option } from 'commander';
import { type CommandDeclaration, RegistryOption, repeated } from '../../command.ts';
import { STATUS } from '../../options.ts';
import type { ExportOptions } from './export.ts';
import type { ImportOptions } from './import.ts';

export const importCommand: CommandDeclaration = {
  usage: 'import <dir> <source>',
  summary: 'imports a source into a casebook',
  inApp: 'the menu under the casebook’s title > Import…',
  options: (command) =>
    command
      .option('--format <name>', 'see casebook formats (default: recognised from the source)')
      .option('--person <handle>', 'the person who did the work')
      .option('--images <folder>', 'the folder of images, if not beside the source')
      .option('--link', 'refer to image files instead of copying them', false)
      .option('--dry-run', 'report only, write nothing', false)
      .option('--keep-going', 'import valid items and report the rest', false)
      .addOption(
        new RegistryOption('--level <field=level>', async () => {
          const { FieldLevel } = await import('../../../../../shared/contract/importExport.ts');
          const levels = FieldLevel.shape.level.options.join(', ');
          return `for ratings: how to compare a new field (${levels}); can be repeated`;
        })
          .argParser(repeated)
          .default([]),
      )
      .option(
        '--decimals <sign>',
        'for ratings: whether numbers have a decimal point or a decimal comma (point, comma), where they do not tell',
      )
      .option('--encoding <name>', 'for CSV files that are not in UTF-8: what they are in (windows-1252)')
      .option(
        '--boxes <as>',
        'for boxes: proposals (to verify, where the benchmark has them), annotations (drawn by a person) or ratings (drawn by a rater, for agreement)',
        'proposals',
      )
      .option(
        '--made-in <name>',
        'for ratings: the program or place in which they were made (default: not known)',
      )
      .option(
        '--blind <yes|no|unknown>',
        'for ratings: whether each rater answered without seeing others’ answers',
        'unknown',
      )
      .option(
        '--made-when <date>',
        'for ratings without a time of their own: the day, month, year or period, such as 2025-03 or 2025-03/2025-05 (default: not known)',
      )
      .option('--respondent <name>', 'for answers: the model (the file’s name by default)')
      .option('--respondent-version <text>', 'its version')
      .option('--respondent-temperature <n>', 'its temperature')
      .option('--respondent-settings <json>', 'its other settings, as a JSON object')
      .option('--judge <name>', 'for verdicts: the LLM that judged')
      .option('--judge-version <text>', 'its version')
      .option('--judge-temperature <n>', 'its temperature')
      .option('--judge-instructions <file>', 'its instructions; their SHA-256 identifies the judge'),
  run: (invocation) => async (dir: string, source: string, options: ImportOptions) => {
    const { importSource } = await import('./import.ts');
    await importSource(invocation, dir, source, options);
  },
};

export const attachCommand: CommandDeclaration = {
  usage: 'attach <dir> <folder>',
  summary: 'attaches missing images to items',
  inApp: 'the menu under the casebook’s title > Attach missing images…',
  run: (invocation) => async (dir: string, folder: string) => {
    const { attachImages } = await import('./attach.ts');
    await attachImages(invocation, dir, folder);
  },
};

export const exportCommand: CommandDeclaration = {
  usage: 'export <dir> <target>',
  summary: 'exports a casebook in a format',
  options: (command) =>
    command
      .requiredOption('--format <name>', 'see casebook formats')
      .option('--status <list>', `${STATUS} (default: accepted; for ratings, answers and verdicts any)`)
      .option('--split <name>', 'only items of this split')
      .addOption(
        new Option('--images <how>', 'how to include the images')
          .choices(['copy', 'link', 'none'])
          .default('copy'),
      )
      .option(
        '--names',
        'people’s names and handles (default: rater-1 and so on; the key stays in the casebook’s history)',
        false,
      )
      .option('--times', 'times of day (default: dates)', false)
      .option('--inner', 'columns about work in Casebook, such as status', false)
      .option(
        '--plain',
        'cells of CSV files as they are, for scripts (default: an apostrophe before =, +, - and @, so that spreadsheets run nothing)',
        false,
      )
      .option('--strict', 'stop if an item breaks a rule', false)
      .option('--force', 'replace an existing export, unless it has more than the new one', false)
      .option('--allow-fewer', 'with --force: also if the existing export has more items or images', false)
      .option('--dry-run', 'show what the export would write, and write nothing', false)
      .option(
        '--respondents <handles>',
        'for answers and verdicts: only these respondents, separated by commas',
      ),
  run: (invocation) => async (dir: string, target: string, options: ExportOptions) => {
    const { exportCasebook } = await import('./export.ts');
    await exportCasebook(invocation, dir, target, options);
  },
};

export const formatsCommand: CommandDeclaration = {
  usage: 'formats',
  summary: 'lists every format and what it reads and writes',
  run: (invocation) => async () => {
    const { listFormats } = await import('./formats.ts');
    listFormats(invocation);
  },
};

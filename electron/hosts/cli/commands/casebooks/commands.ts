import { alternatives, type CommandDeclaration, RegistryOption } from '../../command.ts';
import { STATUS } from '../../options.ts';
import type { CheckOptions, HealthOptions } from './check.ts';
import type { GoldOptions } from './gold.ts';
import type { NewOptions } from './new.ts';
import type { RestoreOptions } from './backups.ts';
import type { VocabularyOptions } from './vocabulary.ts';

export const newCommand: CommandDeclaration = {
  usage: 'new <dir>',
  summary: 'creates a casebook',
  options: (command) =>
    command
      .addOption(
        new RegistryOption('--benchmark <name>', async () => {
          const { benchmarks } = await import('../../../../../shared/benchmarks/registry.ts');
          return `the benchmark: ${alternatives(benchmarks.map(({ id }) => id))}`;
        }).default('generic'),
      )
      .option('--title <text>', 'its title', '')
      .option('--person <name>', 'your name')
      .option('--sample', 'the sample of the benchmark: drawn items, and a team’s work on them', false),
  run: (invocation) => async (dir: string, options: NewOptions) => {
    const { makeNew } = await import('./new.ts');
    await makeNew(invocation, dir, options);
  },
};

export const vocabularyCommand: CommandDeclaration = {
  usage: 'vocabulary <dir>',
  summary:
    'prints the vocabulary, such as the questions and labels of your own label set, as JSON; --import replaces it',
  options: (command) =>
    command
      .option('--export <file>', 'write it into this file instead')
      .option('--import <file>', 'replace the vocabulary by this JSON file')
      .option('--person <handle>', 'with --import: the curator who changes it (default: the first)'),
  run: (invocation) => async (dir: string, options: VocabularyOptions) => {
    const { readOrReplaceVocabulary } = await import('./vocabulary.ts');
    await readOrReplaceVocabulary(invocation, dir, options);
  },
};

export const checkCommand: CommandDeclaration = {
  usage: 'check <dir>',
  summary: 'checks the database, image files and the benchmark’s rules',
  options: (command) =>
    command.option('--repair', 'make a backup, then correct numbers that are out of range', false),
  run: (invocation) => async (dir: string, options: CheckOptions) => {
    const { check } = await import('./check.ts');
    await check(invocation, dir, options);
  },
};

export const goldCommand: CommandDeclaration = {
  usage: 'gold <dir>',
  summary: 'lists gold that an earlier version of Casebook made and today’s rules would change',
  options: (command) =>
    command
      .option('--recompute', 'recompute this gold by today’s rules; History can undo it', false)
      .option(
        '--same-box <iou>',
        'the IoU from which two raters’ boxes count as the same, 0.1 to 1 (default: 0.5)',
      ),
  run: (invocation) => async (dir: string, options: GoldOptions) => {
    const { listKeptGold } = await import('./gold.ts');
    await listKeptGold(invocation, dir, options);
  },
};

export const healthCommand: CommandDeclaration = {
  usage: 'health <dir>',
  summary: 'reports what a reader could exploit or a reviewer could criticise',
  options: (command) => command.option('--status <list>', STATUS, 'any'),
  run: (invocation) => async (dir: string, options: HealthOptions) => {
    const { reportHealth } = await import('./check.ts');
    await reportHealth(invocation, dir, options);
  },
};

export const backupCommand: CommandDeclaration = {
  usage: 'backup <dir> <target>',
  summary: 'makes a consistent copy, even while the casebook is in use',
  run: (invocation) => async (dir: string, target: string) => {
    const { backUp } = await import('./backups.ts');
    await backUp(invocation, dir, target);
  },
};

export const backupsCommand: CommandDeclaration = {
  usage: 'backups <dir>',
  summary: 'lists a casebook’s own backups, and what restoring each would lose',
  run: (invocation) => async (dir: string) => {
    const { listBackups } = await import('./backups.ts');
    listBackups(invocation, dir);
  },
};

export const restoreCommand: CommandDeclaration = {
  usage: 'restore <backup> <dir>',
  summary: 'restores a casebook from a backup',
  inApp: 'Settings > Backups',
  options: (command) =>
    command.option(
      '--replace',
      'replace the database of <dir> with one of its own backups; the old database stays beside it',
      false,
    ),
  run: (invocation) => async (backup: string, dir: string, options: RestoreOptions) => {
    const { restore } = await import('./backups.ts');
    await restore(invocation, backup, dir, options);
  },
};

export const cleanCommand: CommandDeclaration = {
  usage: 'clean <dir> <copy>',
  summary: 'copies a casebook without parts of its database that are not Casebook’s',
  run: (invocation) => async (dir: string, copy: string) => {
    const { clean } = await import('./backups.ts');
    await clean(invocation, dir, copy);
  },
};

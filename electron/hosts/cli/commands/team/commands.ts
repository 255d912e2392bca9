import { Option } from 'commander';
import { Role } from '../../../../../shared/domain/status.ts';
import type { CommandDeclaration } from '../../command.ts';
import { STATUS } from '../../options.ts';
import type { AssignOptions } from './assign.ts';
import type { ConflictsOptions } from './conflicts.ts';
import type { MergeOptions } from './merge.ts';
import type { PackageOptions } from './package.ts';
import type { PeopleOptions } from './people.ts';

export const peopleCommand: CommandDeclaration = {
  usage: 'people <dir> [action] [handle]',
  summary: 'lists people with their progress; add HANDLE, set HANDLE, deactivate HANDLE, activate HANDLE',
  actionsInApp: {
    add: 'Team > Add a person',
    set: 'Team: the person’s roles',
    deactivate: 'Team: the person’s menu > Deactivate…',
    activate: 'Team: the person’s menu > Reactivate',
  },
  options: (command) =>
    command
      .option('--name <text>', 'the full name')
      .option('--roles <list>', `${Role.options.join(', ')}; several with commas`),
  run:
    (invocation) =>
    async (dir: string, action: string | undefined, handle: string | undefined, options: PeopleOptions) => {
      const { managePeople } = await import('./people.ts');
      await managePeople(invocation, dir, action, handle, options);
    },
};

export const assignCommand: CommandDeclaration = {
  usage: 'assign <dir>',
  summary: 'assigns items to people, or withdraws them',
  inApp: 'Team > Assign items…',
  options: (command) =>
    command
      .option('--task <name>', 'required if the benchmark has several')
      .option('--people <handles>', 'the annotators, separated by commas')
      .option('--overlap <k>', 'how many people each item gets (default: 1)')
      .addOption(
        new Option(
          '--order <how>',
          'a random order for each person (default), or the order of import for everybody',
        ).choices(['random', 'fixed']),
      )
      .option('--seed <n>', 'the random seed: the same seed gives the same result (default: 1)')
      .option('--round <n>', 'default: the latest')
      .option(
        '--part <id>',
        'the part of the task, or "everything" (see casebook list DIR tasks; default: the usual part)',
      )
      .option('--status <list>', `only items that are ${STATUS}`)
      .option('--search <text>', 'only items whose texts contain these words')
      .option('--unassigned', 'only items unassigned in this round', false)
      .option('--dry-run', 'report only, write nothing', false)
      .option('--withdraw <handle>', 'withdraw the items that this person has not begun'),
  run: (invocation) => async (dir: string, options: AssignOptions) => {
    const { assignOrWithdraw } = await import('./assign.ts');
    await assignOrWithdraw(invocation, dir, options);
  },
};

export const packageCommand: CommandDeclaration = {
  usage: 'package <dir> <target>',
  summary: 'writes a sealed file with one person’s assignments',
  inApp: 'Team: the person’s menu > Write package…',
  options: (command) => command.requiredOption('--for <handle>', 'the person whose assignments it holds'),
  run: (invocation) => async (dir: string, target: string, options: PackageOptions) => {
    const { writePackage } = await import('./package.ts');
    await writePackage(invocation, dir, target, options);
  },
};

export const mergeCommand: CommandDeclaration = {
  usage: 'merge <dir> <other...>',
  summary: 'merges packages and other casebooks',
  inApp: 'Team > Merge…',
  options: (command) =>
    command
      .option('--dry-run', 'report only, write nothing', false)
      .option('--include-late', 'include what deactivated people sent afterwards', false)
      .option('--yes', 'merge casebooks of unknown origin, too (default: only list what they bring)', false),
  run: (invocation) => async (dir: string, others: string[], options: MergeOptions) => {
    const { merge } = await import('./merge.ts');
    await merge(invocation, dir, others, options);
  },
};

export const conflictsCommand: CommandDeclaration = {
  usage: 'conflicts <dir> [action] [ids...]',
  summary: 'lists conflicts of merging; settle ID... or settle all with --take resolves them',
  actionsInApp: { settle: 'Team > Conflicts' },
  options: (command) =>
    command
      .option(
        '--take <side>',
        'for settle: ours (what was here first) or theirs (what came in), as the list names them',
      )
      .option('--person <handle>', 'for settle: the curator who decides (default: the first)'),
  run:
    (invocation) =>
    async (dir: string, action: string | undefined, ids: string[], options: ConflictsOptions) => {
      const { listOrSettleConflicts } = await import('./conflicts.ts');
      await listOrSettleConflicts(invocation, dir, action, ids, options);
    },
};

import { Command, Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { Role } from '../../../shared/domain/status.ts';
import type { AssignOptions } from './commands/assign.ts';
import type { AgreementOptions } from './commands/agreement.ts';
import type { HealthOptions, RestoreOptions } from './commands/care.ts';
import type { ConflictsOptions } from './commands/conflicts.ts';
import type { JudgeOptions } from './commands/judge.ts';
import type { ListOptions } from './commands/list.ts';
import type { MaterialOptions } from './commands/material.ts';
import type { MergeOptions } from './commands/merge.ts';
import type { ItemsOptions } from './commands/items.ts';
import type { MetricsOptions } from './commands/metrics.ts';
import type { NewOptions } from './commands/new.ts';
import type { PackageOptions } from './commands/package.ts';
import type { PeopleOptions } from './commands/people.ts';
import type { QuerySetsOptions } from './commands/querySets.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { StudyOptions } from './commands/study.ts';
import type { ExportOptions, ImportOptions } from './commands/transfer.ts';
import type { ProposalsOptions } from './commands/proposals.ts';
import type { ValidationOptions } from './commands/validation.ts';
import type { Invocation } from './invocation.ts';
import type { Output } from './output.ts';
import { PLAIN_ADDRESS } from './usage.ts';

const STATUS = 'draft, in_review, accepted, rejected or any; several with commas';

const EXIT_CODES = `
Exit codes:
  0  done
  1  the work found problems, or could not be done; they are named
  2  wrong usage, or something is in the way of the target
  3  the casebook cannot be opened: missing, none, newer, in use, damaged
  4  the disk is full or cannot be written to; nothing half-written is left

Where the format of a source or target matters, see casebook formats.`;

/**
 * The command line's commands and options. `outcome.code` becomes 1 where the work found problems. Each command's
 * own module is loaded when it runs, so that a short command does not wait for what only a long one needs.
 */
export function createProgram(output: Output, signal: AbortSignal, outcome: { code: number }): Command {
  const invocation: Invocation = { output, signal, foundProblems: () => (outcome.code = 1) };
  const program = new Command('casebook')
    .description('Builds, checks and measures benchmarks for multimodal models.')
    .version(packageJson.version)
    // A command can have a --version of its own: what stands after its name is its own.
    .enablePositionalOptions()
    .addHelpText('after', EXIT_CODES)
    // What is wrong is said by whoever catches it, once, in the form that was asked for.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  const command = (usage: string, description: string): Command =>
    program.command(usage).description(description).option('--json', 'one JSON document on standard output');

  command('new <dir>', 'creates a casebook')
    .option(
      '--benchmark <name>',
      'what it is for: caughtcheating, mcsbench, argus, observatory or generic',
      'generic',
    )
    .option('--title <text>', 'its title', '')
    .option('--person <name>', 'who you are')
    .action(async (dir: string, options: NewOptions) => {
      const { newCommand } = await import('./commands/new.ts');
      await newCommand(invocation, dir, options);
    });
  command('import <dir> <source>', 'reads a source into a casebook')
    .requiredOption('--format <name>', 'see casebook formats')
    .option('--person <handle>', 'whose work it is')
    .option('--images <folder>', 'where the images are, if not beside the source')
    .option('--link', 'refer to image files where they are instead of copying them', false)
    .option('--dry-run', 'report only, write nothing', false)
    .option('--keep-going', 'take what is good and report the rest', false)
    .option(
      '--level <field=level>',
      'of ratings: how a new field is compared (nominal, ordinal, interval, set, text); may be given again',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option(
      '--boxes <as>',
      'of boxes: proposals, which wait to be verified where the benchmark has them, annotations, as a person drew them, or ratings, drawn without seeing anybody else’s',
      'proposals',
    )
    .option('--respondent <name>', 'of answers: the model that gave them (the file’s name unless given)')
    .option('--respondent-version <text>', 'its version')
    .option('--respondent-temperature <n>', 'the temperature that it was run with')
    .option('--respondent-settings <json>', 'what else it was run with, as a JSON object')
    .option('--judge <name>', 'of verdicts: the LLM that gave them')
    .option('--judge-version <text>', 'its version')
    .option('--judge-temperature <n>', 'the temperature that it was run with')
    .option('--judge-instructions <file>', 'its instructions; their SHA-256 is part of what the judge is')
    .action(async (dir: string, source: string, options: ImportOptions) => {
      const { importCommand } = await import('./commands/transfer.ts');
      await importCommand(invocation, dir, source, options);
    });
  command('attach <dir> <folder>', 'attaches images to items whose images are missing').action(
    async (dir: string, folder: string) => {
      const { attachCommand } = await import('./commands/transfer.ts');
      await attachCommand(invocation, dir, folder);
    },
  );
  command('export <dir> <target>', 'writes a casebook in a format')
    .requiredOption('--format <name>', 'see casebook formats')
    .option('--status <list>', `${STATUS} (accepted unless given; for ratings, answers and verdicts any)`)
    .option('--split <name>', 'only items of this split')
    .addOption(
      new Option('--images <how>', 'what becomes of the images')
        .choices(['copy', 'link', 'none'])
        .default('copy'),
    )
    .option('--strict', 'refuse where an item breaks a rule', false)
    .option('--force', 'replace a former export, unless it holds more than the new one', false)
    .option('--allow-fewer', 'with --force: also where the former export holds more items or images', false)
    .option('--dry-run', 'say what would be written, and write nothing', false)
    .option('--respondents <handles>', 'of answers and verdicts: only these respondents; several with commas')
    .action(async (dir: string, target: string, options: ExportOptions) => {
      const { exportCommand } = await import('./commands/transfer.ts');
      await exportCommand(invocation, dir, target, options);
    });
  command('list <dir> <what>', 'lists items, people, tasks or annotations')
    .option('--status <list>', `only of items that are ${STATUS}`)
    .option('--search <text>', 'only items whose texts hold these words')
    .option('--limit <n>', 'at most so many')
    .action(async (dir: string, what: string, options: ListOptions) => {
      const { listCommand } = await import('./commands/list.ts');
      await listCommand(invocation, dir, what, options);
    });
  command('people <dir> [action] [handle]', 'lists people with their progress; add HANDLE, set HANDLE')
    .option('--name <text>', 'the full name')
    .option('--roles <list>', `${Role.options.join(', ')}; several with commas`)
    .action(
      async (dir: string, action: string | undefined, handle: string | undefined, options: PeopleOptions) => {
        const { peopleCommand } = await import('./commands/people.ts');
        await peopleCommand(invocation, dir, action, handle, options);
      },
    );
  command('assign <dir>', 'gives items to people, or takes them back')
    .option('--task <name>', 'needed where the benchmark has several')
    .option('--people <handles>', 'who is to answer; several with commas')
    .option('--overlap <k>', 'how many of them each item is to have (1 unless given)')
    .addOption(
      new Option(
        '--order <how>',
        'the order of import for everybody (unless given), or one of their own',
      ).choices(['fixed', 'random']),
    )
    .option('--seed <n>', 'decides chance: the same seed gives the same (1 unless given)')
    .option('--round <n>', 'the latest one unless given')
    .option(
      '--part <id>',
      'which part of the task is asked for, or "everything" (see casebook list DIR tasks; the usual one unless given)',
    )
    .option('--status <list>', `only items that are ${STATUS}`)
    .option('--search <text>', 'only items whose texts hold these words')
    .option('--unassigned', 'only items that nobody has in this round', false)
    .option('--dry-run', 'report only, write nothing', false)
    .option('--withdraw <handle>', 'take back what this person has not begun')
    .action(async (dir: string, options: AssignOptions) => {
      const { assignCommand } = await import('./commands/assign.ts');
      await assignCommand(invocation, dir, options);
    });
  command('package <dir> <target>', 'a sealed file of one person’s assignments')
    .requiredOption('--for <handle>', 'whose')
    .action(async (dir: string, target: string, options: PackageOptions) => {
      const { packageCommand } = await import('./commands/package.ts');
      await packageCommand(invocation, dir, target, options);
    });
  command('merge <dir> <other...>', 'takes over what packages and other casebooks hold')
    .option('--dry-run', 'report only, write nothing', false)
    .action(async (dir: string, others: string[], options: MergeOptions) => {
      const { mergeCommand } = await import('./commands/merge.ts');
      await mergeCommand(invocation, dir, others, options);
    });
  command(
    'conflicts <dir> [action] [ids...]',
    'lists what merging could not unite; settle ID... or settle all with --take',
  )
    .option('--take <side>', 'of settle: ours, what this casebook had, or theirs, what was merged into it')
    .option('--person <handle>', 'of settle: the curator who settles (the first one unless given)')
    .action(async (dir: string, action: string | undefined, ids: string[], options: ConflictsOptions) => {
      const { conflictsCommand } = await import('./commands/conflicts.ts');
      await conflictsCommand(invocation, dir, action, ids, options);
    });
  command('check <dir>', 'integrity: database, image files, rules of the benchmark').action(
    async (dir: string) => {
      const { checkCommand } = await import('./commands/care.ts');
      await checkCommand(invocation, dir);
    },
  );
  command('health <dir>', 'what a reader could exploit or a reviewer object to')
    .option('--status <list>', STATUS, 'any')
    .action(async (dir: string, options: HealthOptions) => {
      const { healthCommand } = await import('./commands/care.ts');
      await healthCommand(invocation, dir, options);
    });
  command('agreement <dir>', 'how far raters agree on a field, with an interval on every figure')
    .requiredOption('--field <name>', 'see casebook list DIR tasks')
    .option('--task <name>', 'where several tasks have a field of that name')
    .option('--raters <handles>', 'only these people; several with commas')
    .option('--round <n>', 'the round; the latest unless given')
    .option('--coefficient <names>', 'only these, such as cohen_kappa; several with commas')
    .option('--bootstrap <n>', 'resamples of the items; 0 for none', '1000')
    .option('--seed <n>', 'the same seed gives the same intervals', '1')
    .option('--stratum <name>', 'also for each value of a facet, label or split')
    .option('--threshold <iou>', 'the overlap from which two boxes are the same', '0.5')
    .option('--status <list>', STATUS, 'any')
    .action(async (dir: string, options: AgreementOptions) => {
      const { agreementCommand } = await import('./commands/agreement.ts');
      await agreementCommand(invocation, dir, options);
    });
  command(
    'study <dir> [what...]',
    'human baselines: list; new, open, close, reopen, enrol, participants TITLE; report TITLE FOLDER',
  )
    .option('--settings <file>', 'of a new one: JSON with what is to differ from the usual settings')
    .option('--count <n>', 'enrol so many participants without names')
    .option('--prefix <text>', 'what their names begin with (P unless given)')
    .option('--people <handles>', 'enrol these people; several with commas')
    .option('--force', 'write over a report that is there', false)
    .option('--unfinished', 'in a report: count participants who have not finished, too', false)
    .action(async (dir: string, what: string[], options: StudyOptions) => {
      const { studyCommand } = await import('./commands/study.ts');
      await studyCommand(invocation, dir, what, options);
    });
  command('judge <dir>', 'asks an LLM judge for verdicts, at an endpoint that you name and nowhere else')
    .option('--endpoint <url>', 'an OpenAI-compatible address, such as http://127.0.0.1:11434/v1')
    .option('--model <name>', 'what the endpoint calls the judge')
    .option('--version <text>', 'what the endpoint does not tell: a date, a quantisation')
    .option('--temperature <t>', '0 unless given')
    .option('--criteria <names>', 'all unless given; several with commas')
    .option('--respondents <handles>', 'only their answers; several with commas')
    .option('--concurrency <n>', 'answers judged at a time (4 unless given)')
    .option('--retries <n>', 'further attempts, with growing waits (5 unless given)')
    .option('--max-tokens <n>', 'the most that a reply may have (1024 unless given)')
    .option('--timeout <seconds>', 'how long a reply may take (120 unless given)')
    .option('--price <prompt,completion>', 'money per million tokens, for the sum shown')
    .option('--dry-run', 'show what would be asked, send nothing', false)
    .option('--resume <run>', 'go on with a run; what has a verdict is not asked again')
    .addHelpText(
      'after',
      '\nThe key, where the endpoint needs one, is read from the environment variable CASEBOOK_JUDGE_KEY. It is never kept.',
    )
    .action(async (dir: string, options: JudgeOptions) => {
      const { judgeCommand } = await import('./commands/judge.ts');
      await judgeCommand(invocation, dir, options);
    });
  command('metrics <dir>', 'the benchmark’s own figures for people and models, with intervals')
    .option('--respondent <handles>', 'only these; several with commas')
    .option('--judge <handle>', 'this judge’s verdicts alone; unless given, those that hold')
    .option('--by <facet>', 'also for each value of a facet, label or condition')
    .option(
      '--items <which>',
      'which items: common (everybody answered them), together (participants together and every model), own (each one’s)',
      'common',
    )
    .option(
      '--readable',
      'of the answers alone that could be read; unless given, the others count as wrong',
      false,
    )
    .option('--unfinished', 'count participants who have not finished, too', false)
    .option('--bootstrap <n>', 'resamples of the items; 0 for none', '1000')
    .option('--seed <n>', 'the same seed gives the same intervals', '1')
    .action(async (dir: string, options: MetricsOptions) => {
      const { metricsCommand } = await import('./commands/metrics.ts');
      await metricsCommand(invocation, dir, options);
    });
  command('items <dir>', 'how hard items are and how well they tell respondents apart (Rasch model)')
    .option('--step <step>', 'of answers to this kind of step; unless given, that of the item as a whole')
    .option('--judge <handle>', 'this judge’s verdicts alone; unless given, those that hold')
    .option('--threshold <t>', 'how right, to 1, an answer that is right in part has to be to count', '0.5')
    .option('--kept', 'list only items that pass the filter', false)
    .option(
      '--readable',
      'of the answers alone that could be read; unless given, the others count as wrong',
      false,
    )
    .option('--unfinished', 'count participants who have not finished, too', false)
    .action(async (dir: string, options: ItemsOptions) => {
      const { itemsCommand } = await import('./commands/items.ts');
      await itemsCommand(invocation, dir, options);
    });
  command('proposals <dir>', 'how far boxes that people verified are where a detector proposed them')
    .option('--bootstrap <n>', 'resamples for intervals; 0 for none', '1000')
    .option('--seed <n>', 'the same seed gives the same intervals', '1')
    .option('--csv', 'a table with commas on standard output', false)
    .action(async (dir: string, options: ProposalsOptions) => {
      const { proposalsCommand } = await import('./commands/proposals.ts');
      await proposalsCommand(invocation, dir, options);
    });
  command(
    'validation <dir> [what]',
    'how generated items stand on their way: counts; with to-fix, those that wait to be fixed',
  )
    .option('--funnel', 'how many items pass each gate, and why the others do not', false)
    .option('--by <facet>', 'of the funnel: also for each value of a facet')
    .option('--status <list>', `of the funnel: only items that are ${STATUS}`, 'any')
    .option('--consistency', 'how far people answer the same in two rounds, and as each other', false)
    .option('--first <round>', 'of consistency: the one round', '1')
    .option('--second <round>', 'of consistency: the other', '2')
    .option('--bootstrap <n>', 'of consistency: resamples; 0 for no intervals', '1000')
    .option('--seed <n>', 'the same seed gives the same intervals', '1')
    .option('--limit <n>', 'of to-fix: at most so many')
    .option('--csv', 'a table with commas on standard output', false)
    .action(async (dir: string, what: string | undefined, options: ValidationOptions) => {
      const { validationCommand } = await import('./commands/validation.ts');
      await validationCommand(invocation, dir, what, options);
    });
  command(
    'material <what> <source> [out]',
    'makes images for the Perceptual Observatory: words of a list, or variants of a folder’s or a list’s originals',
  )
    .option('--seed <n>', 'the same seed gives the same images', '1')
    .option('--count <n>', 'of words: how many images; unless given, one of each word')
    .option('--fonts <families>', 'of words: what they are set in; several with commas')
    .option(
      '--font-folder <folder>',
      'of words: where to look for fonts before the system’s; may be given again',
      (folder: string, before: string[]) => [...before, folder],
      [],
    )
    .option('--only <names>', 'of variants: these transformations; several with commas')
    .option('--domain <name>', 'of variants of a folder of images: what they show, CELEB or WORD', 'CELEB')
    .option(
      '--add',
      'add them to a casebook: words of <source> to the casebook [out], variants to the items of the casebook <source>',
      false,
    )
    .action(async (what: string, source: string, out: string | undefined, options: MaterialOptions) => {
      const { materialCommand } = await import('./commands/material.ts');
      await materialCommand(invocation, what, source, out, options);
    });
  command(
    'query-sets <dir> [target]',
    'builds questions out of originals and variants: a folder with lines, images and collages, which can be imported',
  )
    .requiredOption(
      '--kind <name>',
      'matching (four candidates), grid (a collage of 2 x 2), or boxes to be drawn: guided, semi-guided, unguided',
    )
    .option('--count <n>', 'how many entities of each domain: a question each, of grid four', '100')
    .option('--seed <n>', 'the same seed gives the same questions', '1')
    .option('--distances <file>', 'how far faces lie apart; unless given, by their perceptual hashes')
    .option('--add', 'take them into this casebook as items; a target is left out then', false)
    .option('--force', 'write over former sets', false)
    .action(async (dir: string, target: string | undefined, options: QuerySetsOptions) => {
      const { querySetsCommand } = await import('./commands/querySets.ts');
      await querySetsCommand(invocation, dir, target, options);
    });
  command(
    'query-scores <dir> <sets> <answers>',
    'the figures of one respondent’s answers to query sets, and of boxes',
  ).action(async (dir: string, sets: string, answers: string) => {
    const { queryScoresCommand } = await import('./commands/querySets.ts');
    await queryScoresCommand(invocation, dir, sets, answers);
  });
  command('backup <dir> <target>', 'a consistent copy, also while in use').action(
    async (dir: string, target: string) => {
      const { backupCommand } = await import('./commands/care.ts');
      await backupCommand(invocation, dir, target);
    },
  );
  command('backups <dir>', 'the backups that a casebook keeps of itself, and what each would lose').action(
    async (dir: string) => {
      const { backupsCommand } = await import('./commands/care.ts');
      backupsCommand(invocation, dir);
    },
  );
  command('restore <backup> <dir>', 'a casebook of a backup')
    .option(
      '--replace',
      'put a backup of its own in the place of the database of <dir>, which is kept beside it',
      false,
    )
    .action(async (backup: string, dir: string, options: RestoreOptions) => {
      const { restoreCommand } = await import('./commands/care.ts');
      await restoreCommand(invocation, backup, dir, options);
    });
  command('serve [dir]', 'the app in a browser, on this machine only; a package is unpacked first')
    .option('--port <n>', 'the port; a free one unless given', '0')
    .option('--open', 'open the browser', false)
    .option('--plain-address', PLAIN_ADDRESS)
    .action(async (dir: string | undefined, options: ServeOptions) => {
      const { serveCommand } = await import('./commands/serve.ts');
      await serveCommand(invocation, dir, options);
    });
  command('formats', 'every format with what it reads and writes').action(async () => {
    const { formatsCommand } = await import('./commands/formats.ts');
    formatsCommand(invocation);
  });
  return program;
}

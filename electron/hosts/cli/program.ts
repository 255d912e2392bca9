import { Command, Help, Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { Role } from '../../../shared/domain/status.ts';
import type { AssignOptions } from './commands/assign.ts';
import type { AgreementOptions } from './commands/agreement.ts';
import type { CheckOptions, HealthOptions, RestoreOptions } from './commands/care.ts';
import type { GoldOptions } from './commands/gold.ts';
import type { ConflictsOptions } from './commands/conflicts.ts';
import type { DeleteOptions } from './commands/delete.ts';
import type { JudgeOptions } from './commands/judge.ts';
import type { ListOptions } from './commands/list.ts';
import type { ImageGenerationOptions } from './commands/imageGeneration.ts';
import type { MergeOptions } from './commands/merge.ts';
import type { ItemsOptions } from './commands/items.ts';
import type { MetricsOptions } from './commands/metrics.ts';
import type { NewOptions } from './commands/new.ts';
import type { PackageOptions } from './commands/package.ts';
import type { PeopleOptions } from './commands/people.ts';
import type { QuerySetsOptions } from './commands/querySets.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { SplitOptions } from './commands/split.ts';
import type { VocabularyOptions } from './commands/vocabulary.ts';
import type { StudyOptions } from './commands/study.ts';
import type { ExportOptions, ImportOptions } from './commands/importExport.ts';
import type { PlanOptions } from './commands/plan.ts';
import type { ProposalsOptions } from './commands/proposals.ts';
import type { ValidationOptions } from './commands/validation.ts';
import { addHostCommand } from './hostProgram.ts';
import { addHubCommands } from './hubProgram.ts';
import type { Invocation } from './invocation.ts';
import type { Output } from './output.ts';
import { withTableOptions } from './tableOptions.ts';
import { PLAIN_ADDRESS } from './usage.ts';

const STATUS = 'draft, in_review, accepted, rejected or any; separate several with commas';

const EXIT_CODES = `
Exit codes:
  0  done
  1  the work found problems, which are listed, or failed
  2  wrong usage, or the target exists already
  3  the casebook cannot be opened: missing, not a casebook, newer, in use, damaged
  4  the disk is full or read-only; no partial files remain

For the formats of sources and targets, see casebook formats.`;

const ABSENT =
  'answers that are absent from items answered otherwise: wrong (they count as wrong) or left-out';

/** What became of a run. */
export interface Outcome {
  code: number;
  /** The name of the command that ran, with what followed it but the casebook. */
  words: readonly string[];
}

/** `people DIR add ANA` is `people add ANA`, `hub sync DIR` is `hub sync`. */
function wordsOf(action: Command): string[] {
  const group = action.parent?.parent == null ? [] : [action.parent.name()];
  const [, ...rest] = action.args;
  return [...group, action.name(), ...rest];
}

/**
 * The command line's commands and options. `outcome.code` becomes 1 where the work found problems. Each command's
 * own module is loaded when it runs, so that a short command does not wait for what only a long one needs.
 */
export function createProgram(output: Output, signal: AbortSignal, outcome: Outcome): Command {
  const invocation: Invocation = { output, signal, foundProblems: () => (outcome.code = 1) };
  const program = new Command('casebook')
    .description('Builds, checks and measures benchmarks for multimodal models.')
    .version(packageJson.version)
    // A command can have a --version of its own: the part after its name has its own options.
    .enablePositionalOptions()
    .addHelpText('after', EXIT_CODES)
    // That a switch is off, a list empty and a title blank by default needs no words.
    .configureHelp({
      optionDescription: (option) =>
        new Help().optionDescription(option).replace(/ \(default: (?:false|\[\]|"")\)$/u, ''),
    })
    // What is wrong is said by the person who catches it, once, in the form that was asked for.
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .hook('preAction', (_, action) => {
      outcome.words = wordsOf(action);
    });
  const command = (usage: string, description: string): Command =>
    program.command(usage).description(description).option('--json', 'one JSON document on standard output');

  command('new <dir>', 'creates a casebook')
    .option(
      '--benchmark <name>',
      'the benchmark: caughtcheating, mcsbench, argus, observatory or generic',
      'generic',
    )
    .option('--title <text>', 'its title', '')
    .option('--person <name>', 'your name')
    .option('--sample', 'the sample of the benchmark: drawn items, and a team’s work on them', false)
    .action(async (dir: string, options: NewOptions) => {
      const { newCommand } = await import('./commands/new.ts');
      await newCommand(invocation, dir, options);
    });
  command('import <dir> <source>', 'imports a source into a casebook')
    .option('--format <name>', 'see casebook formats (default: recognised from the source)')
    .option('--person <handle>', 'the person who did the work')
    .option('--images <folder>', 'the folder of images, if not beside the source')
    .option('--link', 'refer to image files instead of copying them', false)
    .option('--dry-run', 'report only, write nothing', false)
    .option('--keep-going', 'import valid items and report the rest', false)
    .option(
      '--level <field=level>',
      'for ratings: how to compare a new field (nominal, ordinal, interval, set, text); can be repeated',
      (text: string, before: string[]) => [...before, text],
      [],
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
    .option('--judge-instructions <file>', 'its instructions; their SHA-256 identifies the judge')
    .action(async (dir: string, source: string, options: ImportOptions) => {
      const { importCommand } = await import('./commands/importExport.ts');
      await importCommand(invocation, dir, source, options);
    });
  command('attach <dir> <folder>', 'attaches missing images to items').action(
    async (dir: string, folder: string) => {
      const { attachCommand } = await import('./commands/importExport.ts');
      await attachCommand(invocation, dir, folder);
    },
  );
  command('export <dir> <target>', 'exports a casebook in a format')
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
    )
    .action(async (dir: string, target: string, options: ExportOptions) => {
      const { exportCommand } = await import('./commands/importExport.ts');
      await exportCommand(invocation, dir, target, options);
    });
  command('delete <dir>', 'deletes items with everything about them; History brings them back')
    .requiredOption('--items <names>', 'the names of the items, separated by commas')
    .option('--yes', 'delete (default: only say what would be deleted)', false)
    .action(async (dir: string, options: DeleteOptions) => {
      const { deleteCommand } = await import('./commands/delete.ts');
      await deleteCommand(invocation, dir, options);
    });
  command('list <dir> <what>', 'lists items, people, tasks or annotations')
    .option('--status <list>', `only for items that are ${STATUS}`)
    .option('--search <text>', 'only items whose texts contain these words')
    .option('--limit <n>', 'the maximum number')
    .action(async (dir: string, what: string, options: ListOptions) => {
      const { listCommand } = await import('./commands/list.ts');
      await listCommand(invocation, dir, what, options);
    });
  command(
    'people <dir> [action] [handle]',
    'lists people with their progress; add HANDLE, set HANDLE, deactivate HANDLE, activate HANDLE',
  )
    .option('--name <text>', 'the full name')
    .option('--roles <list>', `${Role.options.join(', ')}; several with commas`)
    .action(
      async (dir: string, action: string | undefined, handle: string | undefined, options: PeopleOptions) => {
        const { peopleCommand } = await import('./commands/people.ts');
        await peopleCommand(invocation, dir, action, handle, options);
      },
    );
  command('assign <dir>', 'assigns items to people, or withdraws them')
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
    .option('--withdraw <handle>', 'withdraw the items that this person has not begun')
    .action(async (dir: string, options: AssignOptions) => {
      const { assignCommand } = await import('./commands/assign.ts');
      await assignCommand(invocation, dir, options);
    });
  command('package <dir> <target>', 'writes a sealed file with one person’s assignments')
    .requiredOption('--for <handle>', 'the person whose assignments it holds')
    .action(async (dir: string, target: string, options: PackageOptions) => {
      const { packageCommand } = await import('./commands/package.ts');
      await packageCommand(invocation, dir, target, options);
    });
  command('merge <dir> <other...>', 'merges packages and other casebooks')
    .option('--dry-run', 'report only, write nothing', false)
    .option('--include-late', 'include what deactivated people sent afterwards', false)
    .option('--yes', 'merge casebooks of unknown origin, too (default: only list what they bring)', false)
    .action(async (dir: string, others: string[], options: MergeOptions) => {
      const { mergeCommand } = await import('./commands/merge.ts');
      await mergeCommand(invocation, dir, others, options);
    });
  command(
    'conflicts <dir> [action] [ids...]',
    'lists conflicts of merging; settle ID... or settle all with --take resolves them',
  )
    .option(
      '--take <side>',
      'for settle: ours (what was here first) or theirs (what came in), as the list names them',
    )
    .option('--person <handle>', 'for settle: the curator who decides (default: the first)')
    .action(async (dir: string, action: string | undefined, ids: string[], options: ConflictsOptions) => {
      const { conflictsCommand } = await import('./commands/conflicts.ts');
      await conflictsCommand(invocation, dir, action, ids, options);
    });
  command(
    'split <dir>',
    'counts items by split; puts items into a split, or divides them by shares (no image or entity in two splits)',
  )
    .option('--set <name>', 'put the items into this split')
    .option('--clear', 'take the items out of their split', false)
    .option('--shares <list>', 'divide the items: train=0.8,test=0.2')
    .option('--seed <n>', 'with --shares: the same seed gives the same splits', '1')
    .option(
      '--stratify <facet>',
      'with --shares: keep the shares within each value of a facet, or within each label',
    )
    .option('--status <list>', `only items that are ${STATUS}`)
    .option('--search <text>', 'only items whose texts contain these words')
    .action(async (dir: string, options: SplitOptions) => {
      const { splitCommand } = await import('./commands/split.ts');
      await splitCommand(invocation, dir, options);
    });
  command(
    'vocabulary <dir>',
    'prints the vocabulary, such as the questions and labels of your own label set, as JSON; --import replaces it',
  )
    .option('--export <file>', 'write it into this file instead')
    .option('--import <file>', 'replace the vocabulary by this JSON file')
    .option('--person <handle>', 'with --import: the curator who changes it (default: the first)')
    .action(async (dir: string, options: VocabularyOptions) => {
      const { vocabularyCommand } = await import('./commands/vocabulary.ts');
      await vocabularyCommand(invocation, dir, options);
    });
  command('check <dir>', 'checks the database, image files and the benchmark’s rules')
    .option('--repair', 'make a backup, then correct numbers that are out of range', false)
    .action(async (dir: string, options: CheckOptions) => {
      const { checkCommand } = await import('./commands/care.ts');
      await checkCommand(invocation, dir, options);
    });
  command('gold <dir>', 'lists gold that an earlier version of Casebook made and today’s rules would change')
    .option('--recompute', 'recompute this gold by today’s rules; History can undo it', false)
    .option(
      '--same-box <iou>',
      'the IoU from which two raters’ boxes count as the same, 0.1 to 1 (default: 0.5)',
    )
    .action(async (dir: string, options: GoldOptions) => {
      const { goldCommand } = await import('./commands/gold.ts');
      await goldCommand(invocation, dir, options);
    });
  command('health <dir>', 'reports what a reader could exploit or a reviewer could criticise')
    .option('--status <list>', STATUS, 'any')
    .action(async (dir: string, options: HealthOptions) => {
      const { healthCommand } = await import('./commands/care.ts');
      await healthCommand(invocation, dir, options);
    });
  withTableOptions(
    command('agreement <dir>', 'computes how far raters agree on a field, with intervals')
      .option('--field <name>', 'see casebook list DIR tasks')
      .option('--judges', 'people against LLM judges, and people with each other, instead of a field', false)
      .option('--task <name>', 'required if several tasks have a field of that name')
      .option('--raters <handles>', 'only these people, separated by commas')
      .option('--round <n>', 'the round (default: the latest)')
      .option('--coefficient <names>', 'only these, such as cohen_kappa, separated by commas')
      .option('--bootstrap <n>', 'bootstrap resamples of the items; 0 for none', '1000')
      .option('--seed <n>', 'the same seed gives the same intervals', '1')
      .option('--stratum <name>', 'also for each value of a facet, label or split')
      .option('--threshold <iou>', 'the minimum overlap for two boxes to count as the same', '0.5')
      .option('--status <list>', STATUS, 'any'),
  ).action(async (dir: string, options: AgreementOptions) => {
    const { agreementCommand } = await import('./commands/agreement.ts');
    await agreementCommand(invocation, dir, options);
  });
  command(
    'study <dir> [what...]',
    'manages human baselines: list; new, open, close, reopen, enrol, participants TITLE; links TITLE prints a personal link for each participant who has not finished, for browsers on this computer while casebook serve runs; report TITLE FOLDER; delete-answers TITLE PARTICIPANT; for people elsewhere: recruit, board, forget-ids TITLE; links TITLE FILE reads ids from FILE and prints a link for each; panel-status TITLE FILE reads the panel’s CSV; translations TITLE FILE writes a table of the items’ texts, translate TITLE FILE reads it filled in',
  )
    .option('--settings <file>', 'for new and recruit: JSON with settings that differ from the defaults')
    .option('--preset <name>', 'for recruit: prolific, classroom or list')
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
    .option('--names', 'for report: people’s handles (default: rater-1 and so on, as in exports)', false)
    .action(async (dir: string, what: string[], options: StudyOptions) => {
      const { studyCommand } = await import('./commands/study.ts');
      await studyCommand(invocation, dir, what, options);
    });
  command('judge <dir>', 'asks an LLM judge for verdicts, only at your endpoint')
    .option('--endpoint <url>', 'an OpenAI-compatible address, such as http://127.0.0.1:11434/v1')
    .option('--model <name>', 'the endpoint’s name for the judge')
    .option('--version <text>', 'a version that the endpoint does not report: a date, a quantisation')
    .option('--temperature <t>', 'default: 0')
    .option('--criteria <names>', 'separated by commas (default: all)')
    .option('--respondents <handles>', 'only their answers, separated by commas')
    .option('--concurrency <n>', 'parallel requests (default: 4)')
    .option('--retries <n>', 'retries, with growing waits (default: 5)')
    .option('--max-tokens <n>', 'the maximum tokens of a reply (default: 1024)')
    .option('--timeout <seconds>', 'the timeout for a reply (default: 120)')
    .option('--price <prompt,completion>', 'price per million tokens, for the cost shown')
    .option('--first <n>', 'only the first n answers')
    .option('--test', 'send one short request and say what came of it', false)
    .option('--dry-run', 'show the requests, send nothing', false)
    .option('--resume <run>', 'resume a run, without asking again for existing verdicts')
    .addHelpText(
      'after',
      '\nThe key, where the endpoint needs one, is read from the environment variable CASEBOOK_JUDGE_KEY. Casebook never stores it.',
    )
    .action(async (dir: string, options: JudgeOptions) => {
      const { judgeCommand } = await import('./commands/judge.ts');
      await judgeCommand(invocation, dir, options);
    });
  withTableOptions(
    command('metrics <dir>', 'computes the benchmark’s own figures for people and models, with intervals')
      .option('--respondent <handles>', 'only these, separated by commas')
      .option('--judge <handle>', 'only this judge’s verdicts (default: accepted verdicts)')
      .option('--by <facet>', 'also for each value of a facet, label or condition')
      .option('--compare <figure>', 'compares respondents by this figure instead: differences, tests, ranks')
      .option('--against <handle>', 'with --compare: only with this one (or people)')
      .option('--condition <name>', 'with --compare: only answers in this condition')
      .option(
        '--items <which>',
        'the items: common (everybody answered them), together (participants together and every model), own (each respondent’s own)',
        'common',
      )
      .option('--without <handles>', 'without these, separated by commas')
      .option(
        '--parameter <name=value>',
        'a parameter of the figures, for this run; Argus Inspection: volumes=own or volumes=paper (weights of domains), p, q, r; may be given several times',
        (given: string, before: string[]) => [...before, given],
        [],
      )
      .option('--readable', 'only readable answers (default: the others count as wrong)', false)
      .option('--absent <how>', ABSENT, 'wrong')
      .option(
        '--undecided <how>',
        'items on which a verdict is undecided: left-out (for everybody) or wrong (the verdict counts as wrong)',
        'left-out',
      )
      .option('--unfinished', 'include unfinished participants', false)
      .option('--bootstrap <n>', 'bootstrap resamples of the items; 0 for none', '1000')
      .option('--seed <n>', 'the same seed gives the same intervals', '1'),
  ).action(async (dir: string, options: MetricsOptions) => {
    const { metricsCommand } = await import('./commands/metrics.ts');
    await metricsCommand(invocation, dir, options);
  });
  withTableOptions(
    command(
      'items <dir>',
      'computes how hard items are and how well they distinguish respondents (Rasch model)',
    )
      .option('--step <step>', 'only answers to this kind of step (default: the item as a whole)')
      .option('--judge <handle>', 'only this judge’s verdicts (default: accepted verdicts)')
      .option('--threshold <t>', 'how right, up to 1, a partly right answer must be to count', '0.5')
      .option('--variance <how>', 'of abilities: free (estimated) or fixed (at 1)', 'free')
      .option('--kept', 'list only items that pass the filter', false)
      .option('--readable', 'only readable answers (default: the others count as wrong)', false)
      .option('--absent <how>', ABSENT, 'wrong')
      .option('--unfinished', 'include unfinished participants', false),
  ).action(async (dir: string, options: ItemsOptions) => {
    const { itemsCommand } = await import('./commands/items.ts');
    await itemsCommand(invocation, dir, options);
  });
  command('proposals <dir>', 'compares verified boxes with a detector’s proposals')
    .option('--bootstrap <n>', 'bootstrap resamples for intervals; 0 for none', '1000')
    .option('--seed <n>', 'the same seed gives the same intervals', '1')
    .option('--csv', 'a CSV table on standard output', false)
    .action(async (dir: string, options: ProposalsOptions) => {
      const { proposalsCommand } = await import('./commands/proposals.ts');
      await proposalsCommand(invocation, dir, options);
    });
  command(
    'validation <dir> [what]',
    'counts generated items by validation state; with to-fix, lists items to fix',
  )
    .option('--funnel', 'the number of items that pass each gate, and why others fail', false)
    .option('--by <facet>', 'for --funnel: also for each value of a facet')
    .option('--status <list>', `for --funnel: only items that are ${STATUS}`, 'any')
    .option('--consistency', 'how far people agree with themselves in two rounds, and with each other', false)
    .option('--first <round>', 'for --consistency: the first round', '1')
    .option('--second <round>', 'for --consistency: the second round', '2')
    .option('--bootstrap <n>', 'for --consistency: resamples; 0 for no intervals', '1000')
    .option('--seed <n>', 'the same seed gives the same intervals', '1')
    .option('--limit <n>', 'for to-fix: the maximum number')
    .option('--csv', 'a CSV table on standard output', false)
    .option('--names', 'people’s names in these tables (default: rater-1 and so on, as in exports)', false)
    .action(async (dir: string, what: string | undefined, options: ValidationOptions) => {
      const { validationCommand } = await import('./commands/validation.ts');
      await validationCommand(invocation, dir, what, options);
    });
  command(
    'material <what> <source> [out]',
    'makes images for the Perceptual Observatory: words from a list, or variants of originals from a folder or a list',
  )
    .option('--seed <n>', 'the same seed gives the same images', '1')
    .option('--count <n>', 'for words: the number of images (default: one per word)')
    .option('--fonts <families>', 'for words: the fonts, separated by commas')
    .option(
      '--font-folder <folder>',
      'for words: a folder to search before the system’s fonts; can be repeated',
      (folder: string, before: string[]) => [...before, folder],
      [],
    )
    .option('--only <names>', 'for variants: only these transformations, separated by commas')
    .option('--domain <name>', 'for variants of a folder of images: what they show, CELEB or WORD', 'CELEB')
    .option(
      '--add',
      'add them to a casebook: words of <source> to the casebook [out], variants to the items of the casebook <source>',
      false,
    )
    .action(
      async (what: string, source: string, out: string | undefined, options: ImageGenerationOptions) => {
        const { imageGenerationCommand } = await import('./commands/imageGeneration.ts');
        await imageGenerationCommand(invocation, what, source, out, options);
      },
    );
  command(
    'query-sets <dir> [target]',
    'builds questions from originals and variants: an importable folder with lines, images and collages',
  )
    .requiredOption(
      '--kind <name>',
      'matching (four candidates), grid (a 2 x 2 collage), or drawing boxes: guided, semi-guided, unguided',
    )
    .option('--count <n>', 'the number of entities per domain: one question each, four for grid', '100')
    .option('--seed <n>', 'the same seed gives the same questions', '1')
    .option('--distances <file>', 'distances between faces (default: from their perceptual hashes)')
    .option('--add', 'add them to this casebook as items; leave out the target', false)
    .option('--force', 'overwrite earlier sets', false)
    .action(async (dir: string, target: string | undefined, options: QuerySetsOptions) => {
      const { querySetsCommand } = await import('./commands/querySets.ts');
      await querySetsCommand(invocation, dir, target, options);
    });
  command(
    'query-scores <dir> <sets> <answers>',
    'computes one respondent’s figures for query sets and boxes',
  ).action(async (dir: string, sets: string, answers: string) => {
    const { queryScoresCommand } = await import('./commands/querySets.ts');
    await queryScoresCommand(invocation, dir, sets, answers);
  });
  command('backup <dir> <target>', 'makes a consistent copy, even while the casebook is in use').action(
    async (dir: string, target: string) => {
      const { backupCommand } = await import('./commands/care.ts');
      await backupCommand(invocation, dir, target);
    },
  );
  command('backups <dir>', 'lists a casebook’s own backups, and what restoring each would lose').action(
    async (dir: string) => {
      const { backupsCommand } = await import('./commands/care.ts');
      backupsCommand(invocation, dir);
    },
  );
  command('restore <backup> <dir>', 'restores a casebook from a backup')
    .option(
      '--replace',
      'replace the database of <dir> with one of its own backups; the old database stays beside it',
      false,
    )
    .action(async (backup: string, dir: string, options: RestoreOptions) => {
      const { restoreCommand } = await import('./commands/care.ts');
      await restoreCommand(invocation, backup, dir, options);
    });
  command(
    'clean <dir> <copy>',
    'copies a casebook without parts of its database that are not Casebook’s',
  ).action(async (dir: string, copy: string) => {
    const { cleanCommand } = await import('./commands/care.ts');
    await cleanCommand(invocation, dir, copy);
  });
  command('serve [dir]', 'opens the app in a browser, on this computer only; unpacks a package first')
    .addOption(new Option('--port <n>', 'the port').default('0', 'a free one'))
    .option('--open', 'open the browser', false)
    .option('--plain-address', PLAIN_ADDRESS)
    .action(async (dir: string | undefined, options: ServeOptions) => {
      const { serveCommand } = await import('./commands/serve.ts');
      await serveCommand(invocation, dir, options);
    });
  addHostCommand(command, invocation);
  addHubCommands(program, invocation);
  command('plan', 'computes how many items and raters a study needs before it starts')
    .option('--kappa <k>', 'the kappa that is expected, from a pilot')
    .option('--share <p>', 'with --kappa: the share of the largest category', '0.5')
    .option('--half-width <h>', 'with --kappa: how far its 95 % interval may reach either way', '0.1')
    .option('--first <p>', 'an accuracy, to be told from --second on the same items')
    .option('--second <p>', 'the other accuracy')
    .option('--discordant <p>', 'the share of items that one of the two alone has right, from a pilot')
    .option('--people <count>', 'the first are several people: plan for the test over people and items')
    .option('--spread <sd>', 'the standard deviation of people’s accuracies', '0.08')
    .option('--power <p>', 'how probably the difference is to be found', '0.8')
    .action(async (options: PlanOptions) => {
      const { planCommand } = await import('./commands/plan.ts');
      planCommand(invocation, options);
    });
  command('formats', 'lists every format and what it reads and writes').action(async () => {
    const { formatsCommand } = await import('./commands/formats.ts');
    formatsCommand(invocation);
  });
  return program;
}

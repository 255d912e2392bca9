import { readFile } from 'node:fs/promises';
import { RecruitmentSettings } from '../../../../../shared/contract/recruitment.ts';
import { issuesInWords } from '../../../../../shared/base/issues.ts';
import { missingCodes } from '../../../../../shared/domain/completionCodes.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import { asCasebookError } from '../../../../core/base/errors.ts';
import type { Network } from '../../../../core/features/studies/arrivals/recruiting.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { WrongUsage } from '../../usage.ts';
import { doerOf } from '../../people.ts';
import { studyCalled } from './findStudy.ts';
import { readSettings, type RecruitmentOptions } from './options.ts';
import { personalLinks } from './personalLinks.ts';
import { PRESETS } from './presets.ts';

/** `casebook study DIR recruit TITLE`: makes the study link, or changes how people come. */
export async function recruit(
  { output }: Invocation,
  dir: string,
  title: string,
  options: RecruitmentOptions,
): Promise<void> {
  const preset = PRESETS.find((each) => each === options.preset);
  if (options.preset !== undefined && preset === undefined)
    throw new WrongUsage(`--preset: "${options.preset}" is not among ${PRESETS.join(', ')}.`);
  const given = await readSettings(options.settings);
  const network = networkOf(options);
  const made = await withCasebook(dir, 'once', (open) => {
    const study = studyCalled(open, title);
    const before = preset === undefined ? (open.recruiting.get(study, null)?.settings ?? null) : null;
    const settings = RecruitmentSettings.safeParse({
      ...(before ?? open.recruiting.initial(preset ?? 'prolific')),
      ...given,
    });
    if (!settings.success) throw new WrongUsage(`--settings: ${issuesInWords(settings.error)}`);
    return open.recruiting.save(study, settings.data, doerOf(open), network);
  });
  const lacking = made.settings.open ? missingCodes(made.settings) : null;
  output.result(made, [
    `${counted(made.settings.places, 'place')}; the link is ${made.settings.open ? 'open' : 'closed'}.`,
    ...(lacking === null ? [] : [`${lacking} Enter codes under "outcomes" with --settings.`]),
    made.link ?? 'Name the address with --public-url to see the study link; casebook host serves it.',
  ]);
}

/**
 * `casebook study DIR links TITLE FILE`: reads a list of ids, one a line, and prints a link for each. Without a file: a
 * personal link for each participant who is enrolled.
 */
export async function links(
  invocation: Invocation,
  dir: string,
  title: string,
  file: string | undefined,
  options: RecruitmentOptions,
): Promise<void> {
  const { output } = invocation;
  const network = networkOf(options);
  if (file === undefined)
    return personalLinks(invocation, dir, title, network, { plainAddress: options.plainAddress === true });
  if (network === null)
    throw new WrongUsage(
      'study links with a list of ids needs --public-url, the address of the host. For links on this computer, leave the file out: every enrolled participant gets one.',
    );
  const ids = [
    ...new Set(
      (await read(file))
        .split(/\r?\n/u)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  if (ids.length === 0) throw new WrongUsage(`${file} holds no ids; it needs one a line.`);
  const made = await withCasebook(dir, 'read', (open) =>
    open.recruiting.links(studyCalled(open, title), ids, network),
  );
  output.result({ links: made }, table(made.map(({ id, link }) => [id, link])));
}

/** `casebook study DIR board TITLE`: how the study goes now. */
export async function board({ output }: Invocation, dir: string, title: string): Promise<void> {
  const found = await withCasebook(dir, 'read', (open) => open.recruiting.board(studyCalled(open, title)));
  const { groups, conditions, crowd, ...counts } = found;
  output.result(found, [
    ...table([
      ['arrived', String(counts.arrived)],
      ['deciding', String(counts.deciding)],
      ['declined', String(counts.declined)],
      ['screened out', String(counts.screenedOut)],
      ['under way', String(counts.underWay)],
      ['silent', String(counts.silent)],
      ['finished', String(counts.finished)],
      ['attention failed', String(counts.attentionFailed)],
      ['withdrew', String(counts.withdrawn)],
      ['returned', String(counts.returned)],
      ['places left', `${String(counts.left)} of ${String(counts.places)}`],
    ]),
    ...(crowd === null
      ? []
      : [
          `${counted(crowd.places, 'place')} taken within ${counted(crowd.seconds, 'second')}; nobody there has answered yet.`,
        ]),
    ...groups.map(
      ({ group, places, finished, left }) =>
        `Group ${String(group)}: ${String(finished)} of ${String(places)} finished, ${String(left)} left`,
    ),
    ...conditions.map(({ title, answers }) => `${title}: ${counted(answers, 'answer')}`),
  ]);
}

/** `casebook study DIR panel-status TITLE FILE`: takes in the panel's list of submissions. */
export async function panelStatus(
  invocation: Invocation,
  dir: string,
  title: string,
  file: string,
): Promise<void> {
  const csv = await read(file);
  const status = await withCasebook(dir, 'once', (open) =>
    open.recruiting.panelStatus(studyCalled(open, title), csv, doerOf(open)),
  );
  if (status.unknown.length > 0) invocation.foundProblems();
  invocation.output.result(status, [
    `${counted(status.rows, 'row')}: ${counted(status.released, 'place')} released, ${String(status.excluded)} excluded, ${String(status.unchanged)} unchanged.`,
    ...status.unknown.map(({ line, reason }) => `line ${String(line)}: ${reason}`),
  ]);
}

/** `casebook study DIR forget-ids TITLE`: deletes the panel's ids for good. */
export async function forgetIds({ output }: Invocation, dir: string, title: string): Promise<void> {
  const forgotten = await withCasebook(dir, 'once', (open) =>
    open.recruiting.forgetIds(studyCalled(open, title), doerOf(open)),
  );
  output.result({ forgotten }, [`${counted(forgotten, 'id')} of the panel deleted.`]);
}

function networkOf({ publicUrl }: RecruitmentOptions): Network {
  if (publicUrl === undefined) return null;
  const url = URL.parse(publicUrl);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new WrongUsage(`--public-url: "${publicUrl}" is not an address such as https://study.example.org.`);
  return { url: url.origin };
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw asCasebookError(error);
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importGraph } from '../helpers/importGraph.ts';
import { testsBeside } from './beside.ts';
import { type Copy, makeCopy, type Outcome } from './copy.ts';
import { isEquivalent, readEquivalents } from './equivalent.ts';
import { type Fault, faultsOf } from './faults.ts';
import { apart, drawn, quotas } from './sample.ts';

/**
 * `npm run mutants -- --count 60 --seed 1`: plants faults of one line, one at a time, into a copy of the working tree and
 * runs the tests beside each: a fault that leaves them green is one that nobody would notice. Ends with the exit code 1
 * where fewer than 85 of 100 are noticed.
 *
 * `--green` says that the tests are known to be green: they are not run without a fault first. `--minutes` is how long all may take, `--limit` how many seconds the tests of one fault may; those that take longer
 * noticed it. `--folder` names a folder instead of all, also several times, and `--list` prints what would be planted.
 */
const FOLDERS = [
  'electron/core/access',
  'electron/core/derived',
  'electron/core/records',
  'electron/core/merge',
  'electron/hosts/network',
  'electron/hosts/hub',
  'shared/agreement',
  'shared/statistics',
];
const AT_LEAST = 0.85;
/** How many faults are drawn for each one wanted: the compiler refuses some. */
const SPARE = 1.4;

const repository = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    limit: { type: 'string', default: '180' },
    folder: { type: 'string', multiple: true },
    green: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const [count, seed, minutes, limit] = [values.count, values.seed, values.minutes, values.limit].map(Number);
if (![count, seed, minutes, limit].every((value) => Number.isFinite(value)))
  throw new Error('--count, --seed, --minutes and --limit take numbers.');

const folders = values.folder ?? FOLDERS;
const equivalents = readEquivalents();

/** The faults of one folder in the order drawn, without those known to make no difference. */
function drawFrom(folder: string): readonly Fault[] {
  const files = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`)
    .toSorted();
  const faults = files.flatMap((file) => faultsOf(file, readFileSync(join(repository, file), 'utf8')));
  return drawn(
    faults.filter((fault) => !isEquivalent(fault, equivalents)),
    seed ?? 1,
  );
}

/** The first ones of each folder that the compiler takes. */
async function chosen(copy: Copy): Promise<readonly Fault[]> {
  const all = folders.map(drawFrom);
  const wanted = quotas(
    all.map(({ length }) => length),
    count ?? 0,
  );
  const candidates = all.flatMap((faults, at) => faults.slice(0, Math.ceil((wanted[at] ?? 0) * SPARE)));
  const refused = new Set<Fault>();
  for (const group of apart(candidates, ({ file }) => file))
    for (const fault of await copy.refused(group)) refused.add(fault);
  console.log(`${String(refused.size)} of ${String(candidates.length)} drawn are refused by the compiler.`);
  const own = folders.map((folder, at) =>
    candidates
      .filter((fault) => fault.file.startsWith(`${folder}/`) && !refused.has(fault))
      .slice(0, wanted[at]),
  );
  // In turns, so that each folder has its share where the time is up before the end.
  return Array.from({ length: Math.max(0, ...own.map(({ length }) => length)) }, (_, at) =>
    own.flatMap((faults) => faults[at] ?? []),
  ).flat();
}

const told = ({ file, line, code, becomes }: Fault): string =>
  `${file}:${String(line)}\n    ${code}\n    ${becomes}`;

async function main(): Promise<void> {
  const until = performance.now() + (minutes ?? 0) * 60_000;
  using copy = makeCopy();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      copy[Symbol.dispose]();
      process.exit(130);
    });
  const faults = await chosen(copy);
  if (values.list) {
    for (const fault of faults) console.log(told(fault));
    return;
  }
  const graph = new Map([...importGraph('shared'), ...importGraph('electron'), ...importGraph('test')]);
  const tests = new Map(faults.map((fault) => [fault, testsBeside(fault.file, graph)]));
  const needed = [...new Set([...tests.values()].flat())].toSorted();
  if (!values.green && (await copy.test(needed, (minutes ?? 0) * 60)) !== 'green')
    throw new Error('The tests are red, or take too long, without any fault: see to that first.');
  const outcomes = new Map<Fault, Outcome>();
  for (const fault of faults) {
    if (performance.now() > until) break;
    copy.plant([fault]);
    outcomes.set(fault, await firstRed(copy, tests.get(fault) ?? []));
    console.log(`${(outcomes.get(fault) ?? '').padEnd(8)} ${fault.file}:${String(fault.line)}`);
  }
  report(outcomes, faults.length);
}

/** Unit tests first, which are quick, then the test that is most about it, then the others. */
async function firstRed(copy: Copy, files: readonly string[]): Promise<Outcome> {
  const isUnit = (file: string): boolean => file.startsWith('test/unit/');
  const broad = files.filter((file) => !isUnit(file));
  for (const some of [files.filter(isUnit), broad.slice(0, 1), broad.slice(1)]) {
    const outcome = some.length === 0 ? 'green' : await copy.test(some, limit ?? 0);
    if (outcome !== 'green') return outcome;
  }
  return 'green';
}

function report(outcomes: ReadonlyMap<Fault, Outcome>, planned: number): void {
  console.log(`\n${'folder'.padEnd(26)} noticed  of which too long  not noticed`);
  for (const folder of folders) {
    const own = [...outcomes]
      .filter(([{ file }]) => file.startsWith(`${folder}/`))
      .map(([, outcome]) => outcome);
    const [green, late] = (['green', 'tooLong'] as const).map(
      (which) => own.filter((outcome) => outcome === which).length,
    );
    console.log(
      `${folder.padEnd(26)} ${String(own.length - (green ?? 0)).padStart(7)}  ${String(late).padStart(17)}  ${String(green).padStart(11)}`,
    );
  }
  const survivors = [...outcomes].filter(([, outcome]) => outcome === 'green').map(([fault]) => fault);
  const share = outcomes.size === 0 ? 0 : 1 - survivors.length / outcomes.size;
  if (survivors.length > 0) console.log(`\nNot noticed:\n${survivors.map(told).join('\n')}`);
  if (outcomes.size < planned)
    console.log(`\nThe time was up after ${String(outcomes.size)} of ${String(planned)}.`);
  console.log(
    `\n${(share * 100).toFixed(1)} % of ${String(outcomes.size)} were noticed (seed ${String(seed)}); at least ${String(AT_LEAST * 100)} % are to be.`,
  );
  if (share < AT_LEAST) process.exitCode = 1;
}

await main();

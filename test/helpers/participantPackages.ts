import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { Participant } from '../../shared/contract/studies.ts';
import type { StudyId } from '../../shared/base/ids.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { dataPath, put } from './casebooks.ts';
import { testPorts } from './core.ts';
import { drawFlag } from './pictures.ts';
import { present } from './present.ts';
import { cluedItems, completeStudySession } from './study.ts';

/** A study whose participants answer on machines of their own. */
export interface PackagedStudy {
  /** The casebook that the packages were made of; closed. */
  readonly home: string;
  readonly study: StudyId;
  readonly participants: readonly (Pick<Participant, 'handle' | 'studySessionId' | 'personId'> & {
    /** What went out, and what came back. */
    readonly sent: string;
    readonly returned: string;
  })[];
}

/** Everything that a stream of long work gives, to its result. */
export async function resultOf<T>(
  stream: Promise<
    AsyncIterable<{ readonly type: 'progress' } | { readonly type: 'result'; readonly result: T }>
  >,
): Promise<T> {
  for await (const event of await stream) if (event.type === 'result') return event.result;
  throw new Error('The work ended without a result.');
}

/** A program of its own with one window. */
export async function program(folder: string): Promise<{
  readonly window: Client;
  readonly core: ReturnType<typeof createCore>;
  close(): Promise<void>;
}> {
  mkdirSync(folder, { recursive: true });
  const core = createCore(testPorts(folder));
  const window: Client = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
  return { window, core, close: () => core.close() };
}

/** Opens a copy of a casebook, its curator at the window. */
export async function copyOf(from: string, to: string) {
  cpSync(from, to, { recursive: true });
  const opened = await program(`${to}.program`);
  await opened.window.casebooks.open({ path: to });
  const ana = present((await opened.window.people.list()).find(({ roles }) => roles.includes('curator')));
  const window = await clientAs(opened.core, ana.id);
  return { ...opened, window };
}

/**
 * Makes the study with photos, sends every participant a package, and has them answer it elsewhere. Names are long: a few
 * letters can stand in any file of numbers by chance.
 */
export async function packagedStudy(folder: string, count: number): Promise<PackagedStudy> {
  const home = join(folder, 'home.casebook');
  const items = cluedItems(6);
  const source = put(join(folder, 'source', 'data_info.json'), JSON.stringify(items));
  for (const [index, item] of items.entries())
    await drawFlag(join(folder, 'source', dataPath(item)), 640 + index, 480);
  const office = await program(join(folder, 'office'));
  const { window } = office;
  await window.casebooks.create({
    path: home,
    benchmark: 'caughtcheating',
    title: 'Home',
    person: 'Anastasia',
  });
  await resultOf(window.importExport.import({ source, format: 'caughtcheating' }));
  const initial = present((await window.studies.options())?.initial);
  const [practice] = (
    await window.items.list({
      filter: { label: ['clued'] },
      sort: { by: 'imported', descending: false },
      offset: 0,
      limit: 1,
    })
  ).rows;
  const study = await window.studies.save({
    title: 'Baseline',
    settings: { ...initial, seed: 5, practice: practice === undefined ? [] : [practice.id] },
  });
  await window.studies.open({ id: study.id });
  const enrolled = await window.studies.enrolNew({ id: study.id, count, prefix: 'Sitter' });
  const participants: PackagedStudy['participants'][number][] = [];
  for (const { handle, studySessionId, personId } of enrolled) {
    const sent = join(folder, 'sent', `${handle}.casebook-package`);
    const returned = join(folder, 'returned', `${handle}.casebook-package`);
    await resultOf(window.merging.package({ personId, target: sent }));
    const elsewhere = await program(join(folder, handle));
    await elsewhere.window.casebooks.openPackage({ path: sent, target: join(folder, handle, 'a.casebook') });
    await completeStudySession(elsewhere.window, studySessionId);
    await resultOf(elsewhere.window.merging.package({ personId, target: returned }));
    await elsewhere.close();
    participants.push({ handle, studySessionId, personId, sent, returned });
  }
  await office.close();
  return { home, study: study.id, participants };
}

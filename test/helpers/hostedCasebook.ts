import type { Core } from '../../electron/core/app/createCore.ts';
import { temporaryFolder } from './core.ts';
import { makeCertificate, type TestHost, type TestHostOptions } from './networkHost.ts';
import { networkStudy } from './networkStudy.ts';

/** For all files of the process. */
const certificates = temporaryFolder();
process.once('exit', () => certificates[Symbol.dispose]());
export const tls = makeCertificate(certificates.path);

export const DAY = 24 * 60 * 60 * 1000;

/** A casebook of Ana's with a study, on the network. */
export async function hosted(options: Partial<TestHostOptions> = {}) {
  const book = await networkStudy({ tls, ...options });
  return {
    ...book,
    /** The study's link, once it is open to everybody who has it. */
    async studyLink(panel: 'none' | 'prolific' = 'none', places = 30): Promise<string> {
      await book.ana.studies.open({ id: book.study });
      const preset = panel === 'none' ? 'classroom' : 'prolific';
      const settings = await book.ana.recruitment.initial({ id: book.study, preset });
      const { link } = await book.ana.recruitment.save({ id: book.study, settings: { ...settings, places } });
      return (link ?? '').split('?')[0] ?? '';
    },
    person: (handle: string, roles: readonly ('annotator' | 'reviewer' | 'curator')[] = ['annotator']) =>
      book.ana.people.add({ handle, name: handle.toUpperCase(), roles: [...roles] }),
  };
}

export const pathOf = (link: string): string => new URL(link).pathname + new URL(link).search;
export const home = (at: TestHost, cookie: string) => at.ask('/', { cookie });
export const rows = (core: Core, table: 'web_session' | 'arrival'): number =>
  Number(core.services().casebook.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

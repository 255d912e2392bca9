import { createCore } from '../../electron/core/app/createCore.ts';
import type { RecruitmentSettings } from '../../shared/contract/recruitment.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { StudyId } from '../../shared/base/ids.ts';
import { clientAs } from './blindCasebook.ts';
import { put, quietly } from './casebooks.ts';
import { testPorts } from './core.ts';
import { present } from './present.ts';

/** A casebook on disk, closed, with an open study that takes people in by its link. */
export interface HostedStudy {
  readonly path: string;
  readonly study: StudyId;
  /** The path of the study link for somebody of a panel. */
  linkOf(name: string): string;
}

/**
 * Makes one in a folder, of CaughtCheating items that ask one question each about one image of their own. Nothing is drawn at
 * random but the order of the items.
 * @param draw writes the image of an item, which is called `image`
 */
export async function makeHostedStudy(
  folder: string,
  {
    items,
    draw,
    settings = {},
    recruitment = {},
  }: {
    readonly items: number;
    readonly draw: (path: string, item: number) => Promise<void>;
    readonly settings?: Partial<StudySettings>;
    readonly recruitment?: Partial<RecruitmentSettings>;
  },
): Promise<HostedStudy> {
  const source = `${folder}/source`;
  const payloads = Array.from({ length: items }, (_, item) => ({
    data_path: `false_images/${String(item)}.jpg`,
    label: false,
    scene: 'hotel',
    target_partner: 'boyfriend',
    main_ins: `My boyfriend said that he is alone in room ${String(item)}. Do you notice anything?`,
  }));
  const list = put(`${source}/data_info.json`, JSON.stringify(payloads));
  put(`${source}/false_images/.keep`, '');
  for (const [item, { data_path }] of payloads.entries()) await draw(`${source}/${data_path}`, item);
  const core = createCore(testPorts(folder));
  try {
    const path = `${folder}/a.casebook`;
    const services = await core.keeper.create(path, {
      benchmark: 'caughtcheating',
      title: 'A',
      person: 'ana',
    });
    const person = present(services.people.list()[0]);
    const { added, skipped } = await services.importExport.import(
      { source: list, format: 'caughtcheating', person: 'ana' },
      person,
      quietly,
    );
    if (added !== items) throw new Error(`The items were not taken: ${JSON.stringify(skipped)}`);
    const ana = await clientAs(core, person.id);
    const initial = present((await ana.studies.options())?.initial);
    const study = await ana.studies.save({
      title: 'Baseline',
      settings: {
        ...initial,
        items: { filter: {}, sample: null },
        seed: 7,
        breakEvery: null,
        ...settings,
      },
    });
    await ana.studies.open({ id: study.id });
    core.state.network = { url: 'https://localhost' };
    const { link } = await ana.recruitment.save({
      id: study.id,
      settings: {
        ...(await ana.recruitment.initial({ id: study.id, preset: 'prolific' })),
        ...recruitment,
      },
    });
    const { pathname } = new URL(link ?? '');
    return {
      path,
      study: study.id,
      linkOf: (name) =>
        `${pathname}?${new URLSearchParams({ PROLIFIC_PID: `panel-${name}`, STUDY_ID: 'study', SESSION_ID: `of-${name}` }).toString()}`,
    };
  } finally {
    await core.close();
  }
}

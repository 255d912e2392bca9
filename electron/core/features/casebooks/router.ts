import type { Feature, OpenedCasebook } from '../../access/context.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { resolve } from 'node:path';
import type { OpenCasebook } from '../../../../shared/contract/application.ts';
import type { Connection } from '../../base/connection.ts';
import { caller, openCasebook, procedures, viewer, writableCasebook } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import { refuseLocked } from '../../access/confinement.ts';
import { describeOpen } from '../../access/describeOpen.ts';
import type { CasebookKeeper } from '../../access/keeper.ts';
import { backupCasebook } from './backup.ts';
import { checkCasebook } from './check.ts';
import { listKeptBackups } from './restoring.ts';
import { readForeignSets } from '../../records/answers/foreignSets.ts';
import { shownSets } from './shownSets.ts';
import { changesOf } from '../../db/changeMark.ts';
import { changeSettings } from './changeSettings.ts';

const os = procedures.casebooks;

/** Procedures on casebooks as a whole. */
export function casebooksRouter(keeper: CasebookKeeper, casebook: Feature<Casebook>) {
  const described = (open: OpenedCasebook, session: Connection): OpenCasebook => describeOpen(open, session);
  return {
    create: os.create.handler(async ({ input, context }) => {
      const { path, benchmark, title, person } = input;
      context.session.personId = null;
      return described(await keeper.create(path, { benchmark, title, person }), context.session);
    }),
    open: os.open.handler(async ({ input, context }) => {
      // A person who opens a read-only casebook again stays the current user: their edits wait for that.
      if (context.core.open?.casebook.path !== resolve(input.path)) context.session.personId = null;
      return described(await keeper.open(input.path), context.session);
    }),
    openSample: os.openSample.handler(async ({ input, context }) => {
      context.session.personId = null;
      const open = await keeper.openSample(input.benchmark);
      // Others of the team can be chosen later; at first it is theirs who opens it.
      context.session.personId = open.people.list()[0]?.id ?? null;
      return described(open, context.session);
    }),
    openPackage: os.openPackage.handler(async ({ input, context }) => {
      context.session.personId = null;
      return described(await keeper.openPackage(input.path, input.target ?? null), context.session);
    }),
    close: os.close.handler(() => keeper.close()),
    rename: os.rename.handler(({ input, context }) => {
      const open = writableCasebook(context);
      open.settings.rename(input.title, caller(context).id);
      keeper.remember(open);
      return described(open, context.session);
    }),
    saveVocabulary: os.saveVocabulary.handler(({ input, context }) => {
      const open = writableCasebook(context);
      open.settings.saveVocabulary(input.vocabulary, caller(context).id);
      return described(open, context.session);
    }),
    changes: os.changes.handler(() => changesOf(casebook.read().database)),
    foreignNames: os.foreignNames.handler(() => shownSets(readForeignSets(casebook.read().database))),
    settings: os.settings.handler(({ context }) => openCasebook(context).settings.current()),
    saveSettings: os.saveSettings.handler(({ input, context }) =>
      changeSettings(casebook.write(), input, caller(context).id),
    ),
    check: os.check.handler(({ context, signal }) => {
      const viewpoint = viewer(context);
      return streamWork(signal, (progress, abort) =>
        checkCasebook(casebook.read(), viewpoint, progress, abort),
      );
    }),
    backup: os.backup.handler(({ input, signal }) => backupCasebook(casebook.read(), input.target, signal)),
    backups: os.backups.handler(({ input, context }) => {
      refuseLocked(context);
      return listKeptBackups(input.path);
    }),
    restore: os.restore.handler(async ({ input, context }) => {
      refuseLocked(context);
      if (context.core.open?.casebook.path !== resolve(input.path)) context.session.personId = null;
      const { open, kept } = await keeper.restore(input.path, input.backup);
      return { casebook: described(open, context.session), kept };
    }),
  };
}

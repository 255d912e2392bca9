import { ORPCError, safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accessOf } from '../../electron/core/access/confinement.ts';
import type { AccessRule } from '../../shared/contract/accessRules.ts';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { called, outcome, procedureNames } from '../helpers/contractSweep.ts';
import { present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';
import {
  byLink,
  cluedItems,
  completeStudySession,
  goOn,
  LATER,
  studyCasebook,
  timing,
} from '../helpers/study.ts';
import { participant, withPhotos } from '../helpers/confinedParticipant.ts';

/** What the contract says of each of its calls. */
const ACCESS: ReadonlyMap<string, AccessRule> = new Map(
  procedureNames().map((name) => [name, accessOf(name.split('.'))]),
);

/** All that is there for somebody who takes part in a study. */
const OPEN_TO_PARTICIPANTS = [
  'application.state',
  'application.reportError',
  'studySessions.mine',
  'studySessions.look',
  'studySessions.consent',
  'studySessions.proceed',
  'studySessions.answer',
  'studySessions.keep',
  'studySessions.back',
  'studySessions.present',
  'studySessions.withdraw',
];

describe('anybody who only takes part in a study', () => {
  it('can call nothing of the whole contract but their own study session', async () => {
    await using book = await studyCasebook();
    const { window, studySessionId } = await participant(book);
    // A procedure that nobody implements yet is there for nobody.
    const all = procedureNames().filter((name) => called(name, book.core.router) !== undefined);
    expect(all.length).toBeGreaterThan(90);
    for (const client of [window, byLink(book, studySessionId)]) {
      const refused = new Map<string, string>();
      for (const name of all) refused.set(name, await outcome(client, name));
      const open = all.filter((name) => refused.get(name) !== 'forbidden');
      expect(open.sort()).toEqual([...OPEN_TO_PARTICIPANTS].sort());
    }
  });

  it('learns of the casebook its title and nothing of where it lies or what is in it', async () => {
    await using book = await studyCasebook();
    const { window, handle, studySessionId } = await participant(book);
    await book.ana.casebooks.saveVocabulary({
      vocabulary: { scenes: ['a secret scene'], discardReasons: [], minimumSide: 1 },
    });
    for (const client of [window, byLink(book, studySessionId)]) {
      const state = await client.application.state();
      expect(state).toMatchObject({
        casebook: { path: '', title: 'A', vocabulary: {}, person: { handle, roles: ['participant'] } },
        recent: [],
        documents: '',
        electron: null,
      });
      expect(JSON.stringify(state)).not.toContain(book.folder.path);
    }
  });

  it('never becomes another user, whatever becomes of their roles or the casebook', async () => {
    await using book = await studyCasebook();
    const { window, personId } = await participant(book);
    await window.studySessions.mine();
    expect(await outcome(window, 'people.list')).toBe('forbidden');
    expect((await safe(window.people.workAs({ id: book.anaId }))).error).not.toBeNull();
    // No curator can do so while the study session lasts; another casebook that is merged can.
    book.database.prepare(`UPDATE person SET roles = '["curator"]' WHERE id = ?`).run(personId);
    expect(await outcome(window, 'items.counts')).toBe('forbidden');
    await book.ana.casebooks.close();
    expect(await outcome(window, 'casebooks.openSample')).toBe('forbidden');
    expect((await window.application.state()).casebook).toBeNull();
    const other = await book.core.keeper.create(book.folder.join('b.casebook'), {
      benchmark: 'generic',
      title: 'B',
      person: 'Ben',
    });
    expect(other.people.list()).toHaveLength(1);
    // Alone at a casebook everybody else is the current user at once.
    expect((await window.application.state()).casebook?.person).toBeNull();
    expect(await outcome(window, 'studySessions.mine')).toBe('forbidden');
  });

  it('by a personal link is locked in whatever other roles they hold', async () => {
    await using book = await studyCasebook();
    const bo = await book.ana.people.add({ handle: 'bo', name: '', roles: ['annotator'] });
    await book.ana.studies.open({ id: book.study });
    const enrolled = present((await book.ana.studies.enrol({ id: book.study, people: [bo.id] }))[0]);
    const linked = byLink(book, enrolled.studySessionId);
    expect((await linked.studySessions.mine()).map(({ id }) => id)).toEqual([enrolled.studySessionId]);
    expect(await outcome(linked, 'items.list')).toBe('forbidden');
    expect((await linked.application.state()).casebook?.person?.roles).toEqual(['participant']);
    // In a window of their own they do their other work.
    expect(await outcome(await clientAs(book.core, bo.id), 'items.list')).toBe('let in');
  });

  it('may hand their package back and open another, on their own machine', async () => {
    await using book = await withPhotos(300);
    const { personId } = book;
    const target = book.folder.join('P01.casebook-package');
    const stream = await book.ana.merging.package({ personId, target });
    for await (const _event of stream);
    await book.ana.casebooks.close();
    const own = await clientAs(book.core, null);
    const open = await own.casebooks.openPackage({ path: target, target: book.folder.join('own.casebook') });
    expect(open).toMatchObject({ person: { id: personId }, packageFor: { personId } });
    const studySession = present((await own.studySessions.mine())[0]);
    const pages = await completeStudySession(own, studySession.id);
    expect(pages.at(-1)?.now.view).toBe('end');
    // Two clued items, their steps the same as at home.
    expect(pages.filter(({ now }) => now.view === 'step')).toHaveLength(8);
    const theirs = [...ACCESS].filter(([, { who }]) => who.includes('participant') || who.includes('owner'));
    for (const [name] of ACCESS) {
      if (theirs.some(([each]) => each === name)) continue;
      expect([name, await outcome(own, name)]).toEqual([name, 'forbidden']);
    }
    for (const name of ['items.list', 'people.list', 'history.list', 'importExport.export', 'studies.list'])
      expect(theirs.map(([each]) => each)).not.toContain(name);
    // Going back to before an answer would be answering twice.
    await expect(own.casebooks.backups({ path: open.path })).rejects.toThrow(/only take part/u);
    const backup = 'any.sqlite';
    await expect(own.casebooks.restore({ path: open.path, backup })).rejects.toThrow(/only take part/u);
    const state = await own.application.state();
    expect(state.casebook?.vocabulary).toEqual({});
    const back = await own.merging.package({ personId, target: book.folder.join('back.casebook-package') });
    for await (const _event of back);
    await own.casebooks.close();
    await own.casebooks.open({ path: book.folder.join('a.casebook') });
    const services = book.core.services();
    const { ana } = book;
    await ana.people.workAs({ id: book.anaId });
    const merge = await ana.merging.merge({
      sources: [book.folder.join('back.casebook-package')],
      dryRun: false,
    });
    for await (const _event of merge);
    expect(services.participants.list(book.study)).toMatchObject([{ state: 'finished', answered: 8 }]);
  });
});

describe('what reaches a participant before an answer stands', () => {
  const fixtures: [string, () => readonly JsonObject[] | null][] = [
    ['items made up', () => cluedItems(9)],
    ['the published items, where they are present', () => realItems()],
  ];
  it.each(fixtures)('holds nothing of what comes after it: %s', async (_name, load) => {
    // Without the published items, the made-up ones were swept already.
    const items = load() ?? cluedItems(3);
    await using book = await studyCasebook({ items, settings: { breakEvery: 5 } });
    const one = await participant(book);
    const client = byLink(book, one.studySessionId);
    // By the image: claims of several items can be worded alike.
    const tellings = new Map(
      book.items.map(({ images, payload }) => [text(images[0]), tellingTexts(payload)]),
    );
    const told = new Set<string>();
    let page: StudySessionPage = await client.studySessions.look({ id: one.studySessionId });
    let claims = 0;
    const shapes = new Set<string>();
    for (;;) {
      const { now } = page;
      const heard = JSON.stringify([
        page,
        await client.studySessions.mine(),
        await client.application.state(),
      ]);
      if (now.view === 'step' && now.step === 'main_ins') {
        claims += 1;
        // A clued item looks like an unclued one.
        shapes.add(JSON.stringify(page, (key, value: unknown) => (HARMLESS.has(key) ? '' : value)));
        if (claims === items.length) expect(page.progress).toEqual({ done: claims, total: items.length });
      }
      for (const secret of secretsLeft(tellings, told))
        expect(heard).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(heard).not.toMatch(
        /clued|_images|data_path|\.png|\.jpe?g|https?:|"label"|"scene"|"plan"|itemId/u,
      );
      if (now.view === 'end') break;
      page = await goOn(client, one.studySessionId, page);
      // Once its claim is answered, an item's own questions may be asked.
      if (now.view === 'step' && now.step === 'main_ins') told.add(text(now.images[0]?.id));
    }
    expect(claims).toBe(items.length);
    expect(shapes.size).toBe(1);
    const answered = items.reduce(
      (sum, item) => sum + 1 + list(item['p_sub_ins']).length + list(item['r_sub_ins']).length,
      0,
    );
    expect(
      book.database
        .prepare('SELECT count(*) FROM response WHERE session_id = ?')
        .pluck()
        .get(one.studySessionId),
    ).toBe(answered);
  });

  it('is not helped by asking for what comes later', async () => {
    await using book = await studyCasebook();
    const { studySessionId: id } = await participant(book);
    const client = byLink(book, id);
    let page = await client.studySessions.consent({ id });
    while (page.now.view !== 'step') page = await goOn(client, id, page);
    const { entry } = page.now;
    const answer = { kind: 'yes_no', value: 'yes' } as const;
    const refusals = [];
    for (const [at, step] of [
      [entry, 'p_sub_ins/0'],
      [entry + 1, 'main_ins'],
      [entry + 900, 'main_ins'],
      [entry, `p_sub_ins/900`],
    ] as const) {
      refusals.push(
        await safe(client.studySessions.answer({ id, entry: at, step, answer, timing, timedOut: false })),
      );
      refusals.push(await safe(client.studySessions.keep({ id, entry: at, step, answer, timing })));
    }
    for (const { error } of refusals) {
      expect(error).toBeInstanceOf(ORPCError);
      expect(JSON.stringify([error?.message, error instanceof ORPCError ? error.data : null])).not.toContain(
        LATER,
      );
    }
    expect(await client.studySessions.look({ id })).toEqual(page);
  });
});

/** What may differ between the pages of two claims. */
const HARMLESS = new Set(['prompt', 'id', 'entry', 'done', 'width', 'height']);

const text = (value: unknown): string => z.string().parse(value);
const list = (value: unknown): string[] => z.array(z.string()).nullish().parse(value) ?? [];

/** The texts of an item that nobody may see before its claim is answered. */
function tellingTexts(item: JsonObject): string[] {
  return [
    ...list(item['p_sub_ins']),
    ...list(item['r_sub_ins']),
    ...list(item['non_detm_cue']),
    z.string().nullish().parse(item['detm_cue']) ?? '',
    text(item['data_path']),
    z.string().nullish().parse(item['url']) ?? '',
  ].filter((each) => each.trim() !== '');
}

/** What is still to be kept back: of items whose claim is not answered, unless an answered one says the same. */
function secretsLeft(tellings: ReadonlyMap<string, readonly string[]>, told: ReadonlySet<string>): string[] {
  const known = [...tellings].flatMap(([image, texts]) => (told.has(image) ? [...texts] : []));
  return [...tellings].flatMap(([image, texts]) =>
    told.has(image) ? [] : texts.filter((each) => !known.some((other) => other.includes(each))),
  );
}

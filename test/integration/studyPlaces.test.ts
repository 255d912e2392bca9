import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { put } from '../helpers/casebooks.ts';
import { casebook as command } from '../helpers/commandLine.ts';
import { firsts } from '../helpers/present.ts';
import { argusPairs, completeStudySession, goOn } from '../helpers/study.ts';
import { DESK, recruiting } from '../helpers/recruitingStudy.ts';

const MINUTE = 60_000;

describe('places', () => {
  it('are read with the table of participants as of one moment, whatever is written meanwhile', async () => {
    await using at = await recruiting(
      { panel: 'none', check: 'same', places: 6 },
      {},
      { benchmark: 'argus', items: argusPairs(6) },
    );
    const [a, b] = [await at.admitted('a'), await at.admitted('b')];
    await completeStudySession(a.window, a.id);
    const { arrivals } = at.core.services().casebook.records;
    const holders = arrivals.holders.bind(arrivals);
    const other = new Database(join(at.core.services().casebook.path, 'casebook.sqlite'));
    // As an import in another thread does, after the numbers were counted.
    arrivals.holders = (study) => {
      const found = holders(study);
      other.prepare('UPDATE session SET ended_at = 1 WHERE id = ?').run(b.id);
      return found;
    };
    try {
      const { numbers, participants } = await at.ana.studies.board({ id: at.study });
      expect(numbers).toMatchObject({ arrived: 2, finished: 1, underWay: 1 });
      expect(participants.map(({ state }) => state)).toEqual(['finished', 'sitting']);
    } finally {
      other.close();
      arrivals.holders = holders;
    }
    const later = await at.ana.studies.board({ id: at.study });
    expect(later.numbers).toMatchObject({ finished: 2, underWay: 0 });
    expect(later.participants.map(({ state }) => state)).toEqual(['finished', 'finished']);
  });

  it('are balanced over those who finish, even if others fall silent, leave or come back', async () => {
    await using at = await recruiting(
      { places: 6, silenceMinutes: 10 },
      {},
      { benchmark: 'argus', items: argusPairs(6) },
    );
    const people = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) people.push(await at.admitted(name));
    const [a, b, c, d, e, f] = firsts(people, 6);
    expect((await at.arrive('g')).page.now.view).toBe('full');
    // a and c (the same group) fall silent, b leaves; the others go on.
    await b.window.studySessions.withdraw({ id: b.id });
    at.wait(9 * MINUTE);
    for (const { window, id } of [d, e, f]) await window.studySessions.present({ id });
    at.wait(2 * MINUTE);
    expect(await at.board()).toMatchObject({ underWay: 3, silent: 2, withdrawn: 1, left: 3 });
    // Two come in their place; then a is back, finds a free place of its group and goes on, c does not.
    const g = await at.admitted('g');
    const h = await at.admitted('h');
    await a.window.studySessions.look({ id: a.id });
    expect((await c.window.studySessions.look({ id: c.id })).now).toMatchObject({
      view: 'withdrawn',
      why: 'released',
    });
    for (const { window, id } of [a, d, e, f, g, h]) await completeStudySession(window, id);
    const board = await at.board();
    expect(board).toMatchObject({ finished: 6, left: 0 });
    expect(board.groups.map(({ finished }) => finished)).toEqual([3, 3]);
    const answers = at.database
      .prepare<[], { item: string; condition: string; people: number }>(
        `SELECT r.item_id AS item, r.condition, count(DISTINCT s.id) AS people FROM response r
         JOIN session s ON s.id = r.session_id WHERE s.ended_at IS NOT NULL AND r.purpose = 'main'
         GROUP BY r.item_id, r.condition`,
      )
      .all();
    // Six people finished: each of the six items was answered three times in each of the two versions.
    expect(answers).toHaveLength(12);
    for (const { people: count } of answers) expect(count).toBe(3);
  });

  it('taken at once are shown, and given back at once, with those who answered left alone', async () => {
    await using at = await recruiting({ panel: 'none', check: 'same', places: 12 });
    const people = [];
    for (let count = 0; count < 12; count += 1) {
      const { window } = await at.connect({});
      await window.arrivals.consent({ device: DESK, agree: true });
      const { now } = await window.arrivals.begin({ device: DESK });
      if (now.view !== 'admitted') throw new Error(now.view);
      people.push({ window, id: now.studySessionId });
    }
    const [real, first] = firsts(people, 2);
    await completeStudySession(real.window, real.id);
    expect(await at.board()).toMatchObject({ left: 0, crowd: { places: 11, seconds: 1 } });
    await expect(real.window.recruitment.releaseCrowd({ id: at.study })).rejects.toThrow();
    expect(await at.ana.recruitment.releaseCrowd({ id: at.study })).toEqual({ released: 11 });
    expect(await at.board()).toMatchObject({ left: 11, finished: 1, silent: 11, crowd: null });
    expect(await at.ana.recruitment.releaseCrowd({ id: at.study })).toEqual({ released: 0 });
    // One of them was a person: they go on while a place is free.
    expect((await first.window.studySessions.look({ id: first.id })).now.view).toBe('instructions');
    expect(await at.board()).toMatchObject({ left: 10, underWay: 1 });
    const entries = await at.ana.history.list({ limit: 10 });
    expect(JSON.stringify(entries)).toContain('Gave back 11 places of');
  });

  it('are released by the panel’s file, which can be read twice, and names what it cannot place', async () => {
    await using at = await recruiting();
    const a = await at.admitted('a');
    const b = await at.admitted('b');
    await at.admitted('c');
    await completeStudySession(b.window, b.id);
    const csv = [
      'Submission id,Participant id,Status',
      '1,panel-a,TIMED-OUT',
      '2,panel-b,REJECTED',
      '3,panel-c,ACTIVE',
      '4,panel-z,RETURNED',
      '5,panel-c,DANCING',
    ].join('\r\n');
    expect(await at.ana.recruitment.panelStatus({ id: at.study, csv })).toEqual({
      rows: 5,
      released: 1,
      excluded: 1,
      unchanged: 1,
      unknown: [
        { line: 5, reason: 'Nobody came with this id.' },
        { line: 6, reason: 'The status "DANCING" is not known.' },
      ],
    });
    expect((await a.window.studySessions.look({ id: a.id })).now).toMatchObject({
      view: 'withdrawn',
      why: 'panel',
    });
    expect(await at.board()).toMatchObject({ underWay: 1, finished: 0, returned: 2, left: 3 });
    expect(await at.ana.recruitment.panelStatus({ id: at.study, csv })).toMatchObject({
      released: 0,
      excluded: 0,
    });
    await expect(at.ana.recruitment.panelStatus({ id: at.study, csv: 'a,b\n1,2' })).rejects.toMatchObject({
      data: { code: 'invalid_input' },
    });
  });

  it('of people who fail too many attention checks go to others; they get their own code and do not count', async () => {
    await using at = await recruiting(
      {
        failedChecks: 0,
        outcomes: {
          complete: { code: 'DONE', address: 'https://app.prolific.com/submissions/complete?cc=DONE' },
          screenedOut: null,
          attention: { code: 'CHECK', address: null },
        },
      },
      { attention: { every: 2, checks: [{ prompt: 'Choose B', options: ['A', 'B'], expected: 1 }] } },
    );
    const careless = await at.admitted('a');
    const pages = await completeStudySession(careless.window, careless.id);
    expect(pages.at(-1)?.now).toMatchObject({ view: 'end', outcome: { code: 'CHECK' } });
    expect(await at.board()).toMatchObject({ attentionFailed: 1, finished: 0, left: 4 });
    const [row] = await at.ana.studies.participants({ id: at.study });
    expect(row?.excluded?.reason).toBe('Failed 3 of 3 attention checks; the study allows 0.');
    const careful = await at.admitted('b');
    let page = await careful.window.studySessions.look({ id: careful.id });
    while (page.now.view !== 'end') {
      const { now } = page;
      page =
        now.view === 'step' && now.purpose === 'attention'
          ? await careful.window.studySessions.answer({
              id: careful.id,
              entry: now.entry,
              step: now.step,
              answer: { kind: 'choice', option: '1' },
              timing: { shownAt: null, activeMilliseconds: 1, awayMilliseconds: 0, focusLosses: 0 },
              timedOut: false,
            })
          : await goOn(careful.window, careful.id, page);
    }
    expect(page.now).toMatchObject({ view: 'end', outcome: { code: 'DONE' } });
    expect(await at.board()).toMatchObject({ finished: 1, left: 3 });
  });

  it('are not lost while the program was down', async () => {
    await using at = await recruiting({ silenceMinutes: 10 });
    const { window, id } = await at.admitted('a');
    await window.studySessions.present({ id });
    at.wait(300 * MINUTE);
    await at.core.keeper.close();
    await at.core.keeper.open(at.folder.join('a.casebook'));
    await at.admitted('b');
    expect(await at.board()).toMatchObject({ underWay: 2, silent: 0 });
  });
});

describe('casebook study, for people elsewhere', () => {
  it('makes the study link, links of a list, and shows how the study goes', async () => {
    await using at = await recruiting();
    const [dir, title] = [at.folder.join('a.casebook'), 'Baseline'];
    const { window, id } = await at.admitted('a');
    await window.studySessions.withdraw({ id });
    await at.core.close();
    const shown = await command('study', dir, 'board', title);
    expect(shown.stdout).toMatch(/withdrew\s+1/u);
    expect(shown.stdout).toContain('places left');
    const csv = put(
      at.folder.join('panel.csv'),
      'Participant id,Status\npanel-a,RETURNED\npanel-x,RETURNED\n',
    );
    const status = await command('study', dir, 'panel-status', title, csv);
    expect(status).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('line 3: Nobody came with this id.'),
    });
    const settings = put(at.folder.join('s.json'), JSON.stringify({ places: 9 }));
    const url = 'https://lab.example.org';
    const recruit = await command(
      'study',
      dir,
      'recruit',
      title,
      '--settings',
      settings,
      '--public-url',
      url,
    );
    expect(recruit.stdout).toContain('9 places; the link is open.');
    expect(recruit.stdout).toContain(`${url}/s/${at.token}?PROLIFIC_PID={{%PROLIFIC_PID%}}`);
    const ids = put(at.folder.join('ids.txt'), 'x\n\ny\n');
    const refused = await command('study', dir, 'links', title, ids, '--public-url', url);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not use links made for a list'),
    });
    const forgotten = await command('study', dir, 'forget-ids', title);
    expect(forgotten.stdout).toBe('1 id of the panel deleted.\n');
  });
});

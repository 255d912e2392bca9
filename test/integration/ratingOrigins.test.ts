import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshCasebook, put } from '../helpers/casebooks.ts';
import { casebook as commandLine, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { bringIn, handOut, LABEL_STUDIO, rowsOf, saidIn } from '../helpers/ratingFiles.ts';

const RATINGS = 'item,rater,field,value\na,x,f,1\na,y,f,1\nb,x,f,1\nb,y,f,2\n';

describe('ratings from a file whose origin nobody states', () => {
  it('leave without a place, a day or a word on blindness', async () => {
    await using book = await freshCasebook('generic');
    const report = await bringIn(book, put(book.at('r.csv'), RATINGS));
    expect(report.warnings).toContainEqual({
      item: null,
      field: 'submitted_at',
      message: expect.stringContaining('When they were given is what you say of it'),
    });
    await handOut(book, book.at('out'));
    const { card, people, readme, croissant, labels } = saidIn(book.at('out'));
    expect(card.statement).toBe(
      '2 of the 2 items were rated, 2 of them by two raters or more. The figures are of the ratings before any adjudication. Where the ratings were made is not known. Whether raters saw others’ answers is not known. When the ratings were given is not known. Adjudicators may decide cases that they rated: no. No decisions were made. Adjudicators see the earlier gold: no.',
    );
    expect(card.origins).toEqual({
      ratings: 4,
      made_in: {},
      made_in_unknown: 4,
      blind: 0,
      not_blind: 0,
      blind_unknown: 4,
      dated: 0,
      made_when: {},
      made_when_unknown: 4,
    });
    expect(card.fields).toMatchObject([
      { first_rating: null, last_rating: null, made_when: [], made_when_unknown: 4 },
    ]);
    expect(people).toContain('When they were given is not known.');
    for (const said of [people, readme, JSON.stringify(croissant)])
      expect(said).not.toMatch(/independently|without sight|Rated from|Casebook"/u);
    expect(croissant).not.toHaveProperty(['rai:dataAnnotationPlatform']);
    expect(croissant['rai:dataAnnotationProtocol']).toMatch(
      /^Whether raters saw others’ answers is not known\. Adjudicators may decide/u,
    );
    expect(croissant).not.toHaveProperty(['rai:machineAnnotationTools']);
    for (const label of labels)
      expect(label).toMatchObject({ submitted_at: '', made_in: '', blind: '', made_when: '' });
    // Neither Label Studio's form of them.
    await handOut(book, book.at('tasks.json'), 'labelstudio');
    expect(readFileSync(book.at('tasks.json'), 'utf8')).not.toContain('created_at');
  });

  it('keep the times that the file has', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(
      book,
      put(
        book.at('r.csv'),
        'item,rater,field,value,submitted_at\na,x,f,1,2025-03-01\na,y,f,1,2025-03-04\nb,x,f,1,\nb,y,f,2,\n',
      ),
    );
    await handOut(book, book.at('out'));
    const { card, people, labels } = saidIn(book.at('out'));
    expect(people).toContain(
      'Rated from 2025-03-01 to 2025-03-04, as far as that is known. When 2 were given is not known.',
    );
    expect(card.statement).toContain('When 2 of the 4 ratings were given is not known.');
    expect(labels.map(({ submitted_at: at }) => at?.slice(0, 10))).toEqual([
      '2025-03-01',
      '2025-03-04',
      '',
      '',
    ]);
  });
});

describe('ratings whose origin the importer states', () => {
  it('leave with just that', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, put(book.at('r.csv'), RATINGS), { origin: LABEL_STUDIO });
    await handOut(book, book.at('out'));
    const { card, people, readme, croissant, labels } = saidIn(book.at('out'));
    expect(card.statement).toContain(
      '2 of the 2 items were rated independently, 2 of them by two raters or more. The figures are of the ratings before any adjudication. The ratings were made in Label Studio, according to their import. According to their import, ratings are from 2025-03/2025-05. Adjudicators',
    );
    expect(people).toContain('with two ratings or more. According to their import: 2025-03/2025-05.');
    expect(readme).toContain('Rated without sight of others’ answers:');
    expect(croissant).toMatchObject({
      'rai:dataAnnotationPlatform': 'Label Studio',
      'rai:dataAnnotationProtocol': expect.stringMatching(/^Raters answered without sight of each other’s/u),
    });
    for (const label of labels)
      expect(label).toMatchObject({
        submitted_at: '',
        made_in: 'Label Studio',
        blind: 'yes',
        made_when: '2025-03/2025-05',
      });
  });

  it('are not called independent where raters saw others’ answers', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, put(book.at('r.csv'), RATINGS), { origin: { blind: false } });
    await handOut(book, book.at('out'));
    const { card, readme, croissant, labels } = saidIn(book.at('out'));
    expect(card.statement).toContain('Raters saw others’ answers, so that agreement says less.');
    expect(card.statement).not.toContain('independently');
    expect(readme).toContain('Ratings, round by round. Where the ratings were made is not known. Raters saw');
    expect(croissant['rai:dataAnnotationProtocol']).toMatch(/^Raters saw others’ answers/u);
    expect(labels.map(({ blind }) => blind)).toEqual(['no', 'no', 'no', 'no']);
  });

  it('come in again with what their labels say of them', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, put(book.at('r.csv'), RATINGS), { origin: LABEL_STUDIO });
    await handOut(book, book.at('out'));
    await using second = await freshCasebook('generic');
    // The file's own word goes before that of the person who imports it.
    await bringIn(second, book.at('out/labels.csv'), { origin: { madeIn: 'elsewhere', blind: false } });
    await handOut(second, second.at('out'));
    expect(rowsOf(second.at('out/labels.csv'))).toEqual(rowsOf(book.at('out/labels.csv')));
    const wrong = put(
      second.at('wrong.csv'),
      'item,rater,field,value,blind,made_when\na,x,f,1,perhaps,\nb,x,f,1,,next spring\n',
    );
    expect(await bringIn(second, wrong)).toMatchObject({
      applied: false,
      skipped: [{ field: 'blind' }, { field: 'made_when' }],
    });
  });

  it('take more that is said of them later, and nothing is lost by saying nothing', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('r.csv'), RATINGS);
    await bringIn(book, source);
    const later = await bringIn(book, source, { origin: { madeIn: 'Label Studio' } });
    expect(later).toMatchObject({ added: 0, updated: 4, unchanged: 0 });
    expect(later.changes[0]).toMatchObject({
      field: 'origin',
      from: 'not known',
      to: 'made in Label Studio',
    });
    expect(await bringIn(book, source)).toMatchObject({ added: 0, updated: 0, unchanged: 4 });
    await handOut(book, book.at('out'));
    expect(saidIn(book.at('out')).card).toMatchObject({
      items_rated_twice: 2,
      origins: { ratings: 4, made_in: { 'Label Studio': 4 }, made_when_unknown: 4 },
    });
    // A file about another field says nothing of the answers that were there.
    const other = put(book.at('s.csv'), 'item,rater,field,value\na,x,g,1\n');
    await bringIn(book, other, { origin: { madeIn: 'paper', blind: true } });
    await handOut(book, book.at('more'));
    expect(saidIn(book.at('more')).card.origins).toMatchObject({
      made_in: { 'Label Studio': 3 },
      made_in_unknown: 1,
      blind: 0,
    });
  });
});

describe('on the command line', () => {
  it('an import is told where, whether blind and when; what it does not understand is refused', async () => {
    using folder = temporaryFolder();
    const path = folder.join('c.casebook');
    const source = put(folder.join('r.csv'), RATINGS);
    await commandLine('new', path);
    const importing = ['import', path, source, '--format', 'ratings-csv'];
    for (const [option, value, message] of [
      ['--blind', 'maybe', '--blind: "maybe" is not yes, no or unknown.'],
      ['--made-when', 'spring', '--made-when: "spring" is not a year, a month or a day'],
      ['--made-when', '2025-05/2025-03', '--made-when: "2025-05/2025-03" is not'],
    ] as const) {
      const refused = await commandLine(...importing, option, value);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(message);
    }
    await json(
      shapes.import,
      0,
      ...importing,
      '--made-in',
      'Prodigy',
      '--blind',
      'yes',
      '--made-when',
      '2024',
    );
    await commandLine('export', path, folder.join('out'), '--format', 'hf', '--status', 'any');
    expect(saidIn(folder.join('out')).card.origins).toMatchObject({
      made_in: { Prodigy: 4 },
      blind: 4,
      made_when: { '2024': 4 },
    });
  });
});

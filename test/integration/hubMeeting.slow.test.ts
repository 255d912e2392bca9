import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { answer, base, itemBy, personBy, RATERS, shelf, TASK } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { noPostgres, startTestHub } from '../helpers/hub.ts';
import { present } from '../helpers/present.ts';

const rows = ({ casebook }: Services, sql: string): unknown[] => casebook.database.prepare(sql).all();

/** What a casebook holds of what meets in a hub, and what follows from it; nothing that each counts by itself. */
const held = (services: Services): unknown => ({
  people: rows(services, 'SELECT id, handle, name, roles, set_aside_at FROM person ORDER BY id'),
  items: rows(
    services,
    `SELECT i.id, i.external_id, i.payload, i.status, i.gold_source, a.payload AS gold FROM item i
     LEFT JOIN annotation a ON a.id = i.gold_annotation_id ORDER BY i.id`,
  ),
  tags: rows(services, 'SELECT i.id, t.tag FROM item_tag t JOIN item i ON i.sequence = t.item ORDER BY 1, 2'),
  assignments: rows(
    services,
    'SELECT id, person_id, item_id, task, round, state FROM assignment ORDER BY id',
  ),
  ratings: [...services.casebook.records.ratings.all(TASK, 1)]
    .map(({ itemId, personId, answer: fields, submittedAt }) => ({ itemId, personId, fields, submittedAt }))
    .sort((a, b) => (`${a.itemId} ${a.personId}` < `${b.itemId} ${b.personId}` ? -1 : 1)),
  decisions: rows(
    services,
    'SELECT id, kind, item_id, replaces, cause, note, person_id FROM adjudication ORDER BY id',
  ),
  states: rows(
    services,
    'SELECT item_id, task, round, state, ratings, disagreement, fields FROM rating_state ORDER BY item_id',
  ),
  guidelines: rows(services, 'SELECT id, note, removed_at FROM guideline ORDER BY id'),
  comments: rows(services, 'SELECT id, text, resolved, removed FROM comment ORDER BY id'),
});

const HOMES = ['one', 'two', 'three'] as const;
const item = fc.constantFrom('item-1', 'item-2', 'item-3');
const deed = fc.oneof(
  fc.record({
    kind: fc.constant('answer' as const),
    rater: fc.constantFrom(...RATERS),
    item,
    says: fc.constantFrom('a', 'b'),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    item,
    to: fc.constantFrom('accepted' as const, 'rejected' as const, 'in_review' as const),
  }),
  fc.record({
    kind: fc.constant('tag' as const),
    tag: fc.constantFrom('night', 'blurred'),
    adds: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('guideline' as const), note: fc.constantFrom('Look twice.', 'Zoom in.') }),
  fc.record({
    kind: fc.constant('person' as const),
    rater: fc.constantFrom(...RATERS),
    name: fc.constantFrom('Ada', 'Ben'),
  }),
  fc.record({ kind: fc.constant('exchange' as const) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer Each> ? Each : never;

function perform(services: Services, what: Exclude<Deed, { kind: 'exchange' }>): void {
  const mara = personBy(services, 'mara');
  if (what.kind === 'answer')
    answer(services, what.rater, itemBy(services, what.item), { kind: what.says }, null);
  else if (what.kind === 'status')
    services.casebook.database.transaction(() =>
      services.casebook.derived.items.setStatus(itemBy(services, what.item), what.to),
    )();
  else if (what.kind === 'tag')
    services.items.tag(
      { filter: {} },
      what.adds ? [what.tag] : [],
      what.adds ? [] : [what.tag],
      mara.id,
      everything,
    );
  else if (what.kind === 'guideline')
    services.guidelines.add({ task: TASK, field: 'kind', category: null, note: what.note }, mara.id);
  else
    services.people.update(
      { id: personBy(services, what.rater).id, name: what.name, roles: ['annotator'] },
      mara.id,
    );
}

describe.skipIf(noPostgres !== null)('casebooks that meet in a hub', () => {
  it('come to hold the same, in whatever order they exchange', { timeout: 300_000 }, async () => {
    await using hub = await startTestHub();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ home: fc.nat(2), deed }), { minLength: 6, maxLength: 20 }),
        async (steps) => {
          using folder = temporaryFolder();
          const on = shelf(folder);
          await base(on);
          const cores: Core[] = [];
          const { casebook, invitation } = await hub.founding('Base');
          try {
            for (const name of HOMES) {
              on.copy('base', name);
              const core = createCore(testPorts(folder.join(`programs/${name}`)));
              cores.push(core);
              const { people, hub: service } = await core.keeper.open(on.path(name));
              const mara = present(people.list().find(({ handle }) => handle === 'mara'));
              const text =
                name === 'one' ? invitation : await hub.invitation(casebook, { ...mara, role: 'curator' });
              expect((await service.connect(text, mara.id, quietly)).problem).toBeNull();
            }
            for (const { home, deed: what } of steps) {
              const services = cores[home]?.services();
              if (services === undefined) continue;
              if (what.kind === 'exchange') await services.hub.exchange(quietly);
              // Each rater works at one place.
              else if (what.kind !== 'answer' || RATERS.indexOf(what.rater) === home) perform(services, what);
            }
            for (let round = 0; round < 3; round += 1)
              for (const core of cores) await core.services().hub.exchange(quietly);
            const [one, two, three] = cores.map((core) => held(core.services()));
            expect(two).toEqual(one);
            expect(three).toEqual(one);
            for (const core of cores) {
              const { hub: service, merging } = core.services();
              expect(service.state()).toMatchObject({ waiting: 0, refused: 0, problem: null });
              expect(merging.conflicts()).toEqual([]);
            }
          } finally {
            for (const core of cores) await core.close();
          }
        },
      ),
      { numRuns: 9, endOnFailure: true },
    );
  });
});

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import { orpc } from '../../renderer/client/index.ts';
import { EditionList } from '../../renderer/ui/items/EditionList.tsx';
import { FixForm } from '../../renderer/screens/validate/fix/FixForm.tsx';
import { partsOf } from '../../renderer/screens/validate/funnel/funnelParts.ts';
import { type FunnelBar, funnelPlot } from '../../renderer/screens/validate/funnel/funnelPlot.ts';
import { groupRows, stageRows } from '../../renderer/screens/validate/funnel/funnelTables.ts';
import {
  consistencyRows,
  consistencyTable,
} from '../../renderer/screens/validate/consistency/consistencyTables.ts';
import { tableAsCsv } from '../../shared/figures/csv.ts';
import { paperLook } from '../../renderer/ui/figures/plots/look.ts';
import type { Edition, FixCase, Funnel } from '../../shared/contract/validation.ts';
import { AnnotationId, EditionId, ItemId } from '../../shared/base/ids.ts';
import { firsts } from '../helpers/present.ts';
import { casebookOf } from './casebook.ts';

const id = (last: number) => `0199a000-0000-7000-8000-${String(last).padStart(12, '0')}`;

const casebook = casebookOf({ benchmark: 'mcsbench' });

const kase: FixCase = {
  id: ItemId.parse(id(2)),
  externalId: 'mcs-0001',
  edition: null,
  number: 1,
  texts: [
    { field: 'question', title: 'Question', text: 'What tells onions from garlic?' },
    { field: 'optionA', title: 'Option A', text: 'The broad petals' },
    { field: 'gold', title: 'Gold option', text: 'B', choices: ['A', 'B', 'C'] },
  ],
  proposals: [
    {
      annotationId: AnnotationId.parse(id(3)),
      decision: 'fix',
      reason: 'it names the concept',
      texts: { question: 'What tells the plant from garlic?' },
    },
    {
      annotationId: AnnotationId.parse(id(4)),
      decision: 'fix',
      reason: 'two options are right',
      texts: { optionA: 'The narrow petals' },
    },
  ],
  details: [],
  reopens: 2,
  refusal: null,
};

beforeEach(() => installShortcuts());
afterEach(() => {
  queryClient.clear();
});

function editions(...rows: readonly Partial<Edition>[]): void {
  queryClient.setQueryDefaults(orpc.validation.editions.key(), { staleTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(
    orpc.validation.editions.queryKey({ input: { itemId: kase.id } }),
    rows.map((row): Edition => ({
      id: null,
      number: 1,
      isCurrent: true,
      changes: [],
      reason: '',
      person: null,
      createdAt: 0,
      ratings: 0,
      responses: 0,
      ...row,
    })),
  );
}

/** A case of its own each time: what was begun on another stays with that one. */
let cases = 10;
function renderFix(
  change: Partial<FixCase> = {},
  proposal: FixCase['edition'] | AnnotationId = null,
  imagesKnown = true,
) {
  cases += 1;
  const shown: FixCase = { ...kase, id: ItemId.parse(id(cases)), ...change };
  queryClient.setQueryData(orpc.validation.editions.queryKey({ input: { itemId: shown.id } }), [
    {
      id: null,
      number: 1,
      isCurrent: true,
      changes: [],
      reason: '',
      person: null,
      createdAt: 0,
      ratings: 2,
      responses: 14,
    },
  ]);
  queryClient.setQueryDefaults(orpc.validation.editions.key(), { staleTime: Number.POSITIVE_INFINITY });
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={casebook}>
          <FixForm
            kase={shown}
            imagesKnown={imagesKnown}
            proposal={proposal === null ? null : AnnotationId.parse(proposal)}
            place={{ at: 1, of: 3 }}
            onLeave={() => undefined}
            onSaved={() => undefined}
            onReadAgain={() => undefined}
          />
        </CasebookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const changed = (title: string) => screen.getByRole('group', { name: `${title}, changed` });

describe('fixing', () => {
  it('shows what changes while one types, in words as well as in looks', async () => {
    const user = renderFix();
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveFocus();
    expect(screen.getByText('Nothing is changed yet.')).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Option A' });
    await user.clear(field);
    await user.type(field, 'The narrow petals of it');
    const diff = changed('Option A');
    expect(diff).toHaveTextContent('The [removed: broad][inserted: narrow] petals[inserted: of it]');
    expect(diff.querySelector('del')).toHaveTextContent('broad');
    expect(diff.querySelectorAll('ins')).toHaveLength(2);
    expect(
      screen.getByText(
        '1 text changed. 2 reviews and 14 answers of people and models of edition 1 stay readable as outdated. 2 people need to answer again, blind.',
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore original: Option A' }));
    expect(field).toHaveValue('The broad petals');
    expect(screen.queryByRole('group', { name: 'Option A, changed' })).toBeNull();
  });

  it('holds its keys back until it is known which images are beside it', async () => {
    const user = renderFix({}, null, false);
    await user.keyboard('{Alt>}t{/Alt}');
    expect(screen.queryByRole('group', { name: /, changed$/u })).toBeNull();
  });

  it('takes proposals over by key: one text, a whole one, and the next one beside it', async () => {
    const user = renderFix();
    await user.keyboard('{Alt>}t{/Alt}');
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(
      'What tells the plant from garlic?',
    );
    expect(screen.getByRole('button', { name: /^In use: all of proposal 1/u })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await user.keyboard('{Alt>}p{/Alt}');
    expect(screen.getByRole('textbox', { name: 'Option A' })).toHaveValue('The narrow petals');
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(
      'What tells the plant from garlic?',
    );
    expect(screen.getByRole('textbox', { name: /^Why/u })).toHaveValue('two options are right');
  });

  it('leaves a reason written by hand alone', async () => {
    const user = renderFix();
    const reason = screen.getByRole('textbox', { name: /^Why/u });
    expect(reason).toHaveValue('it names the concept');
    await user.keyboard('{Alt>}r{/Alt}');
    expect(reason).toHaveFocus();
    await user.type(reason, ', twice');
    await user.keyboard('{Alt>}p{/Alt}{Alt>}p{/Alt}');
    expect(reason).toHaveValue('it names the concept, twice');
  });

  it('begins with the proposal that one comes from, and has the gold option to choose from', async () => {
    const user = renderFix({}, AnnotationId.parse(id(4)));
    expect(screen.getByRole('textbox', { name: 'Option A' })).toHaveValue('The narrow petals');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gold option' }), 'C');
    expect(changed('Gold option')).toHaveTextContent('[removed: B][inserted: C]');
  });

  it('says why nothing is saved, and where it cannot be', async () => {
    const user = renderFix();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Nothing is changed yet, so there is no edition to save.',
    );
    cleanup();
    renderFix({ refusal: 'The study “Pilot” is open and asks about this item.' });
    expect(screen.getByText('The study “Pilot” is open and asks about this item.')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Save as edition 2/u })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveAttribute('readonly');
  });
});

it('editions say what changed, why, by whom, and what of them is outdated', () => {
  editions(
    {
      id: EditionId.parse(id(5)),
      number: 2,
      reason: 'it names the concept',
      person: 'Ada',
      changes: [{ field: 'question', title: 'Question', from: 'onions differ', to: 'plants differ' }],
    },
    { isCurrent: false, ratings: 1, responses: 2 },
  );
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <EditionList itemId={kase.id} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const [latest, first] = firsts(screen.getAllByRole('listitem'), 2);
  expect(within(latest).getByText('Current')).toBeVisible();
  expect(within(latest).getByText(/^fixed by Ada/u)).toBeVisible();
  expect(within(latest).getByRole('group')).toHaveTextContent('[removed: onions][inserted: plants] differ');
  expect(within(latest).getByText('No answers.')).toBeVisible();
  expect(
    within(first).getByText('1 review and 2 answers of people and models, kept and outdated.'),
  ).toBeVisible();
});

const funnel: Funnel = {
  all: {
    value: null,
    generated: 10,
    stages: [
      { stage: 'audit', passed: 7, failed: 2, waiting: 1 },
      { stage: 'accepted', passed: 3, failed: 0, waiting: 5 },
    ],
  },
  groups: [
    {
      value: 'Plants',
      generated: 6,
      stages: [
        { stage: 'audit', passed: 5, failed: 1, waiting: 0 },
        { stage: 'accepted', passed: 3, failed: 0, waiting: 2 },
      ],
    },
    {
      value: null,
      generated: 4,
      stages: [
        { stage: 'audit', passed: 2, failed: 1, waiting: 1 },
        { stage: 'accepted', passed: 0, failed: 0, waiting: 3 },
      ],
    },
  ],
  reasons: [],
};

describe('the funnel', () => {
  it('opens with each bar what the same number in the table opens', () => {
    const { whole } = partsOf(funnel, null, { status: ['in_review'] });
    const opened: FunnelBar[] = [];
    const plot = funnelPlot('Funnel', [whole], paperLook, 700, (bar) => opened.push(bar));
    document.body.append(plot);
    const bars = [...plot.querySelectorAll<SVGElement>('g[class^="funnel-"] rect')];
    for (const bar of bars) bar.dispatchEvent(new MouseEvent('click'));
    expect(opened).toHaveLength(6);
    const inTable = stageRows(whole).flatMap(({ cells }) =>
      cells.flatMap(({ opens }) => (opens === undefined ? [] : [JSON.stringify(opens.cell)])),
    );
    for (const { filter } of opened) expect(inTable).toContain(JSON.stringify(filter));
    expect(opened.map(({ filter }) => filter)).toContainEqual({
      status: ['in_review'],
      validation: { at: { stage: 'audit', outcome: ['failed'] } },
    });
    // Told apart by more than colour: each outcome has a pattern of its own.
    expect(new Set(bars.map((bar) => bar.closest('g')?.getAttribute('fill'))).size).toBe(3);
    expect(plot.getAttribute('aria-description')).toContain('Audit 7 passed, 2 failed, 1 waiting');
    plot.remove();
  });

  it('opens the items of a value, and none where the Library has no filter for them', () => {
    const { groups } = partsOf(funnel, 'domain', {});
    const [plants, others] = groupRows(groups, 'failed');
    expect(plants?.cells[1]?.opens?.cell).toEqual({
      facets: { domain: ['Plants'] },
      validation: { at: { stage: 'audit', outcome: ['failed'] } },
    });
    expect(others?.cells[1]?.text).toBe('1');
    expect(others?.cells[1]?.opens).toBeUndefined();
  });
});

it('a figure that is not defined is said in words, on the screen and in what is exported', () => {
  const why = 'Everybody always said the same.';
  const field = {
    field: 'verdict',
    title: 'Verdict',
    coefficient: 'Cohen’s kappa',
    items: 4,
    agreement: 1,
    agreementInterval: null,
    value: null,
    agreementBootstrapInterval: null,
    interval: null,
    noInterval: null,
    bootstrapInterval: null,
    why,
  };
  const lines = [{ key: 'verdict', head: 'Rae: Verdict', field }];
  const [row] = consistencyRows(lines);
  expect(row?.cells.map(({ text }) => text)).toEqual(['4', '100.0%', 'Cohen’s kappa', '–']);
  expect(row?.cells[3]?.reason).toBe(why);
  const csv = tableAsCsv(
    consistencyTable(lines, {
      part: 'people',
      corner: 'Person and field',
      caption: 'Test-retest',
      compared: 'Items',
    }),
  );
  expect(csv).toContain(why);
});

it('a share and a coefficient have their intervals, or a word on why there is none', () => {
  const field = {
    field: 'verdict',
    title: 'Verdict',
    coefficient: 'Cohen’s kappa',
    items: 4,
    agreement: 0.75,
    agreementInterval: [0.25, 1] as [number, number],
    agreementBootstrapInterval: null,
    value: 0.5,
    interval: [-0.25, 1] as [number, number],
    noInterval: null,
    bootstrapInterval: [-0.3, 0.9] as [number, number],
    why: null,
  };
  const linesOf = (change: Partial<typeof field> | { interval: null; noInterval: string }) => [
    { key: 'verdict', head: 'Verdict', field: { ...field, ...change } },
  ];
  const cells = (lines: Parameters<typeof consistencyRows>[0]) =>
    consistencyRows(lines)[0]?.cells.map(({ text, detail, note }) => [text, detail, note]) ?? [];
  const [, same, , value] = cells(linesOf({}));
  expect(same).toEqual(['75.0%', '[25.0, 100.0]', undefined]);
  expect(value).toEqual(['0.500', '[-0.250, 1.000]', undefined]);
  const bare = linesOf({ interval: null, noInterval: 'Too few items for an interval: 4.' });
  expect(cells(bare)[3]).toEqual(['0.500', 'no interval', 'Too few items for an interval: 4.']);
  const csv = tableAsCsv(
    consistencyTable(linesOf({}), { part: 'pooled', corner: 'Field', caption: 'Pairs', compared: 'Pairs' }),
  );
  expect(csv).toMatch(/^Field,Pairs,/mu);
  expect(csv).toContain('-0.3');
});

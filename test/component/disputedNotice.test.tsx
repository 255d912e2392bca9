import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { DisputedNotice } from '../../renderer/ui/items/DisputedNotice.tsx';
import { initialVocabulary } from '../../shared/benchmarks/caughtcheating/schema.ts';
import { curate } from '../../shared/benchmarks/caughtcheating/task.ts';
import { ItemId } from '../../shared/base/ids.ts';
import type { RatingState, Role } from '../../shared/domain/status.ts';
import { casebookOf, personOf } from './casebook.ts';

const id = ItemId.parse('0199a000-0000-7000-8000-000000000001');

function show(ratings: RatingState | null, roles: readonly Role[] = ['curator']): string | null {
  const casebook = casebookOf({
    benchmark: 'caughtcheating',
    vocabulary: initialVocabulary,
    person: personOf([...roles]),
  });
  render(
    <MantineProvider env="test">
      <CasebookContext value={casebook}>
        <DisputedNotice
          row={{ id, ratings, raters: 2, disputed: ratings === 'disputed' ? ['label', 'clues'] : [] }}
          task={curate}
          vocabulary={initialVocabulary}
        />
      </CasebookContext>
    </MantineProvider>,
  );
  return screen.queryByRole('note')?.textContent ?? null;
}

it('says how many raters differ, in which fields, and what is exported until somebody decides', () => {
  expect(show('disputed')).toBe(
    'Disputed: 2 raters differ. Decide in Adjudicate.They differ in: Clued, Clue boxes. Until then, exports contain the previous answer.',
  );
});

it('leads an adjudicator to the case', () => {
  show('disputed', ['adjudicator']);
  expect(screen.getByRole('button', { name: 'Decide in Adjudicate.' })).toBeDefined();
});

it('says nothing of an item over which nobody differs', () => {
  expect(show('unanimous')).toBeNull();
  cleanup();
  expect(show(null)).toBeNull();
});

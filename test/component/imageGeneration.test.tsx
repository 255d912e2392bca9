import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { buildInTurn } from '../../renderer/screens/imageGeneration/buildInTurn.ts';
import { SeedField, type Target, TargetField } from '../../renderer/screens/imageGeneration/fields.tsx';
import { seedOf, type TypedNumber, wholeOf } from '../../renderer/screens/imageGeneration/typedNumber.ts';
import { ImageGenerationSummary } from '../../renderer/screens/imageGeneration/ImageGenerationSummary.tsx';
import { QuestionsSummary } from '../../renderer/screens/imageGeneration/QuestionsSummary.tsx';
import { TransformationChoice } from '../../renderer/screens/imageGeneration/TransformationChoice.tsx';
import { WithoutBoxes } from '../../renderer/screens/imageGeneration/WithoutBoxes.tsx';
import { WordSamples } from '../../renderer/screens/imageGeneration/WordSamples.tsx';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import type { QuerySetsReport } from '../../shared/contract/querySets.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { casebookOf } from './casebook.ts';

const casebook = casebookOf({ benchmark: 'observatory' });

afterEach(() => {
  queryClient.clear();
});

function show(content: React.ReactNode, open: OpenCasebook = casebook) {
  return render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={open}>{content}</CasebookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('numbers', () => {
  it('will do where they are whole and within bounds', () => {
    expect([0, 4_294_967_295].map(seedOf)).toEqual([0, 4_294_967_295]);
    expect(['', '12', -1, 1.5, 4_294_967_296].map(seedOf)).toEqual([null, null, null, null, null]);
    expect(wholeOf(0, 1, 5)).toBeNull();
    expect(wholeOf(5, 1, 5)).toBe(5);
  });

  it('are said to be needed where there is none', async () => {
    function Seed() {
      const [seed, setSeed] = useState<TypedNumber>(7);
      return <SeedField value={seed} onChange={setSeed} />;
    }
    show(<Seed />);
    expect(screen.queryByText(/^Enter a whole number/u)).toBeNull();
    await userEvent.clear(screen.getByLabelText('Seed'));
    expect(screen.getByText('Enter a whole number from 0 to 4294967295.')).toBeTruthy();
  });
});

describe('where it goes', () => {
  const field = (target: Target, onChange: (next: Target) => void) => (
    <TargetField value={target} onChange={onChange} added="As items." folder="With a list." />
  );

  it('is the casebook or a folder, which is then named', async () => {
    const onChange = vi.fn();
    const { rerender } = show(field({ kind: 'casebook', folder: '/out' }, onChange));
    expect(screen.queryByRole('textbox', { name: /^Folder/u })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'A folder' }));
    expect(onChange).toHaveBeenCalledWith({ kind: 'folder', folder: '/out' });
    rerender(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <CasebookContext value={casebook}>
            {field({ kind: 'folder', folder: '/out' }, onChange)}
          </CasebookContext>
        </QueryClientProvider>
      </MantineProvider>,
    );
    expect(screen.getByRole('textbox', { name: /^Folder/u })).toHaveProperty('value', '/out');
  });

  it('is a folder where the casebook is only read', () => {
    show(field({ kind: 'casebook', folder: '/out' }, vi.fn()), {
      ...casebook,
      readOnly: 'It is open elsewhere.',
    });
    expect(screen.getByRole('radio', { name: 'This casebook' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('textbox', { name: /^Folder/u })).toHaveProperty('value', '/out');
  });
});

/** All that a stream gives. */
async function everything<T>(events: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

const PICTURE = 'data:image/webp;base64,AAAA';

describe('what is shown beforehand', () => {
  it('draws the box of a word where it is', () => {
    const { container } = show(
      <WordSamples
        preview={{
          words: 1,
          categories: [],
          side: 1000,
          samples: [
            {
              word: 'sky',
              text: 'SKY',
              font: 'Arial',
              casing: 'upper',
              position: 'top',
              rotation: -45,
              box: { x1: 100, y1: 250, x2: 600, y2: 500 },
              picture: PICTURE,
            },
          ],
          left_out: [{ item: 'łódź', reason: 'No font has all its letters.' }],
        }}
        isLoading={false}
        error={null}
      />,
    );
    expect(screen.getByRole('img', { name: 'The word SKY' })).toBeTruthy();
    const box = [...container.querySelectorAll<HTMLElement>('[style]')].find(
      ({ style }) => style.left !== '',
    );
    expect(box?.style).toMatchObject({ left: '10%', top: '25%', width: '50%', height: '25%' });
    expect(screen.getByText(/łódź \(No font has all its letters\.\)/u)).toBeTruthy();
  });

  it('offers each transformation with its picture, and keeps their order', async () => {
    const all = ['gamma', 'sharpen', 'posterize'].map((name) => ({
      name,
      title: name.toUpperCase(),
      parameters: 'so and so',
    }));
    const onChange = vi.fn();
    show(
      <TransformationChoice
        all={all}
        chosen={['gamma', 'posterize']}
        preview={{
          itemId: ItemId.parse('0199a000-0000-7000-8000-000000000003'),
          title: 'Ada',
          width: 10,
          height: 20,
          original: PICTURE,
          variants: [{ transformation: 'gamma', parameters: {}, picture: PICTURE }],
        }}
        isLoading={false}
        error={null}
        onChange={onChange}
      />,
    );
    expect(screen.getByRole('img', { name: 'The original of Ada' })).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'SHARPEN' }));
    expect(onChange).toHaveBeenLastCalledWith(['gamma', 'sharpen', 'posterize']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'GAMMA' }));
    expect(onChange).toHaveBeenLastCalledWith(['posterize']);
    await userEvent.click(screen.getByRole('button', { name: 'None' }));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });
});

const REPORT: QuerySetsReport = { sets: 2, collages: 0, added: 2, unchanged: 0, left_out: [] };

async function* stream(report: QuerySetsReport) {
  yield { type: 'progress' as const, phase: 'Reading items', done: 0, total: 1 };
  yield { type: 'result' as const, result: await Promise.resolve(report) };
}

describe('originals without boxes', () => {
  const kind = (id: string, needsBoxes: boolean) => ({ id, title: id, description: '', needsBoxes });
  const [grid, guided] = [kind('grid', false), kind('guided', true)];
  const said = (kinds: readonly ReturnType<typeof kind>[], withoutBoxes: number): string => {
    const { container } = show(<WithoutBoxes kinds={kinds} census={{ originals: 12, withoutBoxes }} />);
    const text = container.querySelector('p')?.textContent ?? '';
    cleanup();
    return text;
  };

  it('are said beforehand, where a kind that was chosen asks for boxes', () => {
    expect(said([grid, guided], 7)).toBe(
      '7 of 12 originals have no boxes: one of the chosen kinds cannot ask about them until somebody draws and submits boxes at the Desk.',
    );
    expect(said([guided], 1)).toBe(
      '1 of 12 originals has no boxes: no kind can ask about it until somebody draws and submits boxes at the Desk.',
    );
    expect(said([grid], 7)).toBe('');
    expect(said([], 7)).toBe('');
    expect(said([grid, guided], 0)).toBe('');
  });
});

describe('kinds of questions', () => {
  const kinds = ['One', 'Two', 'Three'].map((title) => ({ id: title.toLowerCase(), title }));

  it('are built one after the other, one that fails keeping none of the others back', async () => {
    const events = await everything(
      buildInTurn(
        kinds,
        ({ id }) =>
          id === 'two' ? Promise.reject(new Error('There are no faces.')) : Promise.resolve(stream(REPORT)),
        new AbortController().signal,
      ),
    );
    expect(events.map((event) => (event.type === 'progress' ? event.phase : 'result'))).toEqual([
      'One: Reading items',
      'Three: Reading items',
      'result',
    ]);
    const last = events.at(-1);
    if (last?.type !== 'result') throw new Error('There is no result.');
    show(
      <QuestionsSummary
        built={last.result}
        target={{ kind: 'casebook', folder: '' }}
        onAgain={() => undefined}
      />,
    );
    expect(within(screen.getByRole('alert')).getByText(/^Two:/u)).toBeTruthy();
    expect(screen.getByText('4 questions in this casebook; 1 kind not built')).toBeTruthy();
  });

  it('are given up together where the work is cancelled', async () => {
    const controller = new AbortController();
    const asked: string[] = [];
    const built = everything(
      buildInTurn(
        kinds,
        ({ id }) => {
          asked.push(id);
          controller.abort();
          return Promise.reject(new Error('It was cancelled.'));
        },
        controller.signal,
      ),
    );
    await expect(built).rejects.toThrow('It was cancelled.');
    expect(asked).toEqual(['one']);
  });
});

it('what was left out is named, and where the rest went', () => {
  show(
    <ImageGenerationSummary
      report={{
        made: 3,
        kept: 1,
        added: 0,
        updated: 0,
        left_out: [{ item: '0004', reason: 'Its original is missing.' }],
        notes: [],
      }}
      target={{ kind: 'folder', folder: '/out' }}
      onAgain={() => undefined}
    />,
  );
  expect(screen.getByText('Written to /out')).toBeTruthy();
  expect(screen.getByText('0004: Its original is missing.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show in Library' })).toBeNull();
});

it('where no question was built, there is none to be seen', () => {
  const message = 'The casebook has other questions with the names of 2 of these.';
  show(
    <QuestionsSummary
      built={[{ title: 'Image matching', report: null, failure: { code: 'conflict', message, hint: null } }]}
      target={{ kind: 'casebook', folder: '' }}
      onAgain={() => undefined}
    />,
  );
  expect(screen.getByText('No questions were built')).toBeTruthy();
  expect(screen.getByText(new RegExp(message, 'u'))).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Build again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show in Library' })).toBeNull();
});

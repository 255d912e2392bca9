import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Command, harmless, runCommand, useCommands } from '../../renderer/ui/commands/commands.ts';
import { HARMLESS } from '../../renderer/ui/commands/gateListener.ts';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import { gate } from '../../renderer/ui/commands/theGate.ts';
import { useGated, useOnScreen } from '../../renderer/ui/commands/useOnScreen.ts';

const NO_IMAGE = 'Key ignored: the image was not on screen yet.';

let done: string[];

beforeEach(() => installShortcuts());
beforeEach(() => {
  done = [];
});
const command = (id: string, key: string): Command => ({
  id,
  title: id,
  group: 'Test',
  defaultKeys: [key],
  scope: 'desk',
  run: () => {
    done.push(id);
  },
});

/** An item with a text to write and an image that may still be loading. */
function Item({ name, isReady }: { readonly name: string; readonly isReady: boolean }) {
  const [text, setText] = useState('');
  const [isChosen, setChosen] = useState(false);
  useOnScreen({ name, isReady });
  useCommands('desk', [command('answer', 'U'), harmless(command('next', 'PageDown'))]);
  useCommands('global', [{ ...command('help', 'F1'), scope: 'global' }]);
  return (
    <div {...useGated()} data-testid="item">
      <textarea aria-label="Note" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <button type="button" aria-pressed={isChosen} onClick={() => setChosen(true)}>
        Clued
      </button>
      <button type="button" {...HARMLESS} onClick={() => done.push('clicked next')}>
        Next
      </button>
    </div>
  );
}

const shown = (name: string, isReady: boolean) => (
  <MantineProvider>
    <Notifications />
    <Item name={name} isReady={isReady} />
    <button type="button" onClick={() => done.push('elsewhere')}>
      Elsewhere
    </button>
  </MantineProvider>
);

const open = async () => waitFor(() => expect(gate.isOpen()).toBe(true));

describe('an item whose image is not on screen', () => {
  it('is answered by no key, command, text or click, and says so', async () => {
    const user = userEvent.setup();
    render(shown('1', false));
    expect(screen.getByTestId('item')).toHaveAttribute('aria-busy', 'true');
    await user.keyboard('u');
    expect(await screen.findByText(NO_IMAGE)).toBeVisible();
    expect(runCommand('answer')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Clued' }));
    act(() => {
      screen.getByRole('textbox', { name: 'Note' }).focus();
    });
    await user.keyboard('text');
    await user.paste('pasted');
    expect(done).toEqual([]);
    expect(screen.getByRole('button', { name: 'Clued' })).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  });

  it('can be left, and the rest of the window works', async () => {
    const user = userEvent.setup();
    render(shown('1', false));
    await user.keyboard('{PageDown}{F1}');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(done).toEqual(['next', 'help', 'clicked next', 'elsewhere']);
  });

  it('lets the caret move in a text: the text stays as it is', async () => {
    const user = userEvent.setup();
    const { rerender } = render(shown('1', true));
    await open();
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'text');
    rerender(shown('1', false));
    await user.keyboard('{ArrowLeft}{Home}');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('selectionStart', 0);
    rerender(shown('1', true));
    await open();
    await user.keyboard('{End}s');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('texts');
  });

  it('is answered once the image is there', async () => {
    const user = userEvent.setup();
    const { rerender } = render(shown('1', false));
    rerender(shown('1', true));
    await open();
    await user.keyboard('u');
    await user.click(screen.getByRole('button', { name: 'Clued' }));
    await user.click(screen.getByRole('textbox', { name: 'Note' }));
    await user.keyboard('text');
    expect(done).toEqual(['answer']);
    expect(screen.getByRole('button', { name: 'Clued' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('text');
  });
});

describe('the next item', () => {
  it('is answered by no key that came before it was on screen', async () => {
    const { rerender } = render(shown('1', true));
    await open();
    const press = () => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'u', code: 'KeyU', bubbles: true, cancelable: true }),
      );
    };
    rerender(shown('2', true));
    act(press);
    expect(done).toEqual([]);
    expect(await screen.findByText('Key ignored: the item was not on screen yet.')).toBeVisible();
    await open();
    act(press);
    expect(done).toEqual(['answer']);
  });

  it('waits for steps that were asked for during the submission', async () => {
    const user = userEvent.setup();
    render(shown('1', true));
    await open();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const submission = gate.during(async () => promise);
    await user.keyboard('u{PageDown}');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(done).toEqual([]);
    resolve(undefined);
    await submission;
    await waitFor(() => expect(done).toEqual(['next', 'clicked next']));
  });
});

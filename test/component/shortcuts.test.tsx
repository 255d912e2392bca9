import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  activeCommands,
  type Command,
  type CommandScope,
  runCommand,
  useCommands,
} from '../../renderer/ui/commands/commands.ts';
import { useKeymap } from '../../renderer/ui/commands/keymap.ts';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';

let done: string[];

beforeEach(() => installShortcuts());
beforeEach(() => {
  done = [];
  useKeymap.setState({ keyPreset: 'casebook', keys: {} }, true);
});

function command(id: string, keys: readonly string[], more: Partial<Command> = {}): Command {
  return {
    id,
    title: id,
    group: 'Test',
    defaultKeys: keys,
    scope: 'library',
    run: () => {
      done.push(id);
    },
    ...more,
  };
}

function Offer({
  scope = 'library',
  commands,
}: {
  readonly scope?: CommandScope;
  readonly commands: readonly Command[];
}) {
  useCommands(scope, commands);
  return null;
}

describe('single keys', () => {
  it('are off in text fields and on elsewhere', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Offer commands={[command('box', ['R']), command('find', ['/'])]} />
        <input aria-label="Text" />
        <textarea aria-label="Area" />
        <input type="checkbox" aria-label="Tick" />
        <div contentEditable aria-label="Rich" role="textbox" tabIndex={0} suppressContentEditableWarning />
      </>,
    );
    await user.click(screen.getByLabelText('Text'));
    await user.keyboard('r/');
    expect(screen.getByLabelText('Text')).toHaveValue('r/');
    await user.click(screen.getByLabelText('Area'));
    await user.keyboard('r');
    await user.click(screen.getByLabelText('Rich'));
    await user.keyboard('r');
    expect(done).toEqual([]);
    await user.click(screen.getByLabelText('Tick'));
    await user.keyboard('r/');
    expect(done).toEqual(['box', 'find']);
  });

  it('leave Space and Enter to the button that has the focus', async () => {
    const user = userEvent.setup();
    let pressed = 0;
    render(
      <>
        <Offer commands={[command('select', ['Space']), command('open', ['Enter'])]} />
        <button type="button" onClick={() => (pressed += 1)}>
          Press
        </button>
      </>,
    );
    screen.getByRole('button').focus();
    await user.keyboard(' {Enter}');
    expect([pressed, done]).toEqual([2, []]);
    screen.getByRole('button').blur();
    await user.keyboard(' {Enter}');
    expect([pressed, done]).toEqual([2, ['select', 'open']]);
  });
});

describe('Enter', () => {
  it('is the screen’s own on a link to where one is, and on a choice that Space makes', async () => {
    const user = userEvent.setup();
    window.location.hash = '#/work';
    render(
      <>
        <Offer commands={[command('next', ['Enter'])]} />
        <a href="#/work">Here</a>
        <a href="#/library">Elsewhere</a>
        <input type="radio" aria-label="All" />
      </>,
    );
    await user.click(screen.getByText('Here'));
    await user.keyboard('{Enter}');
    expect(done).toEqual(['next']);
    await user.click(screen.getByLabelText('All'));
    await user.keyboard('{Enter}');
    expect(done).toEqual(['next', 'next']);
    screen.getByText('Elsewhere').focus();
    await user.keyboard('{Enter}');
    expect(done).toEqual(['next', 'next']);
  });
});

describe('keys with Ctrl', () => {
  it('work while typing, except those that the text field uses itself', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Offer
          commands={[
            command('submit', ['Ctrl+Enter']),
            command('next', ['Ctrl+ArrowRight']),
            command('all', ['Ctrl+A']),
            command('search', ['Ctrl+F'], { whileTyping: true }),
          ]}
        />
        <input aria-label="Text" />
      </>,
    );
    await user.click(screen.getByLabelText('Text'));
    await user.keyboard('{Control>}{Enter}{ArrowRight}af{/Control}');
    expect(done).toEqual(['submit', 'search']);
    screen.getByLabelText('Text').blur();
    await user.keyboard('{Control>}{ArrowRight}a{/Control}');
    expect(done).toEqual(['submit', 'search', 'next', 'all']);
  });
});

describe('keys with Alt', () => {
  it('type their character into a text, and are commands elsewhere', () => {
    render(
      <>
        <Offer commands={[command('leave', ['Alt+L'], { whileTyping: true })]} />
        <input aria-label="Text" />
      </>,
    );
    const text = screen.getByLabelText('Text');
    const option = { key: 'ł', code: 'KeyL', altKey: true } as const;
    text.focus();
    expect(fireEvent.keyDown(text, option)).toBe(true);
    expect(done).toEqual([]);
    fireEvent.keyDown(text, { ...option, key: 'l' });
    expect(done).toEqual(['leave']);
    text.blur();
    fireEvent.keyDown(document.body, option);
    expect(done).toEqual(['leave', 'leave']);
  });
});

describe('digits that need Shift', () => {
  it('are what is typed, before the key that has Shift elsewhere', () => {
    const { rerender } = render(
      <Offer commands={[command('actual size', ['Shift+2']), command('answer', ['2'])]} />,
    );
    const typed = { key: '2', code: 'Digit2', shiftKey: true } as const;
    fireEvent.keyDown(document.body, typed);
    fireEvent.keyDown(document.body, { key: 'é', code: 'Digit2' });
    fireEvent.keyDown(document.body, { ...typed, key: '@' });
    expect(done).toEqual(['answer', 'answer', 'actual size']);
    rerender(<Offer commands={[command('actual size', ['Shift+2'])]} />);
    fireEvent.keyDown(document.body, typed);
    expect(done.at(-1)).toBe('actual size');
  });
});

describe('who gets a key', () => {
  it('is the narrower scope, and the wider one where that has nothing to do', async () => {
    const user = userEvent.setup();
    let busy = true;
    render(
      <>
        <Offer
          scope="canvas"
          commands={[command('leave tool', ['Escape'], { run: () => busy && done.push('canvas') })]}
        />
        <Offer scope="global" commands={[command('deselect', ['Escape'])]} />
      </>,
    );
    await user.keyboard('{Escape}');
    busy = false;
    await user.keyboard('{Escape}');
    expect(done).toEqual(['canvas', 'deselect']);
  });

  it('is nobody outside of the element a command is bound to', async () => {
    const user = userEvent.setup();
    function List() {
      const list = useRef<HTMLDivElement>(null);
      useCommands('library', [command('down', ['ArrowDown'])], { within: list });
      return (
        <div ref={list} tabIndex={0} role="listbox" aria-label="List">
          one
        </div>
      );
    }
    render(<List />);
    await user.keyboard('{ArrowDown}');
    expect(done).toEqual([]);
    screen.getByRole('listbox').focus();
    await user.keyboard('{ArrowDown}');
    expect(done).toEqual(['down']);
  });

  it('is nobody but the dialog while one is open', async () => {
    const user = userEvent.setup();
    const { rerender } = render(
      <>
        <Offer commands={[command('box', ['R'])]} />
        <div role="dialog" aria-modal="true" />
      </>,
    );
    await user.keyboard('r');
    expect(done).toEqual([]);
    rerender(<Offer commands={[command('box', ['R'])]} />);
    await user.keyboard('r');
    expect(done).toEqual(['box']);
  });

  it('is nobody behind a dialog that the same press closes', async () => {
    const user = userEvent.setup();
    function Closing() {
      const [open, setOpen] = useState(true);
      useEffect(() => {
        const close = () => {
          flushSync(() => {
            setOpen(false);
          });
        };
        window.addEventListener('keydown', close, { capture: true });
        return () => {
          window.removeEventListener('keydown', close, { capture: true });
        };
      }, []);
      return open && <div role="dialog" aria-modal="true" />;
    }
    render(
      <>
        <Offer commands={[command('deselect', ['Escape'])]} />
        <Closing />
      </>,
    );
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('dialog'), done]).toEqual([null, []]);
    await user.keyboard('{Escape}');
    expect(done).toEqual(['deselect']);
  });

  it('is nobody once a nearer handler took it', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Offer commands={[command('box', ['R'])]} />
        <button type="button" onKeyDown={(event) => event.preventDefault()}>
          Mine
        </button>
      </>,
    );
    screen.getByRole('button').focus();
    await user.keyboard('r');
    expect(done).toEqual([]);
  });
});

describe('the registry', () => {
  it('offers commands while their screen is there, with what it shows now', () => {
    const { rerender, unmount } = render(<Offer commands={[command('a', [])]} />);
    expect(activeCommands().map(({ id }) => id)).toEqual(['a']);
    rerender(<Offer commands={[command('a', [], { enabled: () => false }), command('b', [])]} />);
    expect(activeCommands().map(({ id }) => id)).toEqual(['b']);
    expect([runCommand('a'), runCommand('b')]).toEqual([false, true]);
    unmount();
    expect(activeCommands()).toEqual([]);
  });
});

describe('changed keys', () => {
  it('replace the usual ones, and an empty list takes them away', async () => {
    const user = userEvent.setup();
    render(<Offer commands={[command('box', ['R']), command('hide', ['H'])]} />);
    act(() => {
      useKeymap.setState({ keys: { box: ['Shift+1'], hide: [] } });
    });
    await user.keyboard('rh');
    expect(done).toEqual([]);
    await user.keyboard('{Shift>}[Digit1]{/Shift}');
    expect(done).toEqual(['box']);
  });
});

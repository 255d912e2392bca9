import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import { casebookOf } from './casebook.ts';

const casebook = casebookOf({ benchmark: 'caughtcheating' });

/** The forms as a page has them that was just loaded: nothing is in memory, what the tab keeps is. */
async function loadedPage() {
  vi.resetModules();
  const { useTextDraft, useUnsavedForms } = await import('../../renderer/ui/form/useFormDraft.ts');
  function Form({ name }: { readonly name: string }) {
    const [text, write] = useTextDraft(name, `Form ${name}`);
    return <input aria-label={name} value={text} onChange={(event) => write(event.currentTarget.value)} />;
  }
  function Unsaved() {
    return <p data-testid="unsaved">{useUnsavedForms().join(', ')}</p>;
  }
  const { CasebookContext: Context } = await import('../../renderer/ui/window/applicationState.ts');
  return ({ of, names }: { readonly of: OpenCasebook; readonly names: readonly string[] }) => (
    <Context value={of}>
      {names.map((name) => (
        <Form key={name} name={name} />
      ))}
      <Unsaved />
    </Context>
  );
}

beforeEach(() => {
  window.sessionStorage.clear();
});
const unsaved = () => screen.getByTestId('unsaved').textContent;

describe('what is typed into a form and not saved', () => {
  it('is there after its screen was left, and after the page was loaded anew, and is said not to be saved', async () => {
    const user = userEvent.setup();
    const First = await loadedPage();
    const { rerender, unmount } = render(<First of={casebook} names={['one', 'two']} />);
    expect(unsaved()).toBe('');
    await user.type(screen.getByLabelText('one'), 'half a thought');
    rerender(<First of={casebook} names={['two']} />);
    expect(unsaved()).toBe('Form one');
    rerender(<First of={casebook} names={['one', 'two']} />);
    expect(screen.getByLabelText('one')).toHaveValue('half a thought');
    expect(screen.getByLabelText('two')).toHaveValue('');
    unmount();

    const Second = await loadedPage();
    render(<Second of={casebook} names={['one']} />);
    expect(screen.getByLabelText('one')).toHaveValue('half a thought');
    expect(unsaved()).toBe('Form one');
    await user.clear(screen.getByLabelText('one'));
    expect(unsaved()).toBe('');
    expect(window.sessionStorage).toHaveLength(0);
  });

  it('is nobody else’s, and of no other casebook', async () => {
    const user = userEvent.setup();
    const Page = await loadedPage();
    const { rerender } = render(<Page of={casebook} names={['one']} />);
    await user.type(screen.getByLabelText('one'), 'mine');
    for (const other of [
      { ...casebook, path: '/b.casebook' },
      { ...casebook, person: null },
    ]) {
      rerender(<Page of={other} names={['one']} />);
      expect(screen.getByLabelText('one')).toHaveValue('');
      expect(unsaved()).toBe('');
    }
  });
});

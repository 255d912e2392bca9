import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { NumberField } from '../../renderer/ui/form/NumberField.tsx';

/** A field that holds 10, and what it told. */
function show() {
  const told = vi.fn<(value: number | null) => void>();
  const submitted = vi.fn<() => void>();
  function Form() {
    const [value, setValue] = useState<number | null>(10);
    return (
      <MantineProvider env="test">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submitted();
          }}
        >
          <NumberField
            label="Weight"
            max={5000}
            value={value}
            onChange={(next) => {
              told(next);
              setValue(next);
            }}
          />
          <button type="submit">Save</button>
          <button
            type="button"
            onClick={() => {
              setValue(7);
            }}
          >
            Seven
          </button>
        </form>
      </MantineProvider>
    );
  }
  render(<Form />);
  const input = screen.getByLabelText<HTMLInputElement>('Weight');
  return { told, submitted, input };
}

async function enter(input: HTMLInputElement, text: string, how: 'typed' | 'pasted'): Promise<void> {
  await userEvent.clear(input);
  await userEvent.click(input);
  if (how === 'typed') await userEvent.type(input, text);
  else await userEvent.paste(text);
}

it.each(['typed', 'pasted'] as const)('leaves what is no number as it is, and says so: %s', async (how) => {
  const { told, submitted, input } = show();
  await enter(input, '0x10', how);
  await userEvent.tab();
  expect(input.value).toBe('0x10');
  expect(screen.getByText(/“0x10” is not a number/u)).toBeTruthy();
  expect(told.mock.calls.flat()).not.toContain(16);
  expect(told.mock.calls.flat()).not.toContain(10);
  await userEvent.click(screen.getByText('Save'));
  expect(submitted).not.toHaveBeenCalled();
});

it.each(['typed', 'pasted'] as const)('asks which number is meant: %s', async (how) => {
  const { told, input } = show();
  await enter(input, '1,234', how);
  expect(input.value).toBe('1,234');
  expect(told.mock.calls.flat()).not.toContain(1234);
  await userEvent.click(screen.getByRole('button', { name: '1234' }));
  expect(told).toHaveBeenLastCalledWith(1234);
  expect(input.value).toBe('1234');
  expect(screen.queryByText(/Which number/u)).toBeNull();
});

it('reads digits of other scripts, and shows the number once it is left', async () => {
  const { told, submitted, input } = show();
  await enter(input, '١٢٫٥', 'pasted');
  expect(told).toHaveBeenLastCalledWith(12.5);
  expect(input.value).toBe('١٢٫٥');
  await userEvent.tab();
  expect(input.value).toBe('12.5');
  await userEvent.click(screen.getByText('Save'));
  expect(submitted).toHaveBeenCalledOnce();
});

it('shows a number that comes from elsewhere, and moves by arrow keys within its bounds', async () => {
  const { told, input } = show();
  await enter(input, '12abc', 'pasted');
  await userEvent.click(screen.getByText('Seven'));
  expect(input.value).toBe('7');
  await userEvent.type(input, '{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(input.value).toBe('8');
  await enter(input, '5000', 'pasted');
  await userEvent.type(input, '{ArrowUp}');
  expect(told).toHaveBeenLastCalledWith(5000);
});

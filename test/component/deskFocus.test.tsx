import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseByDigit } from '../../renderer/ui/form/ChoiceField.tsx';
import { focusField } from '../../renderer/ui/form/focusField.ts';

function Form() {
  return (
    <>
      <details data-testid="fold">
        <summary>Clues</summary>
        <div data-field="clues">
          <button type="button">Add</button>
          <div data-field="clues.0.text">
            <textarea aria-label="Text" />
          </div>
        </div>
      </details>
      <fieldset data-field="scene">
        <div data-digits>
          <input type="radio" name="scene" aria-label="hotel" />
          <input type="radio" name="scene" aria-label="dining" defaultChecked />
          <input type="radio" name="scene" aria-label="beach" disabled />
        </div>
      </fieldset>
    </>
  );
}

describe('the way from a problem to its field', () => {
  it('opens the fold and focuses the field itself', () => {
    const { getByTestId, getByLabelText } = render(<Form />);
    expect(focusField('clues.0.text')).toBe(true);
    expect(getByTestId('fold')).toHaveAttribute('open');
    expect(getByLabelText('Text')).toHaveFocus();
  });

  it('goes to the nearest field that holds one that is not on the screen', () => {
    render(<Form />);
    expect(focusField('clues.4.regions')).toBe(true);
    expect(document.activeElement?.closest('[data-field="clues"]')).not.toBeNull();
  });

  it('focuses the choice that is made', () => {
    const { getByLabelText } = render(<Form />);
    expect(focusField('scene')).toBe(true);
    expect(getByLabelText('dining')).toHaveFocus();
  });

  it('says when there is no such field', () => {
    render(<Form />);
    expect(focusField('images')).toBe(false);
  });
});

describe('a digit', () => {
  it('chooses among the choices that have the focus, unless that one is disabled', () => {
    const { getByLabelText } = render(<Form />);
    const inside = getByLabelText('dining');
    expect(chooseByDigit(inside, 1)).toBe(true);
    expect(getByLabelText('hotel')).toBeChecked();
    expect(chooseByDigit(inside, 3)).toBe(false);
    expect(chooseByDigit(inside, 9)).toBe(false);
    expect(chooseByDigit(document.body, 1)).toBe(false);
  });
});

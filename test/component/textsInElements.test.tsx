import { render } from '@testing-library/react';
import { Fragment, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { present } from '../helpers/present.ts';

/** Replaces each text by one within an element, as a browser does that translates: React's own text is gone. */
function translate(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode() !== null) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
  for (const text of found) {
    const font = document.createElement('font');
    font.append(text.data);
    text.replaceWith(font);
  }
}

function Line({ icon, done, rest, list }: { icon: ReactNode; done: number; rest: ReactNode; list: boolean }) {
  return (
    <p>
      {icon}
      {done} of {2}
      {rest}
      {list && [' a', <b key="b">b</b>]}
      <Fragment>{`end ${String(done)}`}</Fragment>
    </p>
  );
}

it('changes, adds and takes away beside texts that a browser has translated', () => {
  const steps = [
    { icon: null, done: 0, rest: null, list: true, text: '0 of 2 abend 0' },
    { icon: <i key="i">i</i>, done: 1, rest: ' rest', list: false, text: 'i1 of 2 restend 1' },
    { icon: <em key="e">e</em>, done: 2, rest: <u>u</u>, list: true, text: 'e2 of 2u abend 2' },
    { icon: 'text ', done: 3, rest: null, list: false, text: 'text 3 of 2end 3' },
  ];
  const first = present(steps[0]);
  const { container, rerender } = render(<Line {...first} />);
  for (const step of [...steps, ...steps.toReversed()]) {
    rerender(<Line {...step} />);
    expect(container.textContent).toBe(step.text);
    translate(container);
  }
});

it('leaves alone what has no neighbours, and what is not text', () => {
  const { container } = render(
    <div>
      <p>{'one text'}</p>
      <p>
        {1} of {2}
      </p>
      <p>{false}</p>
    </div>,
  );
  expect(container.innerHTML).toBe('<div><p>one text</p><p>1 of 2</p><p></p></div>');
});

import { VisuallyHidden } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import type { Passage } from '../../../../shared/contract/judging.ts';
import { useCommands, useLatest } from '../../../ui/commands/commands.ts';
import { judgeCommands } from '../commands.ts';
import {
  passageOf,
  stepped,
  stretchesOf,
  wordAt,
  type Words,
  type WordSelection,
  type WordStep,
} from './words.ts';
import classes from './MarkableText.module.css';

/** An application takes the keyboard itself: words, which are no elements, are reached with arrows from within. */
const focusable = { tabIndex: 0, 'data-words': '' };

/** A text whose words are selected with arrows or the mouse, with the passages marked in it. */
export function MarkableText({
  text,
  words,
  selection,
  marks,
  onSelect,
  element,
}: {
  readonly text: string;
  readonly words: Words;
  readonly selection: WordSelection;
  readonly marks: readonly Passage[];
  readonly onSelect: (selection: WordSelection) => void;
  readonly element: RefObject<HTMLDivElement | null>;
}) {
  const go = (step: WordStep) => () => onSelect(stepped(words, selection, step));
  useCommands(
    'passage',
    [
      { ...judgeCommands.nextWord, run: go({ by: 'word', direction: 1, extend: false }) },
      { ...judgeCommands.previousWord, run: go({ by: 'word', direction: -1, extend: false }) },
      { ...judgeCommands.extendWord, run: go({ by: 'word', direction: 1, extend: true }) },
      { ...judgeCommands.shrinkWord, run: go({ by: 'word', direction: -1, extend: true }) },
      { ...judgeCommands.nextSentence, run: go({ by: 'sentence', direction: 1, extend: false }) },
      { ...judgeCommands.previousSentence, run: go({ by: 'sentence', direction: -1, extend: false }) },
      { ...judgeCommands.extendSentence, run: go({ by: 'sentence', direction: 1, extend: true }) },
      { ...judgeCommands.shrinkSentence, run: go({ by: 'sentence', direction: -1, extend: true }) },
    ],
    { within: element },
  );
  const selected = passageOf(words, selection);
  const said = selected === null ? '' : text.slice(selected.start, selected.end);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[data-head]')?.scrollIntoView({ block: 'nearest' });
  });

  const select = useLatest(onSelect);
  // A drag may end outside of the text.
  useEffect(() => {
    const take = () => {
      const native = window.getSelection();
      const place = element.current;
      if (native === null || place === null || native.rangeCount === 0) return;
      const anchor = characterAt(place, native.anchorNode, native.anchorOffset);
      const head = characterAt(place, native.focusNode, native.focusOffset);
      if (anchor === null || head === null) return;
      native.removeAllRanges();
      // The end of a selection is after its last character.
      const [from, to] =
        anchor <= head ? [anchor, Math.max(anchor, head - 1)] : [Math.max(head, anchor - 1), head];
      select.current({ anchor: wordAt(words, from), head: wordAt(words, to) });
    };
    document.addEventListener('mouseup', take);
    return () => document.removeEventListener('mouseup', take);
  }, [element, words, select]);

  return (
    <>
      {/* Its keys are commands, which help and the palette know. */}
      <div
        ref={element}
        className={classes['text']}
        role="application"
        {...focusable}
        aria-roledescription="text to mark"
        aria-label="Answer: select words and mark them"
      >
        {stretchesOf(text, words, selection, marks).map(
          ({ start, text: part, marked, begins, selected: inHand, head }) => (
            <span
              key={start}
              data-start={start}
              data-marked={marked || undefined}
              data-begins={begins || undefined}
              data-selected={inHand || undefined}
              data-head={head || undefined}
            >
              {part}
            </span>
          ),
        )}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

/** The character of the whole text at a place in one of its stretches. */
function characterAt(place: HTMLElement, node: Node | null, offset: number): number | null {
  const parent = node instanceof HTMLElement ? node : node?.parentElement;
  const stretch = parent?.closest<HTMLElement>('[data-start]');
  if (stretch === null || stretch === undefined || !place.contains(stretch)) return null;
  return Number(stretch.dataset['start']) + offset;
}

import { ActionIcon, Box, Button } from '@mantine/core';
import { Highlighter, Send, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { JudgingCard, Passage } from '../../../../shared/contract/judging.ts';
import { sameJson } from '../../../../shared/base/json.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { judgeCommands } from '../commands.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { MarkableText } from '../words/MarkableText.tsx';
import { atStart, markToRemove, passageOf, sentenceAt, withMark, wordsOf } from '../words/words.ts';
import classes from './KeyPoints.module.css';

/** The answer with the key points marked in it, and their list. */
export function KeyPointsPart({
  card,
  marks,
  writable,
  onMarks,
  onSubmit,
}: {
  readonly card: JudgingCard;
  readonly marks: readonly Passage[];
  readonly writable: boolean;
  readonly onMarks: (marks: readonly Passage[]) => void;
  readonly onSubmit: () => void;
}) {
  const { answer } = card;
  const words = useMemo(() => wordsOf(answer), [answer]);
  const [selection, select] = useState(atStart);
  const text = useRef<HTMLDivElement>(null);
  const focusText = () => {
    text.current?.focus({ preventScroll: true });
  };
  useEffect(focusText, []);
  const selected = passageOf(words, selection);
  const mark = () => {
    if (selected === null || !writable) return;
    onMarks(withMark(marks, selected));
    // On to what follows: the next key point begins there.
    const after = Math.min(words.words.length - 1, Math.max(selection.anchor, selection.head) + 1);
    select({ anchor: after, head: after });
  };
  const remove = (passage: Passage | undefined) => {
    if (passage !== undefined && writable) onMarks(marks.filter((each) => !sameJson(each, passage)));
  };

  useCommands('judge', [
    { ...judgeCommands.mark, enabled: () => writable && selected !== null, run: mark },
    {
      ...judgeCommands.unmark,
      enabled: () => writable && marks.length > 0,
      run: () => {
        remove(markToRemove(marks, selected));
      },
    },
    {
      ...judgeCommands.sentence,
      run: () => {
        focusText();
        select(sentenceAt(words, selection));
      },
    },
    { ...judgeCommands.text, run: focusText },
    {
      ...judgeCommands.proceed,
      title: 'Submit the key points and go to the next answer',
      enabled: () => writable,
      run: (event) => {
        if (event?.repeat !== true) onSubmit();
      },
    },
  ]);

  return (
    <div className={classes['part']}>
      <div className={classes['scroll']}>
        <h3>Answer</h3>
        {answer === '' ? (
          <Box component="p" c="dimmed">
            No answer was given.
          </Box>
        ) : (
          <MarkableText
            text={answer}
            words={words}
            selection={selection}
            marks={marks}
            onSelect={select}
            element={text}
          />
        )}
      </div>
      <section className={classes['points']} aria-label="Key points">
        <header>
          <h3>{marks.length === 0 ? 'Key points: none marked yet' : counted(marks.length, 'key point')}</h3>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Highlighter size={14} aria-hidden />}
            rightSection={<KeyCaps value="M" />}
            disabled={!writable || selected === null}
            onClick={() => {
              mark();
              focusText();
            }}
          >
            Mark
          </Button>
          <Button
            size="compact-sm"
            leftSection={<Send size={14} aria-hidden />}
            rightSection={<KeyCaps value="Enter" />}
            disabled={!writable}
            onClick={onSubmit}
          >
            {marks.length === 0 ? 'Submit: no key points' : 'Submit'}
          </Button>
        </header>
        <ol>
          {marks.map((passage) => {
            const point = answer.slice(passage.start, passage.end);
            return (
              <li key={`${String(passage.start)} ${String(passage.end)}`}>
                <span>{point}</span>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove the key point “${point}”`}
                  disabled={!writable}
                  onClick={() => {
                    remove(passage);
                    focusText();
                  }}
                >
                  <X size={14} />
                </ActionIcon>
              </li>
            );
          })}
        </ol>
        <p className={classes['hint']}>
          <KeyCaps value="ArrowRight" /> words <KeyCaps value="ArrowDown" /> sentences, with{' '}
          <KeyCaps value="Shift" /> selecting <KeyCaps value="S" /> whole sentence <KeyCaps value="Delete" />{' '}
          remove
        </p>
      </section>
    </div>
  );
}

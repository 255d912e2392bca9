import { describe, expect, it } from 'vitest';
import { ActiveTime, IDLE_AFTER } from '../../renderer/save/document/activeTime.ts';
import { TypingMarks } from '../../renderer/save/document/marks.ts';

/** Types a series of states of one text; gives the steps that undo would take back, last state of each. */
function stepsOf(states: readonly string[], pause = 50): string[] {
  let at = 0;
  let count = 0;
  const marks = new TypingMarks(
    () => at,
    () => String((count += 1)),
  );
  const steps: { mark: string; text: string }[] = [];
  let before = '';
  for (const after of states) {
    at += pause;
    const mark = marks.next('claim', before, after);
    const last = steps.at(-1);
    if (last?.mark === mark) last.text = after;
    else steps.push({ mark, text: after });
    before = after;
  }
  return steps.map((step) => step.text);
}

const typed = (text: string): string[] => Array.from(text, (_, index) => text.slice(0, index + 1));

describe('the steps that undo takes back while typing', () => {
  it('is a word with the space after it', () => {
    expect(stepsOf(typed('two red cups'))).toEqual(['two ', 'two red ', 'two red cups']);
  });

  it('is a run of deleting, apart from typing', () => {
    expect(stepsOf([...typed('cups'), 'cup', 'cu', 'cut'])).toEqual(['cups', 'cu', 'cut']);
  });

  it('is anything pasted, by itself', () => {
    expect(stepsOf(['a', 'ab', 'abPASTED', 'abPASTEDc'])).toEqual(['ab', 'abPASTED', 'abPASTEDc']);
  });

  it('ends where the caret jumps', () => {
    expect(stepsOf(['a', 'ab', 'Xab', 'XYab'])).toEqual(['ab', 'XYab']);
  });

  it('ends after a long pause', () => {
    expect(stepsOf(typed('ab'), 4000)).toEqual(['a', 'ab']);
  });

  it('is kept apart between two texts', () => {
    let count = 0;
    const marks = new TypingMarks(
      () => 0,
      () => String((count += 1)),
    );
    expect(marks.next('claim', '', 'a')).not.toBe(marks.next('scenario', '', 'a'));
  });
});

describe('time at work', () => {
  it('counts while the window is in front and something was done lately', () => {
    let at = 0;
    const time = new ActiveTime(() => at);
    at = 1000;
    time.activity();
    expect(time.take()).toBe(1000);
    expect(time.take()).toBe(0);
    at += IDLE_AFTER + 60_000;
    expect(time.take()).toBe(IDLE_AFTER);
    at += 5000;
    time.activity();
    at += 500;
    expect(time.take()).toBe(500);
    time.setFocused(false);
    at += 5000;
    time.setFocused(true);
    at += 200;
    expect(time.take()).toBe(200);
  });
});

import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import { BoxesAnswer } from '../../renderer/screens/studySession/answers/BoxesAnswer.tsx';
import { CellAnswer } from '../../renderer/screens/studySession/answers/CellAnswer.tsx';
import { isComplete, whatIsMissing } from '../../renderer/screens/studySession/answers/missing.ts';
import { choiceStage } from '../../renderer/screens/studySession/stage/choiceStage.ts';
import { withNotes } from '../../renderer/screens/studySession/stage/notes.ts';
import { lookedAt, stageImages } from '../../renderer/screens/studySession/stage/stage.ts';
import { type BoxesKind, useBoxesStage } from '../../renderer/screens/studySession/stage/useBoxesStage.ts';
import type { AnswerKind, ImageNote, StepAnswer } from '../../shared/domain/baseline.ts';
import { ImageId } from '../../shared/base/ids.ts';
import { participantTexts } from '../../shared/participantTexts/texts.ts';

const ENGLISH = participantTexts('en');

const note = (title: string, change: Partial<ImageNote> = {}): ImageNote => ({
  title,
  option: null,
  boxes: [],
  points: [],
  ...change,
});
const image = (own: ImageNote, id = ImageId.parse(v7())) => ({ id, width: 1024, height: 1024, note: own });

const KIND: BoxesKind = {
  kind: 'boxes',
  labels: [
    { id: 'left_eye', text: 'Left eye' },
    { id: 'nose', text: 'Nose' },
    { id: 'mouth', text: 'Mouth' },
  ],
  most: 3,
  eachOnce: true,
};

beforeEach(() => installShortcuts());
const press = (key: string): void => {
  fireEvent.keyDown(document.body, { key });
};

/** The field for one box of each label; "Draw" stands for a gesture on the image. */
function Field({
  onAnswer,
  before = null,
}: {
  readonly onAnswer: (answer: StepAnswer | null) => void;
  readonly before?: StepAnswer | null;
}) {
  const [answer, setAnswer] = useState<StepAnswer | null>(before);
  const images = useMemo(() => stageImages([image(note('Draw on this image')), image(note('Support'))]), []);
  const change = (next: StepAnswer | null): void => {
    setAnswer(next);
    onAnswer(next);
  };
  const stage = useBoxesStage(KIND, images, answer, change);
  const drawOn = (place: number, label: string | null): void => {
    const on = images[place];
    if (on === undefined || label === null) return;
    const region = { id: v7(), imageId: on.id, label, x: 10, y: 20, width: 30, height: 40, note: null };
    stage.onCommit({ added: [region], updated: [], removed: [] }, 'draw');
  };
  return (
    <MantineProvider env="test">
      <p id="asked">Where is it?</p>
      <BoxesAnswer
        kind={KIND}
        stage={stage}
        answer={answer}
        onAnswer={change}
        isLocked={false}
        labelledBy="asked"
      />
      <button onClick={() => drawOn(0, stage.activeLabel)}>Draw</button>
      <button onClick={() => drawOn(0, 'left_eye')}>Draw another left eye</button>
      <button onClick={() => drawOn(1, stage.activeLabel)}>Draw on the support</button>
      <p role="note">{whatIsMissing(ENGLISH, answer, KIND)}</p>
    </MantineProvider>
  );
}

const row = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(name, 'u') });
const draw = (name = 'Draw'): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

describe('one box for each label', () => {
  it('is asked for one after the other, and the next one is taken in hand by itself', () => {
    const onAnswer = vi.fn<(answer: StepAnswer | null) => void>();
    render(<Field onAnswer={onAnswer} />);
    expect(row('1Left eye')).toHaveTextContent('Draw now');
    draw();
    expect(row('1Left eye')).toHaveTextContent('Drawn');
    expect(row('2Nose')).toHaveTextContent('Draw now');
    // A digit takes another one.
    press('3');
    expect(row('3Mouth')).toHaveTextContent('Draw now');
    draw();
    draw();
    expect(screen.getByRole('status')).toHaveTextContent('All answered.');
    const answer = onAnswer.mock.lastCall?.[0];
    expect(answer?.kind === 'boxes' && answer.boxes.map(({ label }) => label)).toEqual([
      'left_eye',
      'mouth',
      'nose',
    ]);
  });

  it('is never drawn twice: anybody who asks for it again gets its box in hand, and is told', () => {
    const onAnswer = vi.fn<(answer: StepAnswer | null) => void>();
    render(<Field onAnswer={onAnswer} />);
    draw();
    press('1');
    expect(screen.getByRole('status')).toHaveTextContent('Left eye has a box, now selected.');
    expect(row('1Left eye')).toHaveTextContent('Selected');
    draw('Draw another left eye');
    const answer = onAnswer.mock.lastCall?.[0];
    expect(answer?.kind === 'boxes' && answer.boxes).toHaveLength(1);
    // Drawn anew after its box is deleted.
    fireEvent.click(screen.getByRole('button', { name: 'Delete the box of Left eye' }));
    expect(row('1Left eye')).toHaveTextContent('Draw now');
  });

  it('lies on the first image only', () => {
    const onAnswer = vi.fn<(answer: StepAnswer | null) => void>();
    render(<Field onAnswer={onAnswer} />);
    draw('Draw on the support');
    expect(row('1Left eye')).toHaveTextContent('Draw now');
  });

  it('can be missing only where it is said not to be there, by key or by its own box', () => {
    const onAnswer = vi.fn<(answer: StepAnswer | null) => void>();
    render(<Field onAnswer={onAnswer} />);
    expect(screen.getByRole('note')).toHaveTextContent('Not answered yet: Left eye, Nose, Mouth.');
    draw();
    expect(screen.getByRole('note')).toHaveTextContent('Not answered yet: Nose, Mouth.');
    const half = onAnswer.mock.lastCall?.[0] ?? null;
    expect(half !== null && isComplete(half, KIND)).toBe(false);
    press('0');
    expect(row('2Nose')).toHaveTextContent('Not there');
    expect(screen.getByRole('note')).toHaveTextContent('Not answered yet: Mouth.');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Mouth is not there' }));
    expect(screen.getByRole('note')).toBeEmptyDOMElement();
    const whole = onAnswer.mock.lastCall?.[0] ?? null;
    expect(whole).toMatchObject({ boxes: [{ label: 'left_eye' }], absent: ['nose', 'mouth'] });
    expect(whole !== null && isComplete(whole, KIND)).toBe(true);
    // Anybody who finds it after all takes it in hand again.
    press('2');
    expect(row('2Nose')).toHaveTextContent('Draw now');
    expect(onAnswer.mock.lastCall?.[0]).toMatchObject({ absent: ['mouth'] });
  });

  it('comes back after a reload', () => {
    const before: StepAnswer = {
      kind: 'boxes',
      boxes: [{ label: 'nose', x: 1, y: 2, width: 3, height: 4 }],
      absent: ['mouth'],
    };
    render(<Field onAnswer={vi.fn()} before={before} />);
    expect(row('1Left eye')).toHaveTextContent('Draw now');
    expect(row('2Nose')).toHaveTextContent('Drawn');
    expect(row('3Mouth')).toHaveTextContent('Not there');
  });
});

describe('a field of a collage', () => {
  it('is chosen by its digit, and said where it lies', () => {
    const kind: Extract<AnswerKind, { kind: 'cell' }> = { kind: 'cell', rows: 2, columns: 2 };
    const onAnswer = vi.fn<(answer: StepAnswer | null) => void>();
    render(
      <MantineProvider env="test">
        <p id="asked">Where is it?</p>
        <CellAnswer
          kind={kind}
          answer={{ kind: 'cell', row: 2, column: 1 }}
          onAnswer={onAnswer}
          isLocked={false}
          labelledBy="asked"
        />
      </MantineProvider>,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Bottom left is chosen.');
    act(() => {
      press('4');
    });
    expect(onAnswer).toHaveBeenLastCalledWith({ kind: 'cell', row: 2, column: 2 });
    const fields = screen.getByRole('radiogroup', { name: 'Field of the grid' });
    fireEvent.click(within(fields).getByRole('radio', { name: 'Top right' }));
    expect(onAnswer).toHaveBeenLastCalledWith({ kind: 'cell', row: 1, column: 2 });
  });
});

describe('what is said of images', () => {
  it('makes candidates of those that stand for an option: to point at one, or at its title, is to choose it', () => {
    const images = stageImages([
      image(note('Support')),
      ...['A', 'B'].map((letter) => image(note(letter, { option: letter }))),
    ]);
    const onAnswer = vi.fn<(answer: StepAnswer) => void>();
    const stage = choiceStage(images, { kind: 'choice', option: 'A' }, onAnswer);
    const [support, a, b] = images;
    expect(stage.chosen).toEqual([a?.id]);
    stage.onSelectionChange([b?.id ?? '']);
    expect(onAnswer).toHaveBeenLastCalledWith({ kind: 'choice', option: 'B' });
    onAnswer.mockClear();
    stage.onSelectionChange([]);
    stage.onSelectionChange([a?.id ?? '']);
    stage.onTitle(support?.id ?? '');
    expect(onAnswer).not.toHaveBeenCalled();
    stage.onTitle(b?.id ?? '');
    expect(onAnswer).toHaveBeenLastCalledWith({ kind: 'choice', option: 'B' });
  });

  it('lies on its own image, also where the same file is shown twice, and cannot be changed or selected', () => {
    const file = ImageId.parse(v7());
    const given = note('Support', {
      boxes: [{ label: 'Nose', x: 1, y: 2, width: 30, height: 40 }],
      points: [{ label: 'Top left corner', x: 5, y: 6 }],
    });
    const images = stageImages([image(note('Draw on this image'), file), image(given, file)]);
    const [first, second] = images;
    expect(first?.id).not.toBe(second?.id);
    expect([first?.file, second?.file]).toEqual([file, file]);
    const onSelectionChange = vi.fn<(ids: readonly string[]) => void>();
    const stage = withNotes(
      { ...lookedAt, labels: [{ id: 'nose', name: 'Nose', color: '#56b4e9' }], onSelectionChange },
      images,
    );
    const [box] = stage.regions;
    expect(box).toMatchObject({ imageId: second?.id, x: 1, y: 2, width: 30, height: 40, locked: true });
    // In the colour of the label that it is a box of.
    expect(stage.labels.find(({ id }) => id === box?.label)?.color).toBe('#56b4e9');
    expect(stage.points).toMatchObject([{ imageId: second?.id, x: 5, y: 6 }]);
    stage.onSelectionChange([box?.id ?? '']);
    expect(onSelectionChange).toHaveBeenLastCalledWith([]);
  });
});

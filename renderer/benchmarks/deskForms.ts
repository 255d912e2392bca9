import { lazy, type ComponentType } from 'react';
import type { JsonObject } from '../../shared/domain/json.ts';
import { isQuestion } from './observatory/query/isQuestion.ts';

export interface DeskFormEntry {
  readonly form: ComponentType;
  /** Said when somebody wants to draw a box and there is no label for one. */
  readonly noLabels: string;
  /** Stands over image and queue as long as something is to be answered before they are seen. */
  readonly cover?: ComponentType;
  /** Stands in place of the image and its tools where nothing can be drawn, as the answer tells. */
  readonly stage?: { readonly part: ComponentType; readonly isShown: (answer: JsonObject) => boolean };
  /** Whether the form is mostly text to be read, and has as much room as the image. */
  readonly wide?: true;
  /** Whether lists keep an item's images back from the person who has yet to answer it. */
  readonly keepsImagesBack?: true;
}

/** The form of each benchmark's tasks, by the benchmark's id. A new benchmark's form is a line here. */
export const deskForms: Readonly<Record<string, DeskFormEntry>> = {
  caughtcheating: {
    form: lazy(async () => import('./caughtcheating/DeskForm.tsx')),
    noLabels: 'Boxes belong to clues: add a clue first (Alt+N).',
  },
  mcsbench: {
    form: lazy(async () => import('./mcsbench/DeskForm.tsx')),
    noLabels: 'This benchmark has no boxes: you validate texts.',
    cover: lazy(async () => import('./mcsbench/Stage.tsx')),
    wide: true,
    keepsImagesBack: true,
  },
  argus: {
    form: lazy(async () => import('./argus/DeskForm.tsx')),
    noLabels: 'There is no label for boxes.',
  },
  observatory: {
    form: lazy(async () => import('./observatory/DeskForm.tsx')),
    noLabels: 'There is no attribute to draw: add one in Settings.',
    stage: {
      part: lazy(async () => import('./observatory/query/QuestionStage.tsx')),
      isShown: isQuestion,
    },
  },
  generic: {
    form: lazy(async () => import('./generic/DeskForm.tsx')),
    noLabels: 'There is no label for boxes yet: add one in Settings.',
  },
};

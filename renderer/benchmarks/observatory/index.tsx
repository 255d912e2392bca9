import { lazy } from 'react';
import type { BenchmarkParts } from '../parts.ts';
import { observatoryCommands } from './commands.ts';
import { isQuestion } from './query/isQuestion.ts';

/** What Observatory adds to the window. */
export const observatory: BenchmarkParts = {
  desk: {
    form: lazy(async () => import('./DeskForm.tsx')),
    noLabels: 'There are no attributes to draw. Add one in Settings.',
    stage: {
      part: lazy(async () => import('./query/QuestionStage.tsx')),
      isShown: isQuestion,
    },
  },
  commands: Object.values(observatoryCommands),
  VocabularyEditor: lazy(async () => import('./VocabularyEditor.tsx')),
  ResultsPart: lazy(async () => import('./results/ResultsPart.tsx')),
  LibraryAction: lazy(async () => import('./faceMesh/LibraryAction.tsx')),
};

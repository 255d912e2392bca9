import { lazy } from 'react';
import type { BenchmarkParts } from '../parts.ts';
import { clueCommands } from './commands.ts';

/** What CaughtCheating adds to the window. */
export const caughtcheating: BenchmarkParts = {
  desk: {
    form: lazy(async () => import('./DeskForm.tsx')),
    noLabels: 'Boxes belong to clues: add a clue first (Alt+N).',
  },
  commands: Object.values(clueCommands),
  VocabularyEditor: lazy(async () => import('./VocabularyEditor.tsx')),
};

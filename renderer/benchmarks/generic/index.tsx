import { lazy } from 'react';
import type { BenchmarkParts } from '../parts.ts';

/** What the generic benchmark adds to the window. */
export const generic: BenchmarkParts = {
  desk: {
    form: lazy(async () => import('./DeskForm.tsx')),
    noLabels: 'There are no box labels yet. Add one in Settings.',
  },
  commands: [],
  VocabularyEditor: lazy(async () => import('./VocabularyEditor.tsx')),
};

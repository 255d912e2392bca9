import { lazy } from 'react';
import type { BenchmarkParts } from '../parts.ts';
import { argusCommands } from './commands.ts';

/** What Argus Inspection adds to the window. */
export const argus: BenchmarkParts = {
  desk: {
    form: lazy(async () => import('./DeskForm.tsx')),
    noLabels: 'There are no box labels.',
    cover: lazy(async () => import('./TextsCover.tsx')),
    keepsImagesBack: true,
  },
  commands: Object.values(argusCommands),
  VocabularyEditor: lazy(async () => import('./VocabularyEditor.tsx')),
  MetricParameters: lazy(async () => import('./ScoreSurface.tsx')),
};

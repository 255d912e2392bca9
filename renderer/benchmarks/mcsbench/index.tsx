import { lazy } from 'react';
import type { BenchmarkParts } from '../parts.ts';
import { chainCommands, formCommands, optionCommands } from './commands.ts';

/** What MCS-Bench adds to the window. */
export const mcsbench: BenchmarkParts = {
  desk: {
    form: lazy(async () => import('./DeskForm.tsx')),
    noLabels: 'Nothing is drawn here: the texts are what is validated.',
    cover: lazy(async () => import('./Stage.tsx')),
    wide: true,
    keepsImagesBack: true,
  },
  commands: [formCommands, optionCommands, chainCommands].flatMap((group) => Object.values(group)),
  VocabularyEditor: lazy(async () => import('./VocabularyEditor.tsx')),
};

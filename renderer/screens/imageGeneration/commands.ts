import { globalCommand } from '../../ui/commands/globalCommands.ts';

const GROUP = 'Image generation';

/** Making what a benchmark consists of. */
export const imageGenerationCommands = {
  words: globalCommand('material.words', 'Render words…', GROUP, []),
  variants: globalCommand('material.variants', 'Make variants…', GROUP, []),
  questions: globalCommand('material.questions', 'Build questions…', GROUP, []),
};

import { Blocks } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { imageGenerationCommands } from './commands.ts';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';

const makes = ({ imageGeneration }: Benchmark): boolean => imageGeneration !== undefined;
const asks = ({ querySets }: Benchmark): boolean => querySets !== undefined;

/** Image generation, on the rail. */
export const imageGeneration: Screen = {
  id: 'material',
  title: 'Image generation',
  help: 'benchmark-observatory#image-generation',
  icon: Blocks,
  path: places.imageGeneration,
  command: goCommand('material', 'Material', []),
  roles: ['curator'],
  of: (benchmark) => makes(benchmark) || asks(benchmark),
  more: ['/material/:part'],
  component: lazy(async () => import('./ImageGenerationScreen.tsx')),
  commands: Object.values(imageGenerationCommands),
  ways: [
    { command: imageGenerationCommands.words, path: places.imageGeneration, of: makes },
    { command: imageGenerationCommands.variants, path: places.imageGenerationPart('variants'), of: makes },
    { command: imageGenerationCommands.questions, path: places.imageGenerationPart('questions'), of: asks },
  ],
};

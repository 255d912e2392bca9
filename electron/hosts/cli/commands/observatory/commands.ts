import { type CommandDeclaration, repeated } from '../../command.ts';
import type { ImageGenerationOptions } from './imageGeneration.ts';
import type { QuerySetsOptions } from './querySets.ts';

export const imageGenerationCommand: CommandDeclaration = {
  usage: 'material <what> <source> [out]',
  summary:
    'makes images for the Perceptual Observatory: words from a list, or variants of originals from a folder or a list',
  options: (command) =>
    command
      .option('--seed <n>', 'the same seed gives the same images', '1')
      .option('--count <n>', 'for words: the number of images (default: one per word)')
      .option('--fonts <families>', 'for words: the fonts, separated by commas')
      .option(
        '--font-folder <folder>',
        'for words: a folder to search before the system’s fonts; can be repeated',
        repeated,
        [],
      )
      .option('--only <names>', 'for variants: only these transformations, separated by commas')
      .option('--domain <name>', 'for variants of a folder of images: what they show, CELEB or WORD', 'CELEB')
      .option(
        '--add',
        'add them to a casebook: words of <source> to the casebook [out], variants to the items of the casebook <source>',
        false,
      ),
  run:
    (invocation) =>
    async (what: string, source: string, out: string | undefined, options: ImageGenerationOptions) => {
      const { generateImages } = await import('./imageGeneration.ts');
      await generateImages(invocation, what, source, out, options);
    },
};

export const querySetsCommand: CommandDeclaration = {
  usage: 'query-sets <dir> [target]',
  summary:
    'builds questions from originals and variants: an importable folder with lines, images and collages',
  inApp: 'Image generation > Build questions',
  options: (command) =>
    command
      .requiredOption(
        '--kind <name>',
        'matching (four candidates), grid (a 2 x 2 collage), or drawing boxes: guided, semi-guided, unguided',
      )
      .option('--count <n>', 'the number of entities per domain: one question each, four for grid', '100')
      .option('--seed <n>', 'the same seed gives the same questions', '1')
      .option('--distances <file>', 'distances between faces (default: from their perceptual hashes)')
      .option('--add', 'add them to this casebook as items; leave out the target', false)
      .option('--force', 'overwrite earlier sets', false),
  run: (invocation) => async (dir: string, target: string | undefined, options: QuerySetsOptions) => {
    const { buildQuerySets } = await import('./querySets.ts');
    await buildQuerySets(invocation, dir, target, options);
  },
};

export const queryScoresCommand: CommandDeclaration = {
  usage: 'query-scores <dir> <sets> <answers>',
  summary: 'computes one respondent’s figures for query sets and boxes',
  run: (invocation) => async (dir: string, sets: string, answers: string) => {
    const { scoreQuerySets } = await import('./querySets.ts');
    await scoreQuerySets(invocation, dir, sets, answers);
  },
};

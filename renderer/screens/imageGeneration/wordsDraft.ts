import { counted } from '../../../shared/base/counts.ts';
import type {
  ImageGenerationTarget,
  WordsPreview,
  WordsRequest,
  WordsSetting,
} from '../../../shared/contract/imageGeneration.ts';
import { seedOf, type TypedNumber, wholeOf } from './typedNumber.ts';

export const MOST_IMAGES = 10_000_000;

/** What the form of words holds. */
export interface WordsDraft {
  readonly source: 'list' | 'file';
  readonly text: string;
  readonly file: string;
  readonly categories: string[];
  /** Empty: one image of each word. */
  readonly count: TypedNumber;
  readonly seed: TypedNumber;
  readonly fonts: string[];
  readonly fontFolder: string;
}

export const hasWords = ({ source, text, file }: WordsDraft): boolean =>
  (source === 'list' ? text : file).trim() !== '';

/** The settings that a preview needs. */
export function wordsSetting(draft: WordsDraft): WordsSetting {
  const { source, text, categories, fonts } = draft;
  const fontFolder = draft.fontFolder.trim();
  return {
    words: source === 'list' ? { kind: 'list', text } : { kind: 'file', file: draft.file.trim() },
    seed: seedOf(draft.seed) ?? 0,
    fonts,
    ...(categories.length > 0 && { categories }),
    ...(fontFolder !== '' && { fontFolder }),
  };
}

/** The request that the form makes; null while it is incomplete. */
export function wordsRequest(draft: WordsDraft, target: ImageGenerationTarget | null): WordsRequest | null {
  const count = wholeOf(draft.count, 1, MOST_IMAGES);
  if (!hasWords(draft) || seedOf(draft.seed) === null || target === null) return null;
  return draft.count !== '' && count === null ? null : { ...wordsSetting(draft), count, target };
}

/** How many images there will be, in words. */
export function wordsOutlook(
  draft: Pick<WordsDraft, 'count'>,
  list: Pick<WordsPreview, 'words'> | undefined,
): string {
  const images = wholeOf(draft.count, 1, MOST_IMAGES) ?? list?.words;
  return images === undefined ? 'No words yet.' : `${counted(images, 'image')} to render.`;
}

/** The data set's fonts, and what replaces those that this computer lacks. */
export function fontWords(
  fonts: readonly { readonly family: string; readonly used: string | null }[],
): string {
  return fonts
    .map(({ family, used }) => {
      if (used === null) return `${family} (not on this computer)`;
      return used === family ? family : `${family} (${used} replaces it)`;
    })
    .join(', ');
}

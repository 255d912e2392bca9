import { create } from 'zustand';

/** How the Library is laid out; kept while the window lives, so that coming back changes nothing. */
export interface LibraryLook {
  readonly view: 'grid' | 'table';
  readonly size: 'small' | 'medium' | 'large';
  readonly filters: boolean;
  readonly peek: boolean;
}

export const useLibraryLook = create<LibraryLook>()(() => ({
  view: 'grid',
  size: 'medium',
  filters: true,
  peek: false,
}));

/** Least width of a card, in pixels. */
export const CARD_WIDTHS: Readonly<Record<LibraryLook['size'], number>> = {
  small: 132,
  medium: 192,
  large: 288,
};

import type { ForeignView } from './foreignView.ts';

/** What an object of Pascal VOC shows beside its box. */
export function viewVoc(_source: string): ForeignView {
  return { shapes: [], values: [] };
}

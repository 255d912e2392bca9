import { diffWordsWithSpace } from 'diff';

/** A stretch of text that stayed, went or came. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'inserted';
  readonly text: string;
}

/**
 * What became of a text, word by word. Changes with nothing but a blank between them are one: what went as a whole, then
 * what came as a whole. Without what went it is the new text, without what came the old one, to the letter.
 */
export function wordChanges(from: string, to: string): readonly WordChange[] {
  const changes: WordChange[] = [];
  let [removed, inserted, blank] = ['', '', ''];
  const finish = () => {
    if (removed !== '') changes.push({ kind: 'removed', text: removed });
    if (inserted !== '') changes.push({ kind: 'inserted', text: inserted });
    if (blank !== '') changes.push({ kind: 'same', text: blank });
    [removed, inserted, blank] = ['', '', ''];
  };
  for (const part of diffWordsWithSpace(from, to)) {
    if (part.added || part.removed) {
      // A blank between two changes belongs to both texts.
      if (blank !== '') {
        removed += blank;
        inserted += blank;
        blank = '';
      }
      if (part.added) inserted += part.value;
      else removed += part.value;
    } else if (part.value.trim() === '' && removed + inserted !== '') blank += part.value;
    else {
      finish();
      changes.push({ kind: 'same', text: part.value });
    }
  }
  finish();
  return changes;
}

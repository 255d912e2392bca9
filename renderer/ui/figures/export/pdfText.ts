/** A part of a text: letters that the file's font has, or letters of other writings, which are drawn as a picture. */
export interface TextRun {
  readonly text: string;
  readonly pictured: boolean;
}

/** Their letters run from right to left, which the library does not arrange. */
const FROM_THE_RIGHT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Divides a text by what a font can draw. Letters with their marks stay together, and so do texts from right to left. */
export function runsOf(text: string, has: (codePoint: number) => boolean): readonly TextRun[] {
  if (FROM_THE_RIGHT.test(text)) return [{ text, pictured: true }];
  const runs: { text: string; pictured: boolean }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const pictured = Array.from(segment, (letter) => letter.codePointAt(0) ?? 0).some(
      (codePoint) => !has(codePoint),
    );
    const last = runs.at(-1);
    if (last?.pictured === pictured) last.text += segment;
    else runs.push({ text: segment, pictured });
  }
  return runs;
}

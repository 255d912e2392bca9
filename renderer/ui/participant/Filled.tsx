import { Fragment, type ReactNode } from 'react';
import { type ParticipantText, PLACEHOLDER } from '../../../shared/participantTexts/texts.ts';
import { useSay } from './ParticipantTexts.tsx';

/** A text whose braces are filled with more than text, such as keys. */
export function Filled({
  text,
  parts,
}: {
  readonly text: ParticipantText;
  readonly parts: Readonly<Record<string, ReactNode>>;
}) {
  // The names in braces are at the odd places.
  const pieces = useSay().template(text).split(PLACEHOLDER);
  return pieces.map((piece, place) => (
    // The pieces of a text keep their places.
    <Fragment key={`${String(place)} ${piece}`}>{place % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}

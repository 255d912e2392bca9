import type { WholeText } from '../../../shared/participantTexts/texts.ts';
import type { Key } from '../commands/press.ts';
import { KeyCaps } from '../commands/KeyCaps.tsx';
import { useSay } from './ParticipantTexts.tsx';

const NAMES: Readonly<Record<string, WholeText>> = {
  Ctrl: 'keyControl',
  Alt: 'keyAlt',
  Enter: 'keyEnter',
};

/** A key as keyboards of the study's language have it. */
export function ParticipantKeys({ value }: { readonly value: Key }) {
  const say = useSay();
  return (
    <KeyCaps
      value={value}
      named={(part) => {
        const name = NAMES[part];
        return name === undefined ? part : say(name);
      }}
    />
  );
}

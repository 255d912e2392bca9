import { flushSync } from 'react-dom';
import type { Verdict } from '../../../shared/benchmarks/argus/schema.ts';
import { Fold } from '../../features/desk/fields/Fold.tsx';
import { focusField } from '../../features/desk/fields/focusField.ts';
import { useDigits } from '../../features/desk/useDigits.ts';
import { PlacePart } from './PlacePart.tsx';
import { TextsPart } from './TextsPart.tsx';
import { TrapPart } from './TrapPart.tsx';
import { useAnswerForm } from './useAnswerForm.ts';
import { VerdictPart, VERDICTS } from './VerdictPart.tsx';

/** What is answered of an item: the verdict, the trap's box, the texts as they should be. */
export default function DeskForm() {
  const { change } = useAnswerForm();

  const choose = (verdict: Verdict): void => {
    flushSync(() => change({ verdict }));
    // Whoever does not accept says why next.
    if (verdict !== 'accept') focusField('reason');
  };
  useDigits('form', (digit) => {
    const chosen = VERDICTS[digit - 1];
    if (chosen === undefined) return false;
    choose(chosen.value);
    return true;
  });

  return (
    <>
      <VerdictPart onChoose={choose} />
      <Fold id="argus.texts" title="Texts">
        <TextsPart />
      </Fold>
      <Fold id="argus.trap" title="Trap on the image">
        <TrapPart />
      </Fold>
      <Fold id="argus.place" title="Domain and topic">
        <PlacePart />
      </Fold>
    </>
  );
}

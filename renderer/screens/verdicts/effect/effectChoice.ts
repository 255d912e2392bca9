import { create } from 'zustand';
import type { PersonId } from '../../../../shared/domain/ids.ts';

interface EffectChoice {
  readonly judge: PersonId | null;
  /** The figure whose verdicts are shown; coming back from a case, they still are. */
  readonly opened: string | null;
}

const useState = create<EffectChoice>()(() => ({ judge: null, opened: null }));

/** Which judge is looked at, and which figure's verdicts. */
export function useEffectChoice(): readonly [choice: EffectChoice, choose: (choice: EffectChoice) => void] {
  const choice = useState();
  return [
    choice,
    (next) => {
      useState.setState(next);
    },
  ];
}

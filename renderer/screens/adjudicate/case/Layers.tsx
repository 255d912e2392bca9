import { Eye, EyeOff } from 'lucide-react';
import { useCase, useCaseView } from './caseContext.ts';
import { Letter } from '../../../ui/images/Letter.tsx';
import classes from './Case.module.css';

/** Whose boxes are on the image: one button a rater, and one for the decision. */
export function Layers() {
  const { kase, subject, view } = useCase();
  const hidden = useCaseView((shown) => shown.hidden);
  const toggle = (letter: string): void => {
    const next = new Set(hidden);
    if (!next.delete(letter)) next.add(letter);
    view.setState({ hidden: next });
  };
  const layer = (letter: string, name: string, look: React.ReactNode) => {
    const shown = !hidden.has(letter);
    return (
      <button
        key={letter}
        type="button"
        className={classes['layer']}
        aria-pressed={shown}
        aria-label={name}
        title={shown ? `Hide: ${name}` : `Show: ${name}`}
        onClick={() => toggle(letter)}
      >
        {look}
        {shown ? <Eye size={13} aria-hidden /> : <EyeOff size={13} aria-hidden />}
      </button>
    );
  };
  return (
    <div className={classes['layers']} role="group" aria-label="Boxes on the image">
      {kase.columns.map(({ column }, place) =>
        layer(column, `Boxes of ${column}`, <Letter letter={column} place={place} />),
      )}
      {subject !== null && layer('', 'Boxes of the decision', <span>Decision</span>)}
    </div>
  );
}

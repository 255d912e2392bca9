import type { ResultsPartProps } from '../../parts.ts';
import { CellsSection } from './CellsSection.tsx';
import { TransformationsSection } from './TransformationsSection.tsx';

/** What only perception tasks have: where in a collage answers are right, and what each transformation does to them. */
export default function ResultsPart(props: ResultsPartProps) {
  return (
    <>
      <CellsSection />
      <TransformationsSection {...props} />
    </>
  );
}

import { TriangleAlert } from 'lucide-react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { VariantsCensus } from '../../../shared/contract/imageGeneration.ts';
import type { QuerySetKind } from '../../../shared/contract/querySets.ts';
import classes from './ImageGenerationScreen.module.css';

/** Says of how many originals the boxes are missing that questions of the kinds chosen ask for. */
export function WithoutBoxes({
  kinds,
  census,
}: {
  readonly kinds: readonly QuerySetKind[];
  /** Undefined as long as it is not known. */
  readonly census: Pick<VariantsCensus, 'originals' | 'withoutBoxes'> | undefined;
}) {
  const asking = kinds.filter(({ needsBoxes }) => needsBoxes);
  if (census === undefined || census.withoutBoxes === 0 || asking.length === 0) return null;
  const { originals, withoutBoxes } = census;
  const isOne = withoutBoxes === 1;
  const who = `${formatCount(withoutBoxes)} of ${counted(originals, 'original')} ${isOne ? 'has' : 'have'} no boxes`;
  const which =
    asking.length === kinds.length
      ? 'no kind can ask'
      : `${WORDS[asking.length] ?? formatCount(asking.length)} of the chosen kinds cannot ask`;
  return (
    <p className={classes['withoutBoxes']}>
      <TriangleAlert size={14} aria-hidden />
      {who}: {which} about {isOne ? 'it' : 'them'} until somebody draws and submits boxes at the Desk.
    </p>
  );
}

const WORDS: Readonly<Record<number, string>> = { 1: 'one', 2: 'two', 3: 'three' };

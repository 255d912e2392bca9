/** What the instructions of benchmarks say of answers in a study where nobody goes back. */
const FINAL = /You cannot change an answer once you (?:continue|submit it)\./u;
const CHANGEABLE =
  'You can go back one question and change its answer, unless something you saw since gives it away.';
const FINAL_AGAIN = 'You cannot change an answer once you continue.';

/** Instructions that say whether participants can go back; those in which nothing is said of it stay as they are. */
export const sayGoingBack = (instructions: string, allowBack: boolean): string =>
  allowBack ? instructions.replace(FINAL, CHANGEABLE) : instructions.replace(CHANGEABLE, FINAL_AGAIN);

/*
 * The jobs that are computed beside the main thread, by name: reading and computing that take seconds in which the
 * windows want answers. Each opens the database by itself and reads it in one transaction.
 */

import { readShownFigures } from '../features/metrics/shownFigures.ts';
import { verdictEffectsBy } from '../features/verdicts/verdictWorker.ts';

export {
  agreementDisputes,
  agreementFigures,
  agreementRounds,
} from '../features/agreement/agreementWorker.ts';
export { rotatedBackup } from '../features/casebooks/backupWorker.ts';
export { healthReport } from '../features/health/healthWorker.ts';
export {
  answerAgreement,
  itemStatistics,
  itemsOfFigure,
  metricsReport,
  metricsComparisons,
} from '../features/metrics/metricsWorker.ts';
export { proposalsReport, proposedItems } from '../features/proposals/proposalsWorker.ts';
export { consistency } from '../features/validation/consistencyWorker.ts';
export { verdictComparisons } from '../features/verdicts/verdictWorker.ts';

/** What a judge changes in the figures, which Results alone knows how to make. */
export const verdictEffects = verdictEffectsBy(readShownFigures);

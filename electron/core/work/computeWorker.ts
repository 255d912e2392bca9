/*
 * The jobs that are computed beside the main thread, by name: reading and computing that take seconds in which the windows want
 * answers. Each opens the database by itself and reads it in one transaction.
 */

export {
  disputes as agreementDisputes,
  figures as agreementFigures,
  rounds as agreementRounds,
} from '../features/agreement/agreementWorker.ts';
export { findings as healthFindings } from '../features/health/healthWorker.ts';
export {
  agreement as answerAgreement,
  items as itemStatistics,
  report as metricsReport,
} from '../features/metrics/metricsWorker.ts';
export { items as proposedItems, report as proposalsReport } from '../features/proposals/proposalsWorker.ts';
export { consistency } from '../features/validation/consistencyWorker.ts';
export {
  comparisons as verdictComparisons,
  effects as verdictEffects,
} from '../features/verdicts/verdictWorker.ts';

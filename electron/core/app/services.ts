import type { ImportReport } from '../../../shared/contract/importExport.ts';
import type { CoreState, OpenedCasebook } from '../access/context.ts';
import type { Casebook } from '../derived/casebook.ts';
import type { AdjudicationsService } from '../features/adjudications/service.ts';
import { createAdjudicationsService } from '../features/adjudications/service.ts';
import type { AgreementService } from '../features/agreement/service.ts';
import { createAgreementService } from '../features/agreement/service.ts';
import type { AssignmentsService } from '../features/assignments/service.ts';
import { createAssignmentsService } from '../features/assignments/service.ts';
import type { BackupKeeping } from '../features/casebooks/keepBackups.ts';
import { createBackupKeeping } from '../features/casebooks/keepBackups.ts';
import type { CommentsService } from '../features/comments/service.ts';
import { createCommentsService } from '../features/comments/service.ts';
import type { GuidelinesService } from '../features/guidelines/service.ts';
import { createPeopleService } from '../features/people/service.ts';
import { createGuidelinesService } from '../features/guidelines/service.ts';
import type { JudgingService } from '../features/judging/service.ts';
import { createJudgingService } from '../features/judging/service.ts';
import type { JudgeRunsService } from '../features/judgeRuns/service.ts';
import { createJudgeRunsService } from '../features/judgeRuns/service.ts';
import type { ValidationService } from '../features/validation/service.ts';
import { createValidationService } from '../features/validation/service.ts';
import type { VerdictsService } from '../features/verdicts/service.ts';
import { returnByNewRules } from '../derived/returnToReview.ts';
import { recomputeByNewRules } from '../derived/verdictRules.ts';
import { createVerdictsService } from '../features/verdicts/service.ts';
import type { HubService } from '../features/hub/service.ts';
import { createHubService } from '../features/hub/service.ts';
import type { MergingService } from '../features/merging/service.ts';
import { createMergingService } from '../features/merging/service.ts';
import type { MetricsService } from '../features/metrics/service.ts';
import { createMetricsService } from '../features/metrics/service.ts';
import { createViewpoints } from '../access/viewpoint.ts';
import type { AnnotationsService } from '../features/annotations/service.ts';
import { completeGold } from '../derived/completeGold.ts';
import { createAnnotationsService } from '../features/annotations/service.ts';
import type { HealthService } from '../features/health/service.ts';
import { createHealthService } from '../features/health/service.ts';
import type { HistoryService } from '../features/history/service.ts';
import { createHistoryService } from '../features/history/service.ts';
import type { ImagesService } from '../features/images/service.ts';
import { createImagesService } from '../features/images/service.ts';
import { completeFacets } from '../derived/facets.ts';
import type { ItemsService } from '../features/items/service.ts';
import { createSplits, type Splits } from '../features/items/splits.ts';
import { createItemsService } from '../features/items/service.ts';
import type { ProposalsService } from '../features/proposals/service.ts';
import { createProposalsService } from '../features/proposals/service.ts';
import type { StudySessionsService } from '../features/studySessions/service.ts';
import { createStudySessionsService } from '../features/studySessions/service.ts';
import type { StudiesService } from '../features/studies/service.ts';
import { createStudiesService } from '../features/studies/service.ts';
import type { ArrivingService } from '../features/studies/arrivals/arriving.ts';
import { createArrivingService } from '../features/studies/arrivals/arriving.ts';
import type { RecruitingService } from '../features/studies/arrivals/recruiting.ts';
import { createRecruitingService } from '../features/studies/arrivals/recruiting.ts';
import { type BenchmarkServices, benchmarkServices } from '../benchmarks/registry.ts';
import type { ResponsesService } from '../features/responses/service.ts';
import { createResponsesService } from '../features/responses/service.ts';
import type { ExportService } from '../features/export/service.ts';
import { createExportService } from '../features/export/service.ts';
import type { ExportKeeping } from '../features/export/waitingExports.ts';
import { createExportKeeping } from '../features/export/waitingExports.ts';
import type { ImportService } from '../features/import/service.ts';
import { createImportService } from '../features/import/service.ts';
import type { WebAccessService } from '../features/webAccess/service.ts';
import { createWebAccessService } from '../features/webAccess/service.ts';
import { createCompute } from './compute.ts';
import { formats } from './formats.ts';

/** What can be done with an open casebook, a service a noun. */
export interface Services extends OpenedCasebook, BenchmarkServices {
  readonly casebook: Casebook;
  readonly items: ItemsService;
  readonly splits: Splits;
  readonly annotations: AnnotationsService;
  readonly history: HistoryService;
  readonly health: HealthService;
  readonly images: ImagesService;
  readonly importExport: ImportService & ExportService;
  readonly adjudications: AdjudicationsService;
  readonly agreement: AgreementService;
  readonly proposals: ProposalsService;
  readonly assignments: AssignmentsService;
  readonly comments: CommentsService;
  readonly guidelines: GuidelinesService;
  readonly hub: HubService;
  readonly merging: MergingService;
  readonly metrics: MetricsService;
  readonly judgeRuns: JudgeRunsService;
  readonly judging: JudgingService;
  readonly verdicts: VerdictsService;
  readonly validation: ValidationService;
  readonly studySessions: StudySessionsService;
  readonly studies: StudiesService;
  readonly arriving: ArrivingService;
  readonly recruiting: RecruitingService;
  readonly responses: ResponsesService;
  readonly webAccess: WebAccessService;
  readonly backups: BackupKeeping;
  readonly waitingExports: ExportKeeping;
  /** Ends what runs beside the calls (worker threads) and closes the casebook. */
  close(): Promise<void>;
}

/** The running core, with every service of what is open. */
export interface RunningState extends CoreState {
  open: Services | null;
}

/** The services over an open casebook. */
export function createServices(casebook: Casebook): Services {
  completeFacets(casebook);
  completeGold(casebook, casebook.derived);
  recomputeByNewRules(casebook, casebook.derived);
  returnByNewRules(casebook, casebook.derived);
  const compute = createCompute();
  const images = createImagesService(casebook);
  const webAccess = createWebAccessService(casebook);
  const people = createPeopleService(casebook, (id) => webAccess.endAllOf(id));
  const { device } = casebook.records;
  const agreement = createAgreementService(casebook, people, compute);
  const imports = createImportService(casebook, images, people, {
    formats,
    worker: { beside: import.meta.url, name: 'importWorker' },
  });
  const exports = createExportService(casebook, images, agreement, formats);
  const merging = createMergingService(casebook, images);
  const hub = createHubService(casebook, images);
  const metrics = createMetricsService(casebook, compute);
  const judgeRuns = createJudgeRunsService(casebook);
  const verdicts = createVerdictsService(casebook, metrics, compute);
  const validation = createValidationService(casebook, compute);
  const proposals = createProposalsService(casebook, compute);
  const health = createHealthService(casebook, compute);
  const ofBenchmarks = benchmarkServices({ casebook, images, importer: imports });
  const backups = createBackupKeeping(casebook, compute);
  const waitingExports = createExportKeeping(casebook);
  const importExport = {
    ...imports,
    ...exports,
    importBeside: async (...wanted: Parameters<ImportService['importBeside']>): Promise<ImportReport> => {
      const report = await imports.importBeside(...wanted);
      if (report.applied) void backups.imported();
      return report;
    },
    settle: async (): Promise<void> => void (await Promise.all([imports.settle(), exports.settle()])),
  };
  return {
    casebook,
    settings: casebook.records.settings,
    people,
    items: createItemsService(casebook),
    splits: createSplits(casebook),
    annotations: createAnnotationsService(casebook),
    history: createHistoryService(casebook, formats),
    health,
    images,
    importExport,
    viewpoint: createViewpoints(casebook),
    adjudications: createAdjudicationsService(casebook),
    agreement,
    proposals,
    assignments: createAssignmentsService(casebook),
    comments: createCommentsService(casebook),
    guidelines: createGuidelinesService(casebook),
    responses: createResponsesService(casebook),
    ...ofBenchmarks,
    merging,
    hub,
    packageFor: () => merging.packageFor(),
    owner: () => device.exchangesFor() ?? device.owner() ?? merging.packageFor()?.personId ?? null,
    deviceOf: () => device.owner(),
    metrics,
    judgeRuns,
    judging: createJudgingService(casebook),
    verdicts,
    validation,
    studySessions: createStudySessionsService(casebook),
    studies: createStudiesService(casebook),
    webAccess,
    backups,
    waitingExports,
    arriving: createArrivingService(casebook),
    recruiting: createRecruitingService(casebook),
    async close() {
      waitingExports.stop();
      try {
        await hub.close();
        // First: while it writes, nothing else can.
        await importExport.close();
        await judgeRuns.close();
        // They end in an import, which is waited for next.
        await Promise.all(Object.values(ofBenchmarks).map((each) => each.close()));
        await importExport.settle();
        await merging.finish();
        // Together: each cancels what it is at, and all are waited for at once.
        await Promise.all([images, compute].map((each) => each.close()));
      } finally {
        casebook.close();
      }
    },
  };
}

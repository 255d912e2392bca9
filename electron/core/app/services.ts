import type { CoreState, OpenedCasebook } from '../access/context.ts';
import type { Casebook } from '../derived/casebook.ts';
import { AdjudicationsService } from '../features/adjudications/service.ts';
import { AgreementService } from '../features/agreement/service.ts';
import { AssignmentsService } from '../features/assignments/service.ts';
import { BackupKeeper } from '../features/casebooks/keepBackups.ts';
import { CommentsService } from '../features/comments/service.ts';
import { PeopleService } from '../features/people/service.ts';
import { GuidelinesService } from '../features/guidelines/service.ts';
import { JudgingService } from '../features/judging/service.ts';
import { JudgeRunsService } from '../features/judgeRuns/service.ts';
import { ValidationService } from '../features/validation/service.ts';
import { returnUnacceptable } from '../derived/returnToReview.ts';
import { recomputeByNewRules } from '../derived/verdictRules.ts';
import { VerdictsService } from '../features/verdicts/service.ts';
import { HubService } from '../features/hub/service.ts';
import { MergingService } from '../features/merging/service.ts';
import { MetricsService } from '../features/metrics/service.ts';
import { createViewpoints } from '../access/viewpoint.ts';
import { completeGold } from '../derived/completeGold.ts';
import { AnnotationsService } from '../features/annotations/service.ts';
import { HealthService } from '../features/health/service.ts';
import { HistoryService } from '../features/history/service.ts';
import { ImagesService } from '../features/images/service.ts';
import { ItemFacets } from '../derived/facets.ts';
import { Splits } from '../features/items/splits.ts';
import { ItemsService } from '../features/items/service.ts';
import { ProposalsService } from '../features/proposals/service.ts';
import { StudySessionsService } from '../features/studySessions/service.ts';
import { ParticipantsService } from '../features/studies/participants.ts';
import { StudiesService } from '../features/studies/service.ts';
import { ArrivingService } from '../features/studies/arrivals/arriving.ts';
import { RecruitingService } from '../features/studies/arrivals/recruiting.ts';
import { type BenchmarkServices, benchmarkServices } from '../benchmarks/registry.ts';
import { ResponsesService } from '../features/responses/service.ts';
import { ExportService } from '../features/export/service.ts';
import { ExportRecorder } from '../features/export/waitingExports.ts';
import { ImportService } from '../features/import/service.ts';
import { WebAccessService } from '../features/webAccess/service.ts';
import { createCompute } from './compute.ts';
import { formats } from './formats.ts';
import { ImportExport } from './importExport.ts';

/** What can be done with an open casebook, a service a noun. */
export interface Services extends OpenedCasebook, BenchmarkServices {
  readonly casebook: Casebook;
  readonly items: ItemsService;
  readonly splits: Splits;
  readonly annotations: AnnotationsService;
  readonly history: HistoryService;
  readonly health: HealthService;
  readonly images: ImagesService;
  readonly importExport: ImportExport;
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
  readonly participants: ParticipantsService;
  readonly arriving: ArrivingService;
  readonly recruiting: RecruitingService;
  readonly responses: ResponsesService;
  readonly webAccess: WebAccessService;
  readonly backups: BackupKeeper;
  readonly waitingExports: ExportRecorder;
  /** Ends what runs beside the calls (worker threads) and closes the casebook. */
  close(): Promise<void>;
}

/** The running core, with every service of what is open. */
export interface RunningState extends CoreState {
  open: Services | null;
}

/** The services over an open casebook. */
export function createServices(casebook: Casebook): Services {
  new ItemFacets(casebook).complete();
  completeGold(casebook, casebook.derived);
  recomputeByNewRules(casebook, casebook.derived);
  returnUnacceptable(casebook, casebook.derived);
  const compute = createCompute();
  const images = new ImagesService(casebook);
  const { files } = images;
  const webAccess = new WebAccessService(casebook);
  const people = new PeopleService(casebook, (id) => webAccess.endAllOf(id));
  const { device } = casebook.records;
  const agreement = new AgreementService(casebook, people, compute);
  const imports = new ImportService(casebook, files, people, {
    formats,
    worker: { beside: import.meta.url, name: 'importWorker' },
  });
  const exports = new ExportService(casebook, files, agreement, formats);
  const merging = new MergingService(casebook, files);
  const hub = new HubService(casebook, files);
  const metrics = new MetricsService(casebook, compute);
  const judgeRuns = new JudgeRunsService(casebook);
  const verdicts = new VerdictsService(casebook, metrics, compute);
  const validation = new ValidationService(casebook, compute);
  const proposals = new ProposalsService(casebook, compute);
  const health = new HealthService(casebook, compute);
  const ofBenchmarks = benchmarkServices({ casebook, images: files, importer: imports });
  const backups = new BackupKeeper(casebook, compute);
  const waitingExports = new ExportRecorder(casebook);
  const importExport = new ImportExport(imports, exports, () => void backups.imported());
  return {
    casebook,
    settings: casebook.records.settings,
    people,
    items: new ItemsService(casebook),
    splits: new Splits(casebook),
    annotations: new AnnotationsService(casebook),
    history: new HistoryService(casebook, formats),
    health,
    images,
    importExport,
    viewpoint: createViewpoints(casebook),
    adjudications: new AdjudicationsService(casebook),
    agreement,
    proposals,
    assignments: new AssignmentsService(casebook),
    comments: new CommentsService(casebook),
    guidelines: new GuidelinesService(casebook),
    responses: new ResponsesService(casebook),
    ...ofBenchmarks,
    merging,
    hub,
    packageFor: () => merging.packageFor(),
    owner: () => device.exchangesFor() ?? device.owner() ?? merging.packageFor()?.personId ?? null,
    deviceOf: () => device.owner(),
    metrics,
    judgeRuns,
    judging: new JudgingService(casebook),
    verdicts,
    validation,
    studySessions: new StudySessionsService(casebook),
    studies: new StudiesService(casebook),
    participants: new ParticipantsService(casebook),
    webAccess,
    backups,
    waitingExports,
    arriving: new ArrivingService(casebook),
    recruiting: new RecruitingService(casebook),
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

import type { Casebook } from './casebook.ts';
import type { AdjudicationsService } from './features/adjudications/service.ts';
import { createAdjudicationsService } from './features/adjudications/service.ts';
import type { AgreementService } from './features/agreement/service.ts';
import { createAgreementService } from './features/agreement/service.ts';
import type { AssignmentsService } from './features/assignments/service.ts';
import { createAssignmentsService } from './features/assignments/service.ts';
import type { GuidelinesService } from './features/guidelines/service.ts';
import { createGuidelinesService } from './features/guidelines/service.ts';
import type { JudgmentsService } from './features/judgments/service.ts';
import { createJudgmentsService } from './features/judgments/service.ts';
import type { JudgeRunsService } from './features/judgeRuns/service.ts';
import { createJudgeRunsService } from './features/judgeRuns/service.ts';
import type { ValidationService } from './features/validation/service.ts';
import { createValidationService } from './features/validation/service.ts';
import type { VerdictsService } from './features/verdicts/service.ts';
import { settleAnew } from './features/verdicts/settledAnew.ts';
import { createVerdictsService } from './features/verdicts/service.ts';
import type { MaterialService } from './features/material/service.ts';
import { createMaterialService } from './features/material/service.ts';
import type { MergingService } from './features/merging/service.ts';
import { createMergingService } from './features/merging/service.ts';
import type { MetricsService } from './features/metrics/service.ts';
import { createMetricsService } from './features/metrics/service.ts';
import type { Viewpoint } from './features/people/viewpoint.ts';
import { createViewpoints } from './features/people/viewpoint.ts';
import type { Person } from '../../shared/contract/application.ts';
import type { AnnotationsService } from './features/annotations/service.ts';
import { completeGold } from './features/annotations/completeGold.ts';
import { createAnnotationsService } from './features/annotations/service.ts';
import type { HealthService } from './features/health/service.ts';
import { createHealthService } from './features/health/service.ts';
import type { HistoryService } from './features/history/service.ts';
import { createHistoryService } from './features/history/service.ts';
import type { ImagesService } from './features/images/service.ts';
import { createImagesService } from './features/images/service.ts';
import { completeFacets } from './features/items/facets.ts';
import type { ItemsService } from './features/items/service.ts';
import { createItemsService } from './features/items/service.ts';
import type { PeopleService } from './features/people/service.ts';
import { createPeopleService } from './features/people/service.ts';
import type { ProjectService } from './features/projects/service.ts';
import { createProjectService } from './features/projects/service.ts';
import type { ProposalsService } from './features/proposals/service.ts';
import { createProposalsService } from './features/proposals/service.ts';
import type { SittingsService } from './features/sittings/service.ts';
import { createSittingsService } from './features/sittings/service.ts';
import type { StudiesService } from './features/studies/service.ts';
import { createStudiesService } from './features/studies/service.ts';
import type { QuerySetsService } from './features/querySets/service.ts';
import { createQuerySetsService } from './features/querySets/service.ts';
import type { ResponsesService } from './features/responses/service.ts';
import { createResponsesService } from './features/responses/service.ts';
import type { TransferService } from './features/transfer/service.ts';
import { createTransferService } from './features/transfer/service.ts';
import { createCompute } from './work/compute.ts';

/** What can be done with an open casebook, a service a noun. */
export interface Services {
  readonly casebook: Casebook;
  readonly project: ProjectService;
  readonly people: PeopleService;
  readonly items: ItemsService;
  readonly annotations: AnnotationsService;
  readonly history: HistoryService;
  readonly health: HealthService;
  readonly images: ImagesService;
  readonly transfer: TransferService;
  /** What a person may see. */
  readonly viewpoint: (person: Person) => Viewpoint;
  readonly adjudications: AdjudicationsService;
  readonly agreement: AgreementService;
  readonly proposals: ProposalsService;
  readonly assignments: AssignmentsService;
  readonly guidelines: GuidelinesService;
  readonly material: MaterialService;
  readonly merging: MergingService;
  readonly metrics: MetricsService;
  readonly judgeRuns: JudgeRunsService;
  readonly judgments: JudgmentsService;
  readonly verdicts: VerdictsService;
  readonly validation: ValidationService;
  readonly sittings: SittingsService;
  readonly studies: StudiesService;
  readonly responses: ResponsesService;
  readonly querySets: QuerySetsService;
  /** Ends what runs beside the calls (worker threads) and closes the casebook. */
  close(): Promise<void>;
}

/** The services over an open casebook. */
export function createServices(casebook: Casebook): Services {
  completeFacets(casebook);
  completeGold(casebook);
  settleAnew(casebook);
  const compute = createCompute();
  const images = createImagesService(casebook);
  const people = createPeopleService(casebook);
  const agreement = createAgreementService(casebook, people, compute);
  const transfer = createTransferService(casebook, images, people, agreement);
  const merging = createMergingService(casebook, images);
  const metrics = createMetricsService(casebook, compute);
  const judgeRuns = createJudgeRunsService(casebook);
  const verdicts = createVerdictsService(casebook, metrics, compute);
  const validation = createValidationService(casebook, compute);
  const proposals = createProposalsService(casebook, compute);
  const health = createHealthService(casebook, compute);
  const querySets = createQuerySetsService(casebook, images, transfer);
  const material = createMaterialService({ casebook, images, transfer });
  return {
    casebook,
    project: createProjectService(casebook),
    people,
    items: createItemsService(casebook),
    annotations: createAnnotationsService(casebook),
    history: createHistoryService(casebook),
    health,
    images,
    transfer,
    viewpoint: createViewpoints(casebook),
    adjudications: createAdjudicationsService(casebook),
    agreement,
    proposals,
    assignments: createAssignmentsService(casebook),
    guidelines: createGuidelinesService(casebook),
    responses: createResponsesService(casebook),
    querySets,
    material,
    merging,
    metrics,
    judgeRuns,
    judgments: createJudgmentsService(casebook),
    verdicts,
    validation,
    sittings: createSittingsService(casebook),
    studies: createStudiesService(casebook),
    async close() {
      try {
        // First: while it writes, nothing else can.
        await transfer.close();
        await judgeRuns.close();
        // Both end in an import, which is waited for next.
        await Promise.all([querySets, material].map((each) => each.close()));
        await transfer.settle();
        await merging.finish();
        // Together: each cancels what it is at, and all are waited for at once.
        await Promise.all([images, compute].map((each) => each.close()));
      } finally {
        casebook.close();
      }
    },
  };
}

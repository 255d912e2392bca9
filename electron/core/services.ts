import type { Casebook } from './casebook.ts';
import type { AnnotationsService } from './features/annotations/service.ts';
import { createAnnotationsService } from './features/annotations/service.ts';
import type { HealthService } from './features/health/service.ts';
import { createHealthService } from './features/health/service.ts';
import type { HistoryService } from './features/history/service.ts';
import { createHistoryService } from './features/history/service.ts';
import type { ImagesService } from './features/images/service.ts';
import { createImagesService } from './features/images/service.ts';
import type { ItemsService } from './features/items/service.ts';
import { createItemsService } from './features/items/service.ts';
import type { PeopleService } from './features/people/service.ts';
import { createPeopleService } from './features/people/service.ts';
import type { ProjectService } from './features/projects/service.ts';
import { createProjectService } from './features/projects/service.ts';
import type { TransferService } from './features/transfer/service.ts';
import { createTransferService } from './features/transfer/service.ts';

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
  /** Ends what runs beside the calls (worker threads) and closes the casebook. */
  close(): Promise<void>;
}

/** The services over an open casebook. */
export function createServices(casebook: Casebook): Services {
  const images = createImagesService(casebook);
  const people = createPeopleService(casebook);
  const transfer = createTransferService(casebook, images, people);
  return {
    casebook,
    project: createProjectService(casebook),
    people,
    items: createItemsService(casebook),
    annotations: createAnnotationsService(casebook),
    history: createHistoryService(casebook),
    health: createHealthService(casebook),
    images,
    transfer,
    async close() {
      await transfer.settle();
      await images.close();
      casebook.close();
    },
  };
}

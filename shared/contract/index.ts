import { adjudications } from './adjudications.ts';
import { agreement } from './agreement.ts';
import { annotations } from './annotations.ts';
import { application } from './application.ts';
import { assignments } from './assignments.ts';
import { guidelines } from './guidelines.ts';
import { health } from './health.ts';
import { history } from './history.ts';
import { images } from './images.ts';
import { items } from './items.ts';
import { judgeRuns } from './judgeRuns.ts';
import { judgments } from './judgments.ts';
import { material } from './material.ts';
import { merging } from './merging.ts';
import { metrics } from './metrics.ts';
import { people } from './people.ts';
import { projects } from './projects.ts';
import { proposals } from './proposals.ts';
import { querySets } from './querySets.ts';
import { responses } from './responses.ts';
import { sittings } from './sittings.ts';
import { studies } from './studies.ts';
import { transfer } from './transfer.ts';
import { validation } from './validation.ts';
import { verdicts } from './verdicts.ts';

/** Everything that a window can ask of the core. */
export const contract = {
  application,
  projects,
  items,
  images,
  annotations,
  transfer,
  history,
  people,
  assignments,
  adjudications,
  agreement,
  proposals,
  guidelines,
  merging,
  studies,
  sittings,
  responses,
  judgments,
  verdicts,
  judgeRuns,
  metrics,
  validation,
  health,
  material,
  querySets,
};
export type Contract = typeof contract;

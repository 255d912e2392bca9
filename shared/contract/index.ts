import { adjudications } from './adjudications.ts';
import { agreement } from './agreement.ts';
import { annotations } from './annotations.ts';
import { application } from './application.ts';
import { arrivals } from './arrivals.ts';
import { assignments } from './assignments.ts';
import { comments } from './comments.ts';
import { guidelines } from './guidelines.ts';
import { health } from './health.ts';
import { hub } from './hub.ts';
import { history } from './history.ts';
import { images } from './images.ts';
import { items } from './items.ts';
import { judgeRuns } from './judgeRuns.ts';
import { judging } from './judging.ts';
import { imageGeneration } from './imageGeneration.ts';
import { merging } from './merging.ts';
import { metrics } from './metricsCalls.ts';
import { people } from './people.ts';
import { casebooks } from './casebooks.ts';
import { proposals } from './proposals.ts';
import { querySets } from './querySets.ts';
import { recruitment } from './recruitment.ts';
import { responses } from './responses.ts';
import { studySessions } from './studySessions.ts';
import { studies } from './studies.ts';
import { importExport } from './importExport.ts';
import { validation } from './validation.ts';
import { verdicts } from './verdicts.ts';
import { webAccess } from './webAccess.ts';

/** Everything that a window can ask of the core. */
export const contract = {
  application,
  casebooks,
  items,
  images,
  annotations,
  importExport,
  history,
  people,
  assignments,
  adjudications,
  agreement,
  proposals,
  comments,
  guidelines,
  hub,
  merging,
  studies,
  studySessions,
  arrivals,
  recruitment,
  webAccess,
  responses,
  judging,
  verdicts,
  judgeRuns,
  metrics,
  validation,
  health,
  imageGeneration,
  querySets,
};
export type Contract = typeof contract;

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
import { merging } from './merging.ts';
import { people } from './people.ts';
import { projects } from './projects.ts';
import { transfer } from './transfer.ts';

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
  guidelines,
  merging,
  health,
};
export type Contract = typeof contract;

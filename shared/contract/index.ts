import { annotations } from './annotations.ts';
import { application } from './application.ts';
import { health } from './health.ts';
import { history } from './history.ts';
import { images } from './images.ts';
import { items } from './items.ts';
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
  health,
};
export type Contract = typeof contract;

import {
  CircleCheck,
  CircleDashed,
  CirclePlay,
  CircleSlash,
  CircleX,
  Clock3,
  type LucideIcon,
} from 'lucide-react';
import type { Participant } from '../../../shared/contract/studies.ts';
import type { StudyState } from '../../../shared/domain/status.ts';

interface Look {
  readonly title: string;
  readonly icon: LucideIcon;
  /** Names the state's colours among the theme's variables. */
  readonly state: 'accepted' | 'rejected' | 'pending' | 'incomplete' | 'disputed';
}

/** How the state of a study is shown: never by colour alone. */
export const studyLooks: Readonly<Record<StudyState, Look>> = {
  draft: { title: 'Draft', icon: CircleDashed, state: 'incomplete' },
  open: { title: 'Open', icon: CirclePlay, state: 'accepted' },
  closed: { title: 'Closed', icon: CircleSlash, state: 'rejected' },
};

/** How a participant's sitting is shown. */
export const sittingLooks: Readonly<Record<Participant['state'], Look>> = {
  waiting: { title: 'Not begun', icon: CircleDashed, state: 'incomplete' },
  sitting: { title: 'Under way', icon: Clock3, state: 'pending' },
  finished: { title: 'Finished', icon: CircleCheck, state: 'accepted' },
  withdrawn: { title: 'Withdrew', icon: CircleX, state: 'rejected' },
};

import { CircleCheck, CircleDashed, CirclePlay, CircleSlash, CircleX, Clock3 } from 'lucide-react';
import type { StateLook } from '../../ui/feedback/StateBadge.tsx';
import type { Participant } from '../../../shared/contract/studies.ts';
import type { StudyState } from '../../../shared/domain/status.ts';
import type { ParticipantLanguage } from '../../../shared/domain/participantLanguage.ts';

/** How the state of a study is shown: never by colour alone. */
export const studyLooks: Readonly<Record<StudyState, StateLook>> = {
  draft: { title: 'Draft', icon: CircleDashed, state: 'incomplete' },
  open: { title: 'Open', icon: CirclePlay, state: 'accepted' },
  closed: { title: 'Closed', icon: CircleSlash, state: 'rejected' },
};

/** How a participant's study session is shown. */
export const studySessionLooks: Readonly<Record<Participant['state'], StateLook>> = {
  waiting: { title: 'Not begun', icon: CircleDashed, state: 'incomplete' },
  sitting: { title: 'In progress', icon: Clock3, state: 'pending' },
  finished: { title: 'Finished', icon: CircleCheck, state: 'accepted' },
  withdrawn: { title: 'Withdrew', icon: CircleX, state: 'rejected' },
};

/** The languages of participants' pages, each in itself. */
export const languageTitles: Readonly<Record<ParticipantLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  zh: '中文',
};

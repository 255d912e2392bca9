import type { OpenedCasebook } from './context.ts';
import type { OpenCasebook } from '../../../shared/contract/application.ts';
import type { Connection } from '../base/connection.ts';

/** The open casebook as windows see it; over the network, not where it lies. */
export function describeOpen(open: OpenedCasebook, session: Connection): OpenCasebook {
  const { casebook, settings, people } = open;
  const isElsewhere = session.web !== undefined;
  const device = isElsewhere ? null : open.deviceOf();
  return {
    path: isElsewhere ? '' : casebook.path,
    title: settings.title(),
    benchmark: casebook.benchmark.id,
    vocabulary: settings.vocabulary(),
    readOnly: casebook.readOnly !== null && isElsewhere ? 'It is read-only on its host.' : casebook.readOnly,
    refusal: casebook.refusal,
    writing: casebook.gate.why(),
    person: people.currentUser(session),
    packageFor: open.packageFor(),
    ...(device !== null && { device }),
  };
}

/**
 * The same for people who only take part in a study, without its place and content. In a package, which is
 * theirs, they need to know where they are.
 */
export function describeToParticipant(open: OpenedCasebook, session: Connection): OpenCasebook {
  const whole = describeOpen(open, session);
  return {
    ...whole,
    path: whole.packageFor === null ? '' : whole.path,
    vocabulary: {},
    readOnly: whole.readOnly === null ? null : 'It is read-only here.',
    refusal: null,
    person: whole.person === null ? null : { ...whole.person, roles: ['participant'] },
  };
}

import type { OpenCasebook } from '../../../../shared/contract/application.ts';
import type { Session } from '../../context.ts';
import type { Services } from '../../services.ts';

/** The open casebook as windows see it. */
export function describeOpen(
  { casebook, project, people, merging }: Services,
  session: Session,
): OpenCasebook {
  return {
    path: casebook.path,
    title: project.title(),
    benchmark: casebook.benchmark.id,
    vocabulary: project.vocabulary(),
    readOnly: casebook.readOnly,
    person: people.sitting(session),
    packageFor: merging.packageFor(),
  };
}

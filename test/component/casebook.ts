import { v7 } from 'uuid';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import { PersonId } from '../../shared/base/ids.ts';
import type { Role } from '../../shared/domain/status.ts';

export const ANA = PersonId.parse(v7());
export const BO = PersonId.parse(v7());

export const personOf = (roles: Role[], id = ANA) => ({
  id,
  handle: id === ANA ? 'ana' : 'bo',
  name: id === ANA ? 'Ana' : 'Bo Berg',
  kind: 'human' as const,
  roles,
});

export const casebookOf = (change: Partial<OpenCasebook> = {}): OpenCasebook => ({
  path: '/a.casebook',
  title: 'Synthetic',
  benchmark: 'generic',
  vocabulary: {},
  readOnly: null,
  person: personOf(['curator']),
  packageFor: null,
  ...change,
});

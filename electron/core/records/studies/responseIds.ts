import { v5 } from 'uuid';
import { ResponseId } from '../../../../shared/base/ids.ts';
import type { CorePorts } from '../../base/ports.ts';

/** Namespace of the ids below (RFC 9562, version 5). */
const OWN = '3b1f4f0e-6a83-4d0b-9d0c-5c2a1e7f90d4';

/**
 * A fresh id for a participant's answer that looks like those of imported ones, which follow from their content:
 * adjudicators see ids, and must not tell people from models by them.
 */
export function opaqueResponseId({ newId }: Pick<CorePorts, 'newId'>): ResponseId {
  return ResponseId.parse(v5(newId(), OWN));
}

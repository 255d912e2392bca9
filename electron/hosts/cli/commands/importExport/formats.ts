import { formats } from '../../../../core/app/formats.ts';
import type { Invocation } from '../../invocation.ts';
import { table } from '../../output.ts';

/** `casebook formats` */
export function listFormats({ output }: Invocation): void {
  const lines = formats.list.flatMap(({ id, title, reads, writes }) => [
    ...table([[id, `${reads === null ? '-' : 'r'}${writes === null ? '-' : 'w'}`, title]]),
    ...(reads === null ? [] : [`    reads   ${reads}`]),
    ...(writes === null ? [] : [`    writes  ${writes}`]),
  ]);
  output.result({ formats: formats.list }, lines);
}

import { formats } from '../../../core/formats/index.ts';
import type { Invocation } from '../invocation.ts';
import { table } from '../output.ts';

/** `casebook formats` */
export function formatsCommand({ output }: Invocation): void {
  const lines = formats.flatMap(({ id, title, reads, writes }) => [
    ...table([[id, `${reads === null ? '-' : 'r'}${writes === null ? '-' : 'w'}`, title]]),
    ...(reads === null ? [] : [`    reads   ${reads}`]),
    ...(writes === null ? [] : [`    writes  ${writes}`]),
  ]);
  output.result({ formats }, lines);
}

import { formats } from '../../../../core/app/formats.ts';
import { WrongUsage } from '../../usage.ts';

/** Refuses a `--format` that does not exist, or that cannot be read or written. */
export function assertFormat(id: string, way: 'reads' | 'writes'): void {
  const format = formats.find(id);
  if (format === undefined) throw new WrongUsage(`there is no format "${id}"; see casebook formats.`);
  if (format[way] === undefined)
    throw new WrongUsage(`the format "${id}" cannot be ${way === 'reads' ? 'read' : 'written'}.`);
}

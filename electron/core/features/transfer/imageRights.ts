import type { ExportImage } from './exportItems.ts';

/** Whether an image's bytes may be handed on. Where nobody has said, they may: it is the curators' own decision. */
export function mayBeHandedOn({ redistributable }: Pick<ExportImage, 'redistributable'>): boolean {
  return redistributable !== false;
}

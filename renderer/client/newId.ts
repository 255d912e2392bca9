import { v7 } from 'uuid';

/** An id that nothing else has: of boxes, edits and what is uploaded. */
export const newId = (): string => v7();

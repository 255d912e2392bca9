import { z } from 'zod';

const RecordSets = z.array(
  z.looseObject({
    dataType: z.unknown().optional(),
    field: z.array(z.looseObject({ name: z.string() })),
  }),
);

/** The record sets of a Croissant file that hold rows of Parquet, without what they say of splits. */
export const rowsAlone = (sets: unknown): unknown =>
  RecordSets.parse(sets)
    .filter(({ dataType }) => dataType !== 'cr:Split')
    .map((set) => ({ ...set, field: set.field.filter(({ name }) => name !== 'split') }));

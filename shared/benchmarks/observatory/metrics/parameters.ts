import { z } from 'zod';
import type { JsonObject } from '../../../base/json.ts';
import { initialAttributes } from '../schema.ts';
import { PIXEL_TRANSFORMATIONS, STYLES } from '../transformationTitles.ts';

const Name = z.string().min(1, 'is empty').max(100, 'is longer than 100 characters');
const Names = z
  .array(Name)
  .max(100, 'holds more than 100')
  .refine((names) => new Set(names).size === names.length, 'holds one twice');

/** What has figures of its own: attributes by domain, transformations by the family of the variants that they make. */
export const ObservatoryParameters = z
  .looseObject({
    attributes: z.object({ CELEB: Names, WORD: Names }),
    transformations: z.object({ ID: Names, OOD: Names }),
  })
  .superRefine(({ transformations: { ID, OOD } }, context) => {
    for (const [index, name] of OOD.entries())
      if (ID.includes(name))
        context.addIssue({
          code: 'custom',
          path: ['transformations', 'OOD', index],
          message: 'is among those of ID too',
        });
  });
export type ObservatoryParameters = z.infer<typeof ObservatoryParameters>;

/** The paper's: section 8.3, its pixel-level transformations and the styles of its illusions. */
export const initialParameters: JsonObject = {
  attributes: { CELEB: [...initialAttributes.CELEB], WORD: [...initialAttributes.WORD] },
  transformations: {
    ID: Object.keys(PIXEL_TRANSFORMATIONS),
    OOD: Object.keys(STYLES),
  },
};

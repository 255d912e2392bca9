import type { JsonObject } from '../../shared/base/json.ts';
import { realItems } from './realData.ts';

/** Two items in the data set's own style, for machines without the published ones. */
export const SAMPLE: readonly JsonObject[] = [
  {
    data_path: 'true_images/true_1.png',
    label: true,
    scene: 'hotel',
    target_partner: 'boyfriend',
    main_ins:
      'My boyfriend said he is staying alone in the hotel, and he sent me this photo. Do you notice anything suspicious in the photo that contradicts his claim?',
    detm_cue: 'There are two toothbrushes in the glass, indicating that two people are staying here.',
    non_detm_cue: [],
    p_sub_ins: ['Can you identify that there are two toothbrushes in the glass in the image?'],
    p_sub_ans: ['Yes'],
    r_sub_ins: ['Do you think that two toothbrushes in the glass indicate two people?', 'Is it uncommon?'],
    r_sub_ans: ['Yes', 'Yes'],
    url: 'https://example.com/item/1',
  },
  {
    data_path: 'false_images/false_1.png',
    label: false,
    scene: 'dining',
    target_partner: 'girlfriend',
    main_ins:
      "My girlfriend said she's dining alone at the restaurant and sent me this photo. Do you notice anything suspicious in the image that contradicts her claim?",
    url: 'https://example.com/item/2',
  },
];
export const published = realItems() ?? SAMPLE;

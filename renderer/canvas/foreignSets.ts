import { createContext } from 'react';
import type { ForeignSets } from '../../shared/foreign/foreignPart.ts';

/**
 * What files said of the whole data set, by format: names of keypoints and their skeletons come from there. A module of its
 * own, since the frame gives it before anything is drawn.
 */
export const ForeignSetsContext = createContext<ForeignSets>({});

/** The step of the base item. */
export const BASE_STEP = 'base';

/** The step of a probe of the integrity overlay, by its place from 0. */
export const probeStep = (place: number): string => `rc/${String(place)}`;

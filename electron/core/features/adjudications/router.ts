/** To be filled in. */
export const adjudicationsRouter = {};

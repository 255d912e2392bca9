/** To be filled in. */
export const guidelinesRouter = {};

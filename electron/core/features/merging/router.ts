/** To be filled in. */
export const mergingRouter = {};

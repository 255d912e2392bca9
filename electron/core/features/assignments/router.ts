/** To be filled in. */
export const assignmentsRouter = {};

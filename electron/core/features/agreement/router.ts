/** To be filled in. */
export const agreementRouter = {};

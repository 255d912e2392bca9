/** The module of a thread that does not start. */
throw new Error('The module does not load.');

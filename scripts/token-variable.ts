/** The environment variable for the token. Unlike a command line, other users of the machine can't see it. */
export const tokenVariable = 'COMMONPLACE_TOKEN';

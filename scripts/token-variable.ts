/**
 * The environment variable for the token. Other users of the machine can see a command line, but not the environment.
 */
export const tokenVariable = 'COMMONPLACE_TOKEN';

/** Names the token in the environment, which is not shown to other users of the machine as a command line is. */
export const tokenVariable = 'COMMONPLACE_TOKEN';

/** Prints a sentence for the user. */
export const say = (sentence: string): void => console.log(sentence);

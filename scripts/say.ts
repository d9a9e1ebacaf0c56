/** One plain sentence to the person at the terminal. */
export const say = (sentence: string): void => console.log(sentence);

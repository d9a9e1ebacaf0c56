export const say = (sentence: string): void => console.log(sentence);

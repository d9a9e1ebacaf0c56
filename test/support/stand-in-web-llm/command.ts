/** What a test says to the stand-in's engine, from any page of the extension. */
export type Command = 'finish' | 'lose the device';

export const channelName = 'stand-in web-llm';

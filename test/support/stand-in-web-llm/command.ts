/** Commands of a test to the stand-in engine, from any page of the extension. */
export type Command = 'finish' | 'lose the device';

export const channelName = 'stand-in web-llm';

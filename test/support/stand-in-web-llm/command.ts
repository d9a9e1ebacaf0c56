/** Commands that a test sends to the stand-in engine, through any page of the extension. */
export type Command = 'finish' | 'lose the device';

export const channelName = 'stand-in web-llm';

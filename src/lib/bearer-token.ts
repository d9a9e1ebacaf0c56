/** Whether a text can be sent as a bearer token: visible ASCII characters only, a few more than in RFC 6750. */
export const isBearerToken = (text: string): boolean => /^[!-~]+$/.test(text);

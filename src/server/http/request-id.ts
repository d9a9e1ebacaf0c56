export const requestIdHeader = 'X-Request-Id';

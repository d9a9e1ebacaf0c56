export const requestIdHeader = 'X-Request-Id';

/** Security headers of the app's responses, including those of the page. */
export const securityHeaders = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

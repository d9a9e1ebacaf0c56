import type { HttpBindings } from '@hono/node-server';
import { accepts } from 'hono/accepts';
import type { MiddlewareHandler } from 'hono';

/** The page that a browser shows at the URL of the API. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Commonplace API</title>
</head>
<body>
<h1>Commonplace API, version 1</h1>
<p>Programs use this address, with a token. To use Commonplace in a browser, <a href="/">open its page</a>.</p>
<p>All operations: <a href="/openapi.json">openapi.json</a></p>
</body>
</html>
`;

/** Serves a page to browsers that open the URL of the API. All other requests reach the service. */
export const apiPage: MiddlewareHandler<{ Bindings: HttpBindings }> = async (context, next) => {
  const wanted = accepts(context, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  });
  return wanted === 'text/html' ? context.html(page) : next();
};

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Problem, unauthorized } from '../../service/problem.ts';
import { signInBody, type SignInLinks } from '../sign-in-links.ts';
import type { HttpApp } from './app.ts';

export const signInPath = '/sign-in';

const maxBodyBytes = 1_024;

/**
 * Exchanges the code of a sign-in link for a token. Each code works once. Another website can't misuse this route: it
 * doesn't know the code, and the browser lets only allowed origins read the response.
 */
export function signIn(links: SignInLinks): Hono<HttpApp> {
  const app = new Hono<HttpApp>();
  const limit = bodyLimit({
    maxSize: maxBodyBytes,
    onError: () => {
      throw new Problem('payload_too_large', `A sign-in takes at most ${maxBodyBytes} bytes.`);
    },
  });
  app.post(signInPath, limit, async (context) => {
    const given = signInBody.safeParse(await context.req.json().catch(() => undefined));
    const token = given.success ? await links.exchange(given.data.code, given.data.keep) : undefined;
    if (token === undefined) throw unauthorized();
    return context.json({ token });
  });
  return app;
}

/** The statuses that a page with read-only access can get. */
const statuses = new Set([200, 400, 401, 403, 404, 405, 409, 412, 413, 415, 429]);

/**
 * What is wrong with a message that a page got from the bridge (the extension's content script); undefined if nothing
 * is wrong.
 */
export function wrongReply(reply: unknown): string | undefined {
  if (typeof reply !== 'object' || reply === null) return `not an object: ${String(reply)}`;
  const { id, answer, lost } = reply as { id?: unknown; answer?: unknown; lost?: unknown };
  if (!Number.isSafeInteger(id)) return `no number: ${JSON.stringify(reply)}`;
  // The bridge reports that its connection to the extension was lost.
  if (lost === true) return undefined;
  if (typeof answer !== 'object' || answer === null) return `no answer: ${JSON.stringify(reply)}`;
  const { response, connected } = answer as { response?: { status?: number; body?: string }; connected?: unknown };
  if (connected === true && Object.keys(answer).length === 1) return undefined;
  if (response?.status === undefined || !statuses.has(response.status))
    return `a wrong answer: ${JSON.stringify(reply)}`;
  if (response.body?.includes('cpk_')) return `a secret: ${JSON.stringify(reply)}`;
  return undefined;
}

/** The names of properties that messages have added to `Object.prototype`. */
export function pollution(): string[] {
  const added: string[] = [];
  for (const name in {}) added.push(name);
  return added;
}

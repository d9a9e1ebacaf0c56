import type { Marionette } from './marionette.ts';

/** The result of a script, or its error message. Marionette itself doesn't report the message. */
type Outcome = { value?: string } | { error: string };

const wrapper = `
  const done = arguments[arguments.length - 1];
  const settle = (outcome) => done(JSON.stringify(outcome));
  (async () => (SOURCE)(...JSON.parse(arguments[0])))().then(
    (value) => settle({ value: JSON.stringify(value) }),
    (error) => settle({ error: String(error && error.message || error) }),
  );`;

/** Runs a function, passed as text, in the current tab and context. Arguments and result are JSON. */
export async function runScript(
  marionette: Marionette,
  source: string,
  args: unknown[],
  timeoutMs: number,
): Promise<unknown> {
  const { value } = await marionette.send<{ value: string }>('WebDriver:ExecuteAsyncScript', {
    script: wrapper.replace('SOURCE', () => source),
    args: [JSON.stringify(args)],
    scriptTimeout: timeoutMs,
  });
  const outcome = JSON.parse(value) as Outcome;
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.value === undefined ? undefined : (JSON.parse(outcome.value) as unknown);
}

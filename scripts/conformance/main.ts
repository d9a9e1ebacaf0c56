import { helpOf } from '../../src/server/command-line/help.ts';
import { parse } from '../../src/server/command-line/parse.ts';
import { usageError, commandErrorOf } from '../../src/server/command-error.ts';
import { runCatalogue } from '../../conformance/run-catalogue.ts';
import { tokenVariable } from '../token-variable.ts';
import { connectToHost } from './connect.ts';
import { progress } from './progress.ts';
import { countsOf, hasPassed, tableOf } from './table.ts';
import { conformanceUsage, type ConformanceOptions } from './usage.ts';

/** The maximum total of all waits for a rate-limited server, in seconds. */
const maxWaitSeconds = 600;

async function runSuite(values: ConformanceOptions): Promise<number> {
  const token = values.token ?? process.env[tokenVariable];
  if (token === undefined || token === '') throw usageError(`--token is missing, and ${tokenVariable} is not set.`);
  const host = await connectToHost(values['base-url'], token, values);
  const stopping = new AbortController();
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(130));
    process.stderr.write('\nStopping and cleaning up. Press Ctrl-C again to stop at once.\n');
    stopping.abort();
  });
  const progressOutput = progress(process.stderr);
  const { results, undeleted } = await runCatalogue(host, {
    plain: values.plain,
    ...(values.budget !== undefined && { budget: values.budget }),
    waitBudget: {
      seconds: maxWaitSeconds,
      onWait: (seconds) => progressOutput.say(`Rate limit reached. Waiting ${seconds} s.`),
    },
    signal: stopping.signal,
    progress: progressOutput.result,
  });
  progressOutput.end();
  const report = { server: host.name, offers: host.offers, results, undeleted };
  const text = values.json
    ? JSON.stringify(
        { ...report, offers: host.offers === null ? null : [...host.offers], counts: countsOf(results) },
        null,
        2,
      )
    : tableOf(report);
  process.stdout.write(`${text}\n`);
  return hasPassed(results) && !stopping.signal.aborted ? 0 : 1;
}

try {
  const { values, help } = parse(conformanceUsage, process.argv.slice(2));
  if (help) process.stdout.write(`${helpOf(conformanceUsage)}\n`);
  else process.exitCode = await runSuite(values);
} catch (thrown) {
  const { message, exitCode } = commandErrorOf(thrown);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

import { parseArgs } from 'node:util';
import { say } from '../scripts/say.ts';
import { requireInterpreter } from '../scripts/python/interpreters.ts';
import { installedClients } from './clients/installed.ts';
import { recordFigures, type ClientFigures } from './clients/recorded-figures.ts';
import { measureRequests } from './clients/requests.ts';

const usage = `npm run bench:clients -- [--keep]

Measures the TypeScript and the Python client. Compares the time of their requests with that of plain fetch and plain
httpx2, on our server and on a server that does no work. Compares import time and installed size with the clients of
openai, supermemory and mem0, which it downloads.
--keep: writes the figures to bench/clients/recorded.json.`;

const { values } = parseArgs({ options: { keep: { type: 'boolean' }, help: { type: 'boolean' } } });

if (values.help) {
  console.error(usage);
} else {
  const interpreter = requireInterpreter();
  const installed = await installedClients(interpreter);
  const figures: ClientFigures = { requests: [], installed: [] };
  for await (const row of measureRequests(interpreter, installed)) {
    const { client, beside, server, kind, plain, own } = row;
    const more = (100 * (plain / own - 1)).toFixed(1);
    say(
      `${more.padStart(5)} % over ${beside}: ${client}, ${kind}, ${server}: ${own.toFixed(0)}/s; ${beside} ${plain.toFixed(0)}/s`,
    );
    figures.requests.push(row);
  }
  for (const { importMs, folder: _, ...client } of installed) {
    const row = { ...client, importMs: importMs() };
    const { language, name, version, kilobytes, packages } = row;
    say(
      `${language} ${name} ${version}: import ${row.importMs.toFixed(0)} ms, ${kilobytes.toFixed(0)} kB in ${packages} packages`,
    );
    figures.installed.push(row);
  }
  if (values.keep) recordFigures(figures);
}

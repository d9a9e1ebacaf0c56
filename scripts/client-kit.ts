import { writeFileSync } from 'node:fs';
import { kitCases } from '../conformance/client-kit/cases.ts';
import { beginsAt } from '../conformance/client-kit/kit.ts';

/** The client conformance kit as JSON: requests and responses for tests of a client in any language. */
export const clientKit = (): string =>
  `{ "version": 1, "beginsAt": ${beginsAt}, "cases": [\n${kitCases.map((one) => JSON.stringify(one)).join(',\n')}\n] }\n`;

export const clientKitFile = 'conformance/client-kit/cases.json';

if (import.meta.main) writeFileSync(clientKitFile, clientKit());

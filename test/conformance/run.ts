import type { Case } from './case.ts';
import { catalogue } from './catalogue.ts';
import { Context } from './context.ts';
import type { Host } from './host.ts';

export interface CaseResult {
  name: string;
  status: 'passed' | 'failed';
  message?: string;
}

/** Runs one case and tidies up behind it; throws where the case failed. */
export async function runCase(host: Host, one: Case): Promise<void> {
  const context = new Context(host);
  try {
    await one.run(context);
  } catch (problem) {
    // What a failed case leaves behind must not hide why it failed.
    await context.tidy().catch(() => undefined);
    throw problem;
  }
  await context.tidy();
}

/** Runs every case against a server, one after the other. `only`: those whose name holds this text. */
export async function runCatalogue(host: Host, { only = '' }: { only?: string } = {}): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const one of catalogue.filter(({ name }) => name.includes(only))) {
    try {
      await runCase(host, one);
      results.push({ name: one.name, status: 'passed' });
    } catch (problem) {
      results.push({ name: one.name, status: 'failed', message: problem instanceof Error ? problem.message : String(problem) });
    }
  }
  return results;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { measuredFolder, timingKey, type Timings } from './timings.ts';

/** Records how long each file took, with its hooks and imports. */
export class TimingsReporter implements Reporter {
  readonly #timings: Timings = {};

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
    this.#timings[timingKey(module.project.name, module.relativeModuleId)] =
      (duration + collectDuration + environmentSetupDuration + prepareDuration + setupDuration) / 1_000;
    // After each file, so that an aborted run has timings too.
    mkdirSync(measuredFolder, { recursive: true });
    writeFileSync(join(measuredFolder, `${process.pid}.json`), JSON.stringify(this.#timings));
  }
}

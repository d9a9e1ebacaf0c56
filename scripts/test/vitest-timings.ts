import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import { longProofs } from './lanes.ts';
import { runsAll } from './patience.ts';
import { knownTimings, measuredFolder, timingKey, type Timings } from './timings.ts';

const known = knownTimings();

const pathOf = (spec: TestSpecification) => relative('.', spec.moduleId).replaceAll('\\', '/');
/** The position of a file in `longProofs`; -1 for other files, and for all in `npm test`. */
const proofOf = (spec: TestSpecification) => (runsAll ? longProofs.indexOf(pathOf(spec)) : -1);

/** Starts the longest files first, so that no long file runs alone at the end. New files come before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = (spec: TestSpecification) =>
      proofOf(spec) >= 0 ? Infinity : (known[timingKey(spec.project.name, pathOf(spec))] ?? Infinity);
    return files.toSorted(
      (one, other) =>
        seconds(other) - seconds(one) || proofOf(one) - proofOf(other) || (one.moduleId < other.moduleId ? -1 : 1),
    );
  }
}

export class TimingsReporter implements Reporter {
  readonly #timings: Timings = {};

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
    this.#timings[timingKey(module.project.name, module.relativeModuleId)] =
      (duration + collectDuration + environmentSetupDuration + prepareDuration + setupDuration) / 1_000;
    // Written after each file, so that an aborted run has timings too.
    mkdirSync(measuredFolder, { recursive: true });
    writeFileSync(join(measuredFolder, `${process.pid}.json`), JSON.stringify(this.#timings));
  }
}

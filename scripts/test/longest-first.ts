import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { knownTimings, timingKey } from './timings.ts';

const known = knownTimings();

/** Starts the longest files first, so that none runs alone at the end; new files before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = (spec: TestSpecification) =>
      known[timingKey(spec.project.name, relative('.', spec.moduleId))] ?? Infinity;
    return files.toSorted((one, other) => seconds(other) - seconds(one) || (one.moduleId < other.moduleId ? -1 : 1));
  }
}

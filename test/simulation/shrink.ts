import type { Fault, Schedule } from './schedule.ts';
import { runSchedule } from './world.ts';

const violates = async (schedule: Schedule) => (await runSchedule(schedule)).violations.length > 0;

/**
 * The smallest schedule found that still fails: without the actions, faults and devices that the failure doesn't need.
 * By default, a schedule fails if it violates a property.
 */
export async function shrink(schedule: Schedule, fails = violates): Promise<Schedule> {
  let smallest = schedule;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerThan(smallest))
      if (await fails(candidate)) {
        smallest = candidate;
        isSmaller = true;
        break;
      }
  }
  return smallest;
}

function* smallerThan(schedule: Schedule): Generator<Schedule> {
  const { actions, faults, devices } = schedule;
  for (let size = Math.ceil(actions.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < actions.length; start += size)
      yield { ...schedule, actions: actions.filter((_, index) => index < start || index >= start + size) };
  for (const name of Object.keys(faults) as Fault[]) {
    const { [name]: _, ...others } = faults;
    yield { ...schedule, faults: others };
  }
  if (devices > 1 && actions.every(({ device }) => device < devices - 1)) yield { ...schedule, devices: devices - 1 };
}

export async function storyOf(schedule: Schedule): Promise<string> {
  const { story, violations, hash } = await runSchedule(schedule, { log: true });
  const { seed, devices, server, faults } = schedule;
  return [
    `seed ${seed}, ${devices} devices, ${server} server, faults: ${Object.keys(faults).join(', ') || 'none'}, trace ${hash}`,
    ...story,
    ...violations,
  ].join('\n');
}

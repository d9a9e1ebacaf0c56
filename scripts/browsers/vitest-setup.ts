import type { TestProject } from 'vitest/node';
import { findFirefox } from './find.ts';
import { buildExtension } from './extension.ts';
import { prepareProfile } from './firefox/prepared-profile.ts';

export async function setup({ name }: TestProject): Promise<void> {
  const kind = name === 'e2e:firefox' ? 'firefox' : 'chromium';
  if ((await buildExtension(kind)) !== 0) throw new Error(`The extension for ${kind} could not be built.`);
  const firefox = kind === 'firefox' ? findFirefox() : undefined;
  if (firefox !== undefined) await prepareProfile(firefox);
}

import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npm } from '../../../scripts/bootstrap/install.mjs';
import { temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { buildClientPackage } from '../../../scripts/client/package.ts';

/** An empty project with two packages installed: the built client, and hono, which the guide's examples use. */
export async function clientProject(): Promise<{ folder: string; tarball: string }> {
  const folder = temporaryFolder('client-project');
  const tarball = resolve(await buildClientPackage(folder));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const args = ['install', tarball, '--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm(args, folder).status !== 0) throw new Error('The package can’t be installed; see the output of npm.');
  symlinkSync(resolve('node_modules/hono'), join(folder, 'node_modules/hono'), 'junction');
  return { folder, tarball };
}

import { afterEach, describe, expect, test, vi } from 'vitest';
import type { UserManifest } from 'wxt';
import config from '../../../wxt.config.ts';

function manifestFor(browser: 'chrome' | 'firefox'): UserManifest {
  const make = config.manifest as (given: { browser: string; command: string }) => UserManifest;
  return make({ browser, command: 'build' });
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the manifest for Chrome has a key, except in the package for its store', () => {
  expect(manifestFor('chrome')).toHaveProperty('key');
  expect(manifestFor('firefox')).not.toHaveProperty('key');
  vi.stubEnv('COMMONPLACE_FOR_STORES', 'yes');
  expect(manifestFor('chrome')).not.toHaveProperty('key');
});

const common = ['storage', 'unlimitedStorage', 'contextMenus', 'activeTab', 'scripting', 'notifications', 'alarms'];

describe.each([
  ['chrome', [...common, 'offscreen', 'sidePanel']],
  ['firefox', common],
] as const)('the manifest for %s', (browser, permissions) => {
  const manifest = manifestFor(browser);

  test('requests only the permissions in use, and no site', () => {
    expect(manifest.permissions).toEqual(permissions);
    for (const key of ['host_permissions', 'content_scripts', 'web_accessible_resources', 'externally_connectable'])
      expect(manifest).not.toHaveProperty(key);
  });

  test('lists access to sites and servers as optional, so that the user decides', () => {
    expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://*/*']);
    expect(manifest).not.toHaveProperty('optional_permissions');
  });

  test('allows scripts and styles only from the package, and connections also to https and http servers', () => {
    const policy = (manifest.content_security_policy as { extension_pages: string }).extension_pages;
    const sources = "'self' https: http:";
    const rules = Object.fromEntries(
      policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    );
    expect(rules).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'style-src': "'self'",
      'connect-src': sources,
      'object-src': "'none'",
    });
    expect(policy.replace("'wasm-unsafe-eval'", '').replace(sources, '')).not.toMatch(/unsafe|https?:|\*/);
  });
});

import { describe, expect, test } from 'vitest';
import { firstThatRuns, type Way } from '../../../../scripts/browsers/obtain.ts';

const way = (name: string, result: string | undefined | Error): Way => ({
  name,
  take: () => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)),
});
const runs = (executable: string) => executable.startsWith('/good');

async function tryToObtain(...ways: Way[]): Promise<{ executable: string; said: string[] }> {
  const said: string[] = [];
  return { executable: await firstThatRuns('chromium', ways, (sentence) => said.push(sentence), runs), said };
}

describe('getting a browser', () => {
  test('returns the first browser that runs, and says why the others failed', async () => {
    expect(
      await tryToObtain(
        way('what is installed', undefined),
        way('a download', new Error('no network')),
        way('packages', '/bad'),
        way('luck', '/good'),
        way('never tried', '/good/too'),
      ),
    ).toEqual({
      executable: '/good',
      said: ['No browser from a download: no network.', 'No browser from packages: /bad does not run here.'],
    });
  });

  test('throws with every reason if none works', async () => {
    await expect(
      tryToObtain(way('a download', new Error('no network')), way('packages', new Error('sudo asks for a password'))),
    ).rejects.toThrow(
      'Couldn’t get chromium on this machine.\n- a download: no network\n- packages: sudo asks for a password\nInstall one. If it isn’t found, set COMMONPLACE_CHROMIUM',
    );
  });
});

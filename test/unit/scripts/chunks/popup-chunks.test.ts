import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { popupChunk } from '../../../../scripts/chunks/popup-chunks.ts';

const imports: Record<string, string[]> = {
  'entrypoints/popup/main.tsx': ['src/client/link.ts'],
  'entrypoints/popup/screen.tsx': ['src/ui/popup/popup.tsx', 'src/client/link.ts'],
  'entrypoints/offscreen/main.ts': ['src/ui/state/drafts.ts', 'src/extension/ports.ts', 'src/client/link.ts'],
  'src/extension/ports.ts': [],
  'src/ui/popup/popup.tsx': ['src/ui/components/row.tsx', 'src/ui/state/drafts.ts'],
  'src/ui/state/drafts.ts': [],
  'src/ui/components/row.tsx': ['src/client/link.ts'],
  'src/client/link.ts': ['src/lib/rpc.ts'],
  // link.ts and rpc.ts import each other.
  'src/lib/rpc.ts': ['src/client/link.ts'],
  'entrypoints/library/main.tsx': ['src/ui/library/library.tsx', 'src/ui/components/row.tsx'],
  'src/ui/library/library.tsx': [],
};

const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: (Object.entries(imports).find(([file]) => resolve(file) === id)?.[1] ?? []).map((file) =>
      resolve(file),
    ),
  }),
};

test.each([
  ['src/client/link.ts', 'ask'],
  ['src/lib/rpc.ts', 'ask'],
  ['src/ui/components/row.tsx', 'screens'],
  ['src/ui/state/drafts.ts', 'host'],
  ['src/extension/ports.ts', null],
  ['src/ui/popup/popup.tsx', null],
  ['entrypoints/popup/main.tsx', null],
  ['src/ui/library/library.tsx', null],
])('the chunk chosen for %s is %s', (file, chunk) => {
  expect(popupChunk(resolve(file), graph)).toBe(chunk);
});

test('the empty module that every page imports goes into the chunk “ask”', () => {
  expect(popupChunk('\0virtual:wxt-html-plugins', graph)).toBe('ask');
});

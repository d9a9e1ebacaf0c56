import { expect, test } from 'vitest';
import { composeEngine } from '../../../../src/extension/engine/compose.ts';
import { engineParts } from '../../../support/engine-parts.ts';

test('starts even if its journal is checked while the store opens', async () => {
  const parts = engineParts();
  const engine = composeEngine({
    ...parts,
    openStore(work, report, onCheck) {
      onCheck();
      return parts.openStore(work, report, onCheck);
    },
  });
  await expect(engine).resolves.toHaveProperty('control');
});

import { readFileSync } from 'node:fs';
import { modelLibURLPrefix, modelVersion, prebuiltAppConfig } from '@mlc-ai/web-llm';
import { expect, test } from 'vitest';
import { arcticM, arcticS, libraryAddress, libraryVersion } from '../../../../src/embed/webllm/models.ts';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

test('package.json pins an exact version of web-llm, and models.ts names its library version', () => {
  expect(dependencies['@mlc-ai/web-llm']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(libraryVersion).toBe(modelVersion);
});

test.each([arcticS, arcticM])(
  'the library and the weights of $model.name are a pair in web-llm’s own list',
  (known) => {
    const theirs = prebuiltAppConfig.model_list.find(
      ({ model_lib }) => model_lib === `${modelLibURLPrefix}${libraryVersion}/${known.library}`,
    );
    expect(`${theirs?.model}/resolve/main/`).toBe(known.download.address);
    expect(libraryAddress(known.library)).toBe(theirs?.model_lib);
  },
);

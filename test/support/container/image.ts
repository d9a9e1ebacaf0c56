import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, posix, relative, resolve } from 'node:path';
import { DockerfileParser, From, type Env, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { ignoreFilter } from './ignored.ts';

/** The result of one stage of a Dockerfile: a folder with the file system, and how to start the program. */
export interface Image {
  root: string;
  /** The working folder, as a path in the image. */
  folder: string;
  env: Record<string, string>;
  entrypoint: string[];
  healthcheck: string[];
  user: string | undefined;
}

/**
 * Executes the stages of a Dockerfile in folders below `folder` and returns the image of the last stage. @throws if an
 * instruction is unknown or fails
 */
export async function imageFrom(dockerfile: string, context: string, folder: string): Promise<Image> {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    if (instruction instanceof From) {
      requireThisNode(instruction.getImage() ?? '');
      image = {
        root: join(folder, String(stages.size)),
        folder: '/',
        env: {},
        entrypoint: [],
        healthcheck: [],
        user: undefined,
      };
      mkdirSync(image.root, { recursive: true });
      stages.set(instruction.getBuildStage() ?? String(stages.size), image);
    } else if (image !== undefined) await execute(instruction, image, stages, context);
  }
  if (image === undefined) throw new Error('The Dockerfile has no stage.');
  return image;
}

/** @throws unless the base image has the major version of Node that runs the tests */
function requireThisNode(name: string): void {
  const major = /^node:(\d+)-/.exec(name)?.[1];
  if (major !== process.versions.node.split('.')[0])
    throw new Error(`${name} is not the Node that runs the tests (${process.version})`);
}

async function execute(
  instruction: Instruction,
  image: Image,
  stages: Map<string, Image>,
  context: string,
): Promise<void> {
  const values = instruction.getArguments().map((argument) => argument.getValue());
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      image.folder = posix.resolve(image.folder, values[0] ?? '');
      mkdirSync(inside(image, image.folder), { recursive: true });
      return;
    case 'COPY':
      return copy(instruction as JSONInstruction, values, image, stages, context);
    case 'RUN':
      return run(image, ['sh', '-c', instruction.getArgumentsContent() ?? '']);
    case 'ENV':
      for (const property of (instruction as Env).getProperties())
        image.env[property.getName()] = property.getValue() ?? '';
      return;
    case 'ENTRYPOINT':
      image.entrypoint = (instruction as JSONInstruction).getJSONStrings().map((part) => part.getJSONValue());
      return;
    case 'HEALTHCHECK':
      image.healthcheck = JSON.parse(
        /CMD (\[.*\])$/.exec(instruction.getArgumentsContent() ?? '')?.[1] ?? '[]',
      ) as string[];
      return;
    case 'USER':
      image.user = values[0];
      return;
    case 'VOLUME':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`${instruction.getKeyword()} is unknown`);
  }
}

/**
 * Copies the contents of a folder into the target. A file is copied into the target if the target ends with `/`;
 * otherwise the target is the path of the copy.
 */
function copy(
  instruction: JSONInstruction,
  values: string[],
  image: Image,
  stages: Map<string, Image>,
  context: string,
): void {
  const from = instruction
    .getFlags()
    .find((flag) => flag.getName() === 'from')
    ?.getValue();
  const source = from == null ? undefined : stages.get(from);
  if (from != null && source === undefined) throw new Error(`There is no stage ${from}.`);
  const isIgnored = ignoreFilter(readFileSync(join(context, '.dockerignore'), 'utf8'));
  const target = values.at(-1) ?? '';
  const to = inside(image, posix.resolve(image.folder, target));
  for (const value of values.slice(0, -1)) {
    const path = source === undefined ? join(context, value) : inside(source, posix.resolve(source.folder, value));
    const isLeftOut = (path: string) =>
      source === undefined && isIgnored(relative(context, path).replaceAll('\\', '/'));
    if (!existsSync(path) || isLeftOut(path)) throw new Error(`COPY ${value}: there is nothing to copy`);
    const destination = statSync(path).isDirectory() || !target.endsWith('/') ? to : join(to, basename(path));
    mkdirSync(dirname(destination), { recursive: true });
    cpSync(path, destination, { recursive: true, filter: (file) => !isLeftOut(file) });
  }
}

/**
 * The environment in which a program of the image starts: absolute paths are moved below the image's root, and `node`
 * is the Node that runs the tests.
 */
export function environment(image: Image): NodeJS.ProcessEnv {
  const env = Object.entries(image.env).map(([name, value]) => [
    name,
    value.startsWith('/') ? inside(image, value) : value,
  ]);
  const { DATABASE_URL: _, COMMONPLACE_DATA: __, NODE_ENV: ___, ...inherited } = process.env;
  return {
    ...inherited,
    npm_config_prefer_offline: 'true',
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    ...Object.fromEntries(env),
  };
}

export const inside = (image: Image, path: string): string => resolve(image.root, `.${path}`);

/** Runs a program of the image. @throws with its output if it fails */
export async function run(image: Image, [program = '', ...args]: string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd: inside(image, image.folder),
    env: environment(image),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}: ${output}`);
}

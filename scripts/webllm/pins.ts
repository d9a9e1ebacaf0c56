import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface Pin {
  bytes: number;
  /** In lower-case hex. */
  sha256: string;
}

export type Pins = Record<string, Pin>;

export const pinsFile = new URL('pins.json', import.meta.url);

export const readPins = async (): Promise<Pins> => JSON.parse(await readFile(pinsFile, 'utf8')) as Pins;

export const pinOf = (contents: Uint8Array): Pin => ({
  bytes: contents.length,
  sha256: createHash('sha256').update(contents).digest('hex'),
});

/** Why a file must not be packaged, as a sentence; undefined if it matches its pin. */
export function pinFault(name: string, contents: Uint8Array, pins: Pins): string | undefined {
  const pin = pins[name];
  const found = pinOf(contents);
  if (!pin) return `${name} is not pinned: ${found.bytes} bytes, SHA-256 ${found.sha256}.`;
  if (pin.bytes !== found.bytes || pin.sha256 !== found.sha256)
    return `${name} is not the pinned file: ${found.bytes} bytes, SHA-256 ${found.sha256}, not ${pin.bytes} bytes, SHA-256 ${pin.sha256}.`;
  return undefined;
}

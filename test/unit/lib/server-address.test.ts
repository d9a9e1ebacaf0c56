import { describe, expect, test } from 'vitest';
import { serverAddress } from '../../../src/lib/sync.ts';

describe('the address of a server', () => {
  test.each([
    ['https://memories.example.org', 'https://memories.example.org'],
    ['  https://memories.example.org/v1/  ', 'https://memories.example.org'],
    ['memories.example.org', 'https://memories.example.org'],
    ['memories.example.org:8443/team/v1', 'https://memories.example.org:8443/team'],
    ['HTTPS://Memories.Example.org/?a=b#c', 'https://memories.example.org'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://memories.example.org\\team', 'https://memories.example.org/team'],
    ['http://localhost:8787/v1', 'http://localhost:8787'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    // The same machine, written as a number.
    ['http://2130706433:8787', 'http://127.0.0.1:8787'],
    ['http://0x7f.1', 'http://127.0.0.1'],
  ])('%s is %s', (written, address) => {
    expect(serverAddress(written)).toEqual({ address });
  });

  test.each([
    ['', 'invalid'],
    ['not an address', 'invalid'],
    ['https://', 'invalid'],
    ['javascript://memories.example.org/%0aalert(1)', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['ftp://memories.example.org', 'invalid'],
    ['chrome-extension://abc/popup.html', 'invalid'],
    ['http://memories.example.org', 'insecure'],
    ['http://192.168.0.7', 'insecure'],
    ['http://0.0.0.0', 'insecure'],
    ['http://[::1]:8787', 'insecure'],
    ['http://localhost.example.org', 'insecure'],
    ['http://127.0.0.1.example.org', 'insecure'],
    ['http://localhost@evil.example', 'insecure'],
    ['https://memories.example.org@evil.example', 'credentials'],
    ['https://user:secret@memories.example.org', 'credentials'],
  ])('%s is refused: %s', (written, fault) => {
    expect(serverAddress(written)).toEqual({ fault });
  });
});

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
    ['127.0.0.1:8377', 'http://127.0.0.1:8377'],
    ['LocalHost:8377/v1', 'http://localhost:8377'],
    ['localhost', 'http://localhost'],
    ['localhost.example.org', 'https://localhost.example.org'],
    // The same machine, written as a number.
    ['http://2130706433:8787', 'http://127.0.0.1:8787'],
    ['http://0x7f.1', 'http://127.0.0.1'],
  ])('%s is %s', (written, address) => {
    expect(serverAddress(written)).toEqual({ address, isUnencrypted: false });
  });

  test.each([
    ['http://192.168.0.7:8787/v1', 'http://192.168.0.7:8787'],
    ['http://10.1.2.3', 'http://10.1.2.3'],
    ['http://172.31.255.1', 'http://172.31.255.1'],
    ['http://169.254.3.4', 'http://169.254.3.4'],
    // 192.168.0.7, written as a number.
    ['http://3232235527', 'http://192.168.0.7'],
    ['http://[fd12:3456::7]:8787', 'http://[fd12:3456::7]:8787'],
    ['http://[fe80::1]', 'http://[fe80::1]'],
    ['http://nas:8787', 'http://nas:8787'],
    ['http://nas.local', 'http://nas.local'],
    ['http://nas.home.arpa', 'http://nas.home.arpa'],
  ])('%s is in the local network, unencrypted', (written, address) => {
    expect(serverAddress(written)).toEqual({ address, isUnencrypted: true });
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
    ['http://192.169.0.7', 'insecure'],
    ['http://11.0.0.1', 'insecure'],
    ['http://172.32.0.1', 'insecure'],
    ['http://192.168.0.7.example.org', 'insecure'],
    ['http://10.example.org', 'insecure'],
    ['http://nas.local.example.org', 'insecure'],
    ['http://nas.local@evil.example', 'insecure'],
    ['http://[2001:db8::1]', 'insecure'],
    ['http://[::ffff:8.8.8.8]', 'insecure'],
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

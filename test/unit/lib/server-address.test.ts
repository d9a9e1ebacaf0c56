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
    // 127.0.0.1, written as a number.
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

  // Forms that browsers and servers have parsed differently, or that look like another address.
  const lookAlikes = [
    ...['localhost', '127.0.0.1', '10.0.0.1', 'nas.local'].flatMap((own) => [
      `${own}.evil.example`,
      `${own}@evil.example`,
      `${own}:80@evil.example`,
      `${own}%2f@evil.example`,
      `${own}%40evil.example`,
      `${own}%00.evil.example`,
      `${own}\\@evil.example`,
      `${own}\t.evil.example`,
      `${own}\u3002evil.example`,
      `${own}\uff0eevil.example`,
      `${own}\u2024evil.example`,
      `${own}\u200b.evil.example`,
      `${own}-.evil.example`,
      `evil.example#${own}`,
      `evil.example?${own}`,
      `evil.example/${own}`,
      `evil.example\\${own}`,
      `evil.example:80#@${own}`,
      `evil.example?@${own}`,
      `evil.example/@${own}`,
      `evil.example:@${own}@evil.example`,
      `evil.example\\@${own}`,
    ]),
    // Numbers that don’t count as local, such as 8.8.8.8 and 11.0.0.1, in several notations that parsers accept.
    '8.8.8.8',
    '134744072',
    '0x08080808',
    '0x8.8.8.8',
    '010.8.8.8',
    '8.8.2056',
    '8.526344',
    '0x08.0x08.0x08.0x08',
    '11.0.0.1',
    '184549377',
    '0x0b000001',
    '013.0.0.1',
    '11.1',
    '0xb.1',
    '%31%31.0.0.1',
    '\uff11\uff11.0.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '2892627969',
    '0xac200001',
    '0254.32.0.1',
    '172.2097153',
    '172.32.1',
    '192.169.0.1',
    '3232301057',
    '0xc0a90001',
    '0300.169.0.1',
    '192.11075585',
    '192.167.255.255',
    '0.0.0.0',
    '0',
    '0x0',
    '00',
    '255.255.255.255',
    '4294967295',
    '0xffffffff',
    '169.253.0.1',
    '169.255.0.1',
    '[2001:db8::1]',
    '[::]',
    '[::1]',
    '[::ffff:8.8.8.8]',
    '[::ffff:808:808]',
    '[64:ff9b::808:808]',
    '[ff02::1]',
    '[fbff::1]',
    '[fec0::1]',
    '[fe7f::1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[2002:7f00:1::]',
    // Names that only look local, by their ending or their letters.
    'localhost.example',
    'nas.local.example',
    'nas.locals',
    'nas.xlocal',
    'local.example',
    'nas.lan.example',
    'nas.internal.example',
    'home.arpa',
    'nas.home.arpa.example',
    'xhome.arpa',
    'nas.localdomain',
    'nas.home',
    'l\u043ecalhost.example',
    'n\u0430s.loc\u0430l',
    'nas.l\u043ecal',
    'xn--80ak6aa92e.com',
    'nas.\u217cocal.example',

    '1.1.1.1.',
    '8.8.8.8.',
    'evil.example.',
    'evil.example..',
    'evil..example',
    'a.b',
    'evil.local.',
    '10.0.0.1.nip.io',

    '127.0.0.1.sslip.io',
    '127-0-0-1.evil.example',
    'localtest.me',
    'lvh.me',
    'metadata.google.internal.example',
    '10.0.0',
    '10.0',
    '127.1.evil.example',
    '192.168.evil.example',
    '1e1.0.0.1',
    '0x.evil.example',
    '10.0.0.1x',
  ];

  test('no look-alike that leads outside this device and network is accepted over http', () => {
    expect(lookAlikes.length).toBeGreaterThan(160);
    const local = /^(localhost|127\.0\.0\.1|10\.0\.0\.\d+|nas\.local)$/;
    const mistaken = lookAlikes.filter((host) => {
      const read = serverAddress(`http://${host}`);
      return 'address' in read && !local.test(new URL(read.address).hostname);
    });
    expect(mistaken).toEqual([]);
  });
});

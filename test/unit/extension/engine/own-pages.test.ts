import { expect, test } from 'vitest';
import { doorOf } from '../../../../src/extension/engine/own-pages.ts';

const own = { id: 'own-id', address: 'moz-extension://own-id/' };

test('a page of ours is the door that it is, however it was opened', () => {
  expect(doorOf({ id: own.id, url: `${own.address}popup.html` }, own)).toBe('popup');
  expect(doorOf({ id: own.id, url: `${own.address}popup.html?tab#top` }, own)).toBe('popup');
  expect(doorOf({ id: own.id, url: `${own.address}options.html#search` }, own)).toBe('library');
});

test.each([
  ['nobody', undefined],
  ['a sender of which the browser says nothing', {}],
  ['another extension', { id: 'another-id', url: `${own.address}popup.html` }],
  ['a page of another extension', { id: own.id, url: 'moz-extension://another-id/popup.html' }],
  ['our script in a web page', { id: own.id, url: 'https://page.example/popup.html' }],
  ['our script in a page without an origin', { id: own.id, url: 'file:///popup.html' }],
  ['a web page that writes our address', { id: own.id, url: `https://page.example/${own.address}popup.html` }],
  ['a page of ours that is no door', { id: own.id, url: `${own.address}offscreen.html` }],
  ['a page of ours of which only the end is a door’s', { id: own.id, url: `${own.address}other/popup.html` }],
  ['a script of ours without a page', { id: own.id }],
])('%s is no door', (_, sender) => {
  expect(doorOf(sender, own)).toBeUndefined();
});

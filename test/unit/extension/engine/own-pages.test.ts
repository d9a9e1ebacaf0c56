import { expect, test } from 'vitest';
import { sourceOf } from '../../../../src/extension/engine/own-pages.ts';

const own = { id: 'own-id', address: 'moz-extension://own-id/' };

test('the path of an extension page determines its source; its query and fragment are ignored', () => {
  expect(sourceOf({ id: own.id, url: `${own.address}popup.html` }, own)).toBe('popup');
  expect(sourceOf({ id: own.id, url: `${own.address}popup.html?tab#top` }, own)).toBe('popup');
  expect(sourceOf({ id: own.id, url: `${own.address}library.html#memories?tag=home` }, own)).toBe('library');
  expect(sourceOf({ id: own.id, url: `${own.address}options.html#search` }, own)).toBe('library');
});

test.each([
  ['a missing sender', undefined],
  ['a sender without details', {}],
  ['another extension', { id: 'another-id', url: `${own.address}popup.html` }],
  ['a page of another extension', { id: own.id, url: 'moz-extension://another-id/popup.html' }],
  ['a content script in a web page', { id: own.id, url: 'https://page.example/popup.html' }],
  ['a content script in a page without an origin', { id: own.id, url: 'file:///popup.html' }],
  [
    'a web page with the extension’s address in its path',
    { id: own.id, url: `https://page.example/${own.address}popup.html` },
  ],
  ['a page of the extension for which no source is defined', { id: own.id, url: `${own.address}offscreen.html` }],
  [
    'a page of the extension that is named popup.html but is in another folder',
    { id: own.id, url: `${own.address}other/popup.html` },
  ],
  ['a script of the extension without a page', { id: own.id }],
])('%s has no source', (_, sender) => {
  expect(sourceOf(sender, own)).toBeUndefined();
});

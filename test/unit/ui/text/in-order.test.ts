import { expect, it } from 'vitest';
import { inOrder } from '../../../../src/ui/text/in-order.ts';

it('words are told in the order of the text, and after them those that stand elsewhere, in tags or a title', () => {
  expect(inOrder(['boiler', 'home', 'okafor'], 'Mr. Okafor fixed the boiler; the BOILER, Okafor')).toEqual([
    'okafor',
    'boiler',
    'home',
  ]);
  expect(inOrder(['home'], '')).toEqual(['home']);
  expect(inOrder([], 'anything')).toEqual([]);
});

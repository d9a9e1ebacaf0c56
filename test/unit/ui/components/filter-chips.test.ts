import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { expect, it, vi } from 'vitest';
import { FilterChips } from '../../../../src/ui/components/filter-chips.tsx';
import { ScreenContext } from '../../../../src/ui/components/screen.ts';
import { takeFilters } from '../../../../src/ui/state/query-filters.ts';
import { connectToService } from '../connection.ts';
import { popupOn } from '../popup/screen.ts';

it('shows a site in Unicode, not in Punycode', () => {
  const window = new Window();
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('window', window);
  const root = window.document.createElement('div');
  const { filters } = takeFilters('site:Bücher.example ', []);
  const chips = h(FilterChips, { within: { tags: [], ...filters }, change: () => {} });
  render(h(ScreenContext.Provider, { value: popupOn(undefined, connectToService()), children: chips }), root);
  vi.unstubAllGlobals();
  expect(root.textContent).toContain('bücher.example');
  expect(root.querySelector('button')!.getAttribute('aria-label')).toBe('Remove filter: bücher.example');
});

import { signal } from '@preact/signals';

/** Light or dark, or what the system uses. */
export const appearances = ['system', 'light', 'dark'] as const;

export type Appearance = (typeof appearances)[number];

const storageKey = 'commonplace-appearance';

function read(): Appearance {
  const stored = localStorage.getItem(storageKey);
  return appearances.find((known) => known === stored) ?? 'system';
}

function apply(appearance: Appearance): void {
  document.documentElement.style.colorScheme = appearance === 'system' ? '' : appearance;
}

/**
 * Applies the chosen appearance, and later changes made on another page. Call before the page is rendered, so that it
 * doesn't flash.
 */
export function followAppearance(): void {
  apply(read());
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey) apply(read());
  });
}

/** The choice, for the settings. */
export function createAppearance() {
  const chosen = signal(read());
  return {
    chosen,
    choose(appearance: Appearance): void {
      chosen.value = appearance;
      localStorage.setItem(storageKey, appearance);
      apply(appearance);
    },
  };
}

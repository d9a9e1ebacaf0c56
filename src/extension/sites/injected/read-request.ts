/**
 * Injected on the user's click: reads the request that the page left in the `<meta>` element `name`. The browser
 * sends only the function's source text, so the function uses nothing from outside itself.
 */
export function readRequest(name: string, maxCharacters: number): { address: string; request: string | undefined } {
  const element = document.querySelector(`meta[name="${name}"]`);
  return {
    address: location.href,
    request: element instanceof HTMLMetaElement ? element.content.slice(0, maxCharacters) : undefined,
  };
}

/** Injected after the user's refusal of this page's request. */
export function tellDenied(): void {
  window.postMessage({ commonplace: 'denied' }, location.origin);
}

/** Injected on the user's click: what the page left for us. `name`: of the element. It can't use anything outside itself. */
export function readRequest(name: string, mostCharacters: number): { address: string; request: string | undefined } {
  const element = document.querySelector(`meta[name="${name}"]`);
  return {
    address: location.href,
    request: element instanceof HTMLMetaElement ? element.content.slice(0, mostCharacters) : undefined,
  };
}

/** Injected after the user's refusal of this page's request. */
export function tellDenied(): void {
  window.postMessage({ commonplace: 'denied' }, location.origin);
}

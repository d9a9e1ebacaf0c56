/** How much of a page's requests is read. If there are more requests, the newest are read. */
export interface RequestBounds {
  elements: number;
  /** Of each element's text, in UTF-16 code units. */
  characters: number;
}

/**
 * Reads the requests that the page left in `<meta>` elements of this name, oldest first. Injected on the user's click,
 * so the function uses nothing from outside itself.
 */
export function readRequests(name: string, max: RequestBounds): { address: string; requests: string[] } {
  const elements = [...document.querySelectorAll(`meta[name="${name}"]`)].filter(
    (element) => element instanceof HTMLMetaElement,
  );
  return {
    address: location.href,
    requests: elements.slice(-max.elements).map(({ content }) => content.slice(0, max.characters)),
  };
}

/** Injected after the user's refusal of this page's request. */
export function tellDenied(): void {
  window.postMessage({ commonplace: 'denied' }, location.origin);
}

import { until, type Page } from '../../../scripts/browsers/index.ts';

/** A control or row of a page, as a user perceives it. */
export interface Control {
  /** The accessible name. */
  name: string;
  value: string;
  kind: 'button' | 'link' | 'field' | 'checkbox' | 'row' | 'option' | 'other';
  /**
   * The label or else the text of the surrounding row, list item, dialog or labelled region. Empty if there is none.
   */
  within: string;
  hasFocus: boolean;
  /** The name of the active option in the list that this field controls. */
  option: string | undefined;
  /** The centre and size, in CSS pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether a pointer at the centre reaches the control. */
  isOnTop: boolean;
}

/** A control to look for. `kind`: as in {@link Control}. `within`: a part of the control's own `within`. */
export interface Wanted {
  /** The whole name, a part of the name, or a pattern. */
  name: string | { part: string } | RegExp;
  within?: string | undefined;
  kind?: Control['kind'] | undefined;
}

export function matches(control: Control, { name, within = '', kind = control.kind }: Wanted): boolean {
  if (!control.within.includes(within) || control.kind !== kind) return false;
  if (typeof name === 'string') return control.name === name;
  return 'part' in name ? control.name.includes(name.part) : name.test(control.name);
}

export const describeControl = ({ name, within = '' }: Wanted): string =>
  `“${typeof name === 'object' && 'part' in name ? name.part : String(name)}” ${within}`.trim();

/** The row of a memory. The name of a row is the memory's text. */
export const rowWith = (text: string): Wanted => ({ name: { part: text }, kind: 'row' });

export const controlsOf = (page: Page): Promise<Control[]> => page.evaluate(visibleControls);

export const focusedOn = async (page: Page): Promise<Control | undefined> =>
  (await controlsOf(page)).find(({ hasFocus }) => hasFocus);

export const waitForControl = (page: Page, wanted: Wanted): Promise<Control> =>
  until(describeControl(wanted), async () => {
    const all = await controlsOf(page);
    const found = all.find((control) => matches(control, wanted));
    if (found === undefined) throw new Error(`The page shows: ${all.map(({ name }) => name).join(' | ')}`);
    return found;
  });

export const waitUntilGone = (page: Page, wanted: Wanted): Promise<true> =>
  until(
    `no ${describeControl(wanted)}`,
    async () => !(await controlsOf(page)).some((control) => matches(control, wanted)),
  );

export const waitForAnnouncement = (page: Page, text: string): Promise<true> =>
  until(`“${text}” to be announced`, async () => {
    const all = await page.evaluate(() =>
      [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent ?? ''),
    );
    if (all.some((announced) => announced.includes(text))) return true;
    throw new Error(`Announced: ${all.join(' | ')}`);
  });

/** Runs in the page. Returns its visible controls. */
function visibleControls(): Control[] {
  const spokenText = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    if (node.nodeType !== Node.ELEMENT_NODE || (node as Element).getAttribute('aria-hidden') === 'true') return '';
    return [...node.childNodes].map(spokenText).join('');
  };
  const byIds = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .map((element) => (element === null ? '' : spokenText(element)))
      .join(' ');
  const isField = (element: Element) => element.matches('input, textarea, select');
  const labels = (element: Element) =>
    [...((element as HTMLInputElement).labels ?? [])].map((label) => spokenText(label)).join(' ');
  const nameOf = (element: Element) =>
    [
      byIds(element.getAttribute('aria-labelledby')),
      element.getAttribute('aria-label'),
      labels(element),
      isField(element) ? element.getAttribute('placeholder') : spokenText(element),
      element.getAttribute('title'),
    ]
      .map((name) => name?.replaceAll(/\s+/g, ' ').trim() ?? '')
      .find((name) => name !== '') ?? '';
  const kindOf = (element: Element): Control['kind'] => {
    if (element.matches('article')) return 'row';
    if (element.matches('[role=option]')) return 'option';
    if (element.matches('[type=checkbox], [type=radio]')) return 'checkbox';
    if (isField(element)) return 'field';
    if (element.matches('a')) return 'link';
    return element.matches('button') ? 'button' : 'other';
  };
  const ownerOf = (element: Element) => {
    const owner = element.parentElement?.closest('article, li, dialog, section[aria-label], nav[aria-label]');
    if (owner == null) return '';
    return owner.getAttribute('aria-label') ?? spokenText(owner).replaceAll(/\s+/g, ' ');
  };
  const selector = 'a[href], button, input, textarea, select, [role=option], [tabindex]';
  return [...document.querySelectorAll(selector)].flatMap((element): Control[] => {
    const box = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isShown || box.width === 0 || box.height === 0) return [];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    const option = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    return [
      {
        name: nameOf(element),
        value: isField(element) ? (element as HTMLInputElement).value : '',
        kind: kindOf(element),
        within: ownerOf(element),
        hasFocus: element === document.activeElement,
        option: option === null ? undefined : nameOf(option),
        x,
        y,
        width: box.width,
        height: box.height,
        isOnTop: element.contains(top),
      },
    ];
  });
}

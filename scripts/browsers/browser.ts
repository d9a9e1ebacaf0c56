/** What tests drive: a real browser with the extension in it. Chromium and Firefox behind one small interface. */
export type BrowserKind = 'chromium' | 'firefox';

export interface LaunchOptions {
  /** Default: COMMONPLACE_CHROMIUM or COMMONPLACE_FIREFOX, else one that is installed. */
  executable?: string;
  /** Folder of the built extension; default: what `npm run build` left. */
  extension?: string;
  /** Profile folder, to be used again after `kill` or `close`; default: a fresh one, deleted at the end. */
  profile?: string;
  /** Default true. With false, `env: { DISPLAY: display.name }` puts it on a screen of ./display.ts. */
  headless?: boolean;
  /** Added to the environment. */
  env?: Record<string, string>;
  /** More command line arguments. */
  arguments?: string[];
}

export interface ExtensionBrowser {
  readonly kind: BrowserKind;
  readonly profile: string;
  /** Address of a file of the extension, such as `popup.html`. */
  address(path: string): string;
  newPage(url?: string): Promise<Page>;
  /**
   * Delivers a click on a menu item to the extension's listeners, without a menu: it grants no `activeTab`.
   * Wakes a stopped background first. `over` is the tab that the click came from; default: the one in front.
   */
  clickMenu(click: MenuClick, over?: Page): Promise<void>;
  /** Ends the background at once: Chromium's service worker, Firefox's background page with its workers. The next event starts it again. */
  stopBackground(): Promise<void>;
  /** SIGKILL to the browser and all its processes; resolves once they are gone. */
  kill(): Promise<void>;
  /** Ends the browser in good order. Harmless after `kill`. */
  close(): Promise<void>;
}

/** `OnClickData` of the browsers' menus API; only `menuItemId` is needed. */
export interface MenuClick {
  menuItemId: string;
  selectionText?: string;
  linkUrl?: string;
  linkText?: string;
  srcUrl?: string;
  /** Default: the address of the tab. */
  pageUrl?: string;
}

export interface Page {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /**
   * Runs `work` in the page and answers what it returns or resolves to. It travels as text, so it sees nothing of the test
   * but its arguments; arguments and result travel as JSON. In Firefox commands are served one at a time: start long work, then `waitFor` it.
   */
  evaluate<Given extends unknown[], Result>(
    work: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result>;
  /** Resolves to the first truthy value of `work`, asked again and again for up to 15 s. */
  waitFor<Given extends unknown[], Result>(
    work: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result>;
  /** Real mouse click on the first element that matches, once it is there. */
  click(selector: string): Promise<void>;
  /** Text into the first element that matches, once it is there: faster than any person types, so that no search begins in the middle of a word. */
  type(selector: string, text: string): Promise<void>;
  /** One key, where the focus is, by its `KeyboardEvent.key`, with modifiers before it: `Enter`, `ArrowDown`, `Control+Enter`. */
  press(keys: string): Promise<void>;
  /** Text of the first element that matches, once it is there. */
  text(selector: string): Promise<string>;
  /** Resolves when colours have come to rest. */
  theme(theme: 'light' | 'dark'): Promise<void>;
  /** PNG of what is shown, at `path`. */
  screenshot(path: string): Promise<void>;
  /** What axe finds wrong with the page as it is now. */
  axe(): Promise<Violation[]>;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
}

/** One of axe's findings: its rule, and the selectors of the elements that break it. */
export interface Violation {
  rule: string;
  impact: string;
  elements: string[];
}

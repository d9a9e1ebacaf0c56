/** The browsers that tests can drive. */
export type BrowserKind = 'chromium' | 'firefox';

export interface LaunchOptions {
  /** Default: the browser that an environment variable such as COMMONPLACE_CHROMIUM names, else an installed one. */
  executable?: string;
  /** Folder of the built extension; default: the output of `npm run build`. */
  extension?: string;
  /** Profile folder, kept for reuse; default: a new one, deleted at the end. */
  profile?: string;
  /** Default true. If false, `env: { DISPLAY: display.name }` selects a screen of ./display.ts. */
  headless?: boolean;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Additional command line arguments. */
  arguments?: string[];
}

/** A running browser with the extension loaded. */
export interface ExtensionBrowser {
  readonly kind: BrowserKind;
  readonly profile: string;
  /** URL of a file of the extension, such as `popup.html`. */
  address(path: string): string;
  newPage(url?: string): Promise<Page>;
  /**
   * Sends the event of a click in the context menu to the extension's listeners. Opens no menu, so it doesn't grant
   * `activeTab`. Wakes a stopped background first. `over`: the clicked tab; default: the one in front.
   */
  clickMenu(click: MenuClick, over?: Page): Promise<void>;
  /**
   * Clicks an item of the extension's menu. The click counts as a user gesture, so it can open Chromium's side panel or
   * Firefox's sidebar. Returns the page that opens there. `from`: a tab with an extension page; must stay open.
   */
  openPanel(menuItemId: string, from: Page): Promise<Panel>;
  /**
   * Stops the background at once: Chromium's service worker, Firefox's background page with its workers. The next event
   * restarts it.
   */
  stopBackground(): Promise<void>;
  /** Kills the browser and all its processes (SIGKILL). Resolves when its main process has ended. */
  kill(): Promise<void>;
  /** Closes the browser normally. Does nothing after `kill`. */
  close(): Promise<void>;
}

/** `OnClickData` of the browsers' menus API; only `menuItemId` is needed. */
export interface MenuClick {
  menuItemId: string;
  selectionText?: string;
  linkUrl?: string;
  linkText?: string;
  srcUrl?: string;
  /** Default: the URL of the tab `over`, if `clickMenu` gets one. */
  pageUrl?: string;
}

export interface Page {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /**
   * Runs `work` in the page and returns its result. `work` is sent as text, so it sees only its arguments. Arguments
   * and result are JSON.
   * Firefox runs one command at a time. So if something takes long, let `work` only start it, and wait for its end with
   * `waitFor`.
   */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Calls `work` until it returns a truthy value; throws after 30 s, or 90 s in `npm run test:all`. */
  waitFor<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Waits for the first matching element and clicks it. The mouse events are trusted, like those of a real mouse. */
  click(selector: string): Promise<void>;
  /**
   * Waits for the first matching element and enters the text: in Chromium in one event, so that no search starts in the
   * middle of a word; in Firefox key by key.
   */
  type(selector: string, text: string): Promise<void>;
  /** Presses one key by its `KeyboardEvent.key`, with modifiers in front: `Enter`, `ArrowDown`, `Control+Enter`. */
  press(keys: string): Promise<void>;
  /** Presses a key for each character. The focused element gets them. */
  keys(text: string): Promise<void>;
  /** Moves the mouse to a point of the page, in CSS pixels. */
  point(x: number, y: number): Promise<void>;
  /** Clicks with the mouse at its current position, `times` times in a row. */
  clickHere(times?: number): Promise<void>;
  /** Waits for the first matching element and returns its text. */
  text(selector: string): Promise<string>;
  /** Switches to the light or dark theme. Resolves when colour transitions have ended; in Firefox, at once. */
  theme(theme: 'light' | 'dark'): Promise<void>;
  /** Writes a PNG of the visible page to `path`. */
  screenshot(path: string): Promise<void>;
  /** The violations that axe finds on the page in its present state. */
  axe(): Promise<Violation[]>;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
}

/** A page of the extension in Chromium's side panel or Firefox's sidebar. */
export interface Panel extends Pick<Page, 'evaluate' | 'waitFor' | 'click' | 'press' | 'keys'> {
  /** Changes the panel's width, as the user does by dragging its edge. */
  resize(width: number): Promise<void>;
}

/** One finding of axe: a rule and the selectors of the elements that break it. */
export interface Violation {
  rule: string;
  impact: string;
  elements: string[];
}

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
  env?: Record<string, string>;
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
   * Clicks an item of the extension's menu, as a user gesture. Returns the page that opens in Chromium's side panel or
   * Firefox's sidebar. `from`: a tab with an extension page, which must stay open.
   */
  openPanel(menuItemId: string, from: Page): Promise<Panel>;
  /**
   * Stops the background at once: Chromium's service worker, or Firefox's background page with its workers. The next
   * event restarts the background.
   */
  stopBackground(): Promise<void>;
  /** Kills the browser and all its processes (SIGKILL). Resolves when its main process has ended. */
  kill(): Promise<void>;
  /** Closes the browser normally. Does nothing after `kill`. */
  close(): Promise<void>;
}

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
   * and result are JSON. Firefox runs one command at a time. So if a task takes long, `work` should start it without
   * waiting for it; `waitFor` can then wait for its end.
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
  /** Waits for the first matching element and clicks it. The mouse events are trusted. */
  click(selector: string): Promise<void>;
  /**
   * Waits for the first matching element and enters the text. Chromium gets one event, so no search starts in the
   * middle of a word. Firefox gets one key after the other.
   */
  type(selector: string, text: string): Promise<void>;
  /** Presses one key by its `KeyboardEvent.key`, with modifiers in front: `Enter`, `ArrowDown`, `Control+Enter`. */
  press(keys: string): Promise<void>;
  keys(text: string): Promise<void>;
  /** Moves the mouse to a point of the page, in CSS pixels. */
  point(x: number, y: number): Promise<void>;
  clickHere(times?: number): Promise<void>;
  /** Waits for the first matching element and returns its text. */
  text(selector: string): Promise<string>;
  /** Switches the theme. Resolves when colour transitions have ended; in Firefox, at once. */
  theme(theme: 'light' | 'dark'): Promise<void>;
  /** Writes a PNG of the visible page to `path`. */
  screenshot(path: string): Promise<void>;
  axe(): Promise<Violation[]>;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
}

/** A page of the extension in Chromium's side panel or Firefox's sidebar. */
export interface Panel extends Pick<Page, 'evaluate' | 'waitFor' | 'click' | 'press' | 'keys'> {
  resize(width: number): Promise<void>;
}

/** One finding of axe: a rule and the selectors of the elements that break it. */
export interface Violation {
  rule: string;
  impact: string;
  elements: string[];
}

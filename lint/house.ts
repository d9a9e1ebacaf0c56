/** A lint rule of this project: esquery selectors and what to write instead. .oxlintrc.json says where it applies. */
export interface HouseRule {
  selectors: string[];
  message: string;
}

export const house: Record<string, HouseRule> = {
  'text-not-markup': {
    selectors: [
      'MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc)$/]',
      'CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment)$/]',
      'CallExpression[callee.object.name="document"][callee.property.name=/^(write|writeln)$/]',
      'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcdoc|srcDoc)$/]',
    ],
    message: 'Captured text is data. Write it with `textContent` or as a JSX child, never as markup.',
  },
  'browser-api-layer': {
    selectors: ['MemberExpression[object.name=/^(browser|chrome)$/]', 'ImportDeclaration[source.value="wxt/browser"]'],
    message: 'Only src/extension uses the browser API. Take what you need as a parameter.',
  },
  'injected-clock': {
    selectors: [
      'MemberExpression[object.name="Date"][property.name="now"]',
      'NewExpression[callee.name="Date"][arguments.length=0]',
    ],
    message: 'Use the injected Clock (`clock.now()`), so that a test can set the time.',
  },
  'no-console': {
    selectors: ['MemberExpression[object.name="console"]'],
    message: 'Throw, or call the injected `report`. Only entrypoints and scripts write to the console.',
  },
  'named-exports': {
    selectors: ['ExportDefaultDeclaration'],
    message: 'Use a named export. Only files that a tool loads (entrypoints, configs) have a default export.',
  },
  'file-extensions': {
    selectors: [
      ':matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression)[source.value=/^\\.(?!.*\\.(ts|tsx|mjs|json|css)$)/]',
    ],
    message: 'Write the extension of the file (`./name.ts`): Node runs these files without a bundler.',
  },
  'databases-stay': {
    selectors: [
      'CallExpression[callee.property.name="deleteDatabase"]',
      'CallExpression[callee.property.name="delete"][arguments.length=0]:matches([callee.object.name=/^(db|database|Dexie)$/i], [callee.object.property.name=/^(db|database)$/i])',
      'CallExpression[callee.object.name="Dexie"][callee.property.name="delete"]',
    ],
    message: 'Never delete a database with memories. Throw StoreUnavailable and say what the user can do.',
  },
  'strong-randomness': {
    selectors: ['MemberExpression[object.name="Math"][property.name="random"]'],
    message: 'Use `crypto.getRandomValues` or src/lib/ulid.ts: ids and secrets must not be guessable.',
  },
  'fixed-seeds': {
    selectors: ['MemberExpression[object.name="Math"][property.name="random"]'],
    message: 'Use scripts/random.ts with a fixed seed, so that a failure can be repeated.',
  },
  'nothing-leaves': {
    selectors: [
      'CallExpression[callee.name="fetch"]',
      'CallExpression[callee.object.name=/^(globalThis|self|window)$/][callee.property.name="fetch"]',
      'NewExpression[callee.name=/^(XMLHttpRequest|WebSocket|EventSource)$/]',
      'CallExpression[callee.property.name="sendBeacon"]',
    ],
    message:
      'Nothing leaves this machine by itself. Only a client transport sends requests, to a server that the user named.',
  },
  'typographic-apostrophe': {
    selectors: [
      "Literal[value=/[a-z]'[a-z]|^'(s|t)\\b/i]",
      "TemplateElement[value.cooked=/[a-z]'[a-z]|^'(s|t)\\b/i]",
      "JSXText[value=/[a-z]'[a-z]|^'(s|t)\\b/i]",
    ],
    message: 'Write the typographic apostrophe (’) in texts that the screens show.',
  },
  'fakes-at-seams': {
    selectors: ['CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|doMock)$/]'],
    message:
      'Inject a fake at a seam (clock, transport, store) instead: a mock tests the implementation, not the behaviour.',
  },
};

import { browser } from 'wxt/browser';
import type { Ask } from '../client/transports/caller.ts';
import { hashOf } from '../ui/library/route.ts';
import type { Translate } from '../ui/i18n/translator.ts';
import { addressOf } from '../ui/text/quote-address.ts';
import type { RequestEnvelope } from '../v1/envelope.ts';
import { limits } from '../v1/limits.ts';
import { operations, versionPrefix } from '../v1/operations.ts';
import type { Memory } from '../v1/schemas/memory.ts';
import type { SearchAnswer } from '../v1/schemas/search.ts';
import { menuVouched } from './capture/requests.ts';
import type { VouchedQuestion } from './engine/serve.ts';
import { openLibrary } from './library-host.ts';

export interface Suggestion {
  /** The text that the browser reports if the user chooses this suggestion. */
  content: string;
  description: string;
}

const suggestionCount = 6;
const shownCharacters = 120;

/** Searches by keyword only, because the address bar searches at each key press. */
function searchRequest(query: string): RequestEnvelope {
  const { method, path } = operations.searchMemories;
  const clipped = Array.from(query).slice(0, limits.queryCharacters).join('');
  return {
    commonplace: 1,
    method,
    path: versionPrefix + path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: clipped, mode: 'keyword', limit: suggestionCount }),
  };
}

const inXml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A memory as a suggestion: opens the memory's address if it has one, else the memory in the library. `isXml`: the
 * browser reads descriptions as XML.
 */
export function suggestionOf(memory: Memory, { isXml }: { isXml: boolean }): Suggestion {
  const line = Array.from(memory.content.replaceAll(/\s+/g, ' ').trim()).slice(0, shownCharacters).join('');
  const text = memory.title === null || line.startsWith(memory.title) ? line : `${line} · ${memory.title}`;
  return {
    content: addressOf(memory) ?? hashOf({ section: 'memories', memory: memory.id }),
    description: isXml ? inXml(text) : text,
  };
}

/** The suggestions for a text; none if the text is blank or the search fails. */
export async function suggestionsFor(
  text: string,
  ask: Ask<VouchedQuestion>,
  options: { isXml: boolean },
): Promise<Suggestion[]> {
  if (text.trim() === '') return [];
  const answer = await ask({ request: searchRequest(text), vouched: menuVouched }).catch(() => undefined);
  if (answer?.status !== 200) return [];
  const { memories } = JSON.parse(answer.body ?? '') as SearchAnswer;
  const all = memories.map((memory) => suggestionOf(memory, options));
  return all.filter(({ content }, index) => all.findIndex((other) => other.content === content) === index);
}

/** Searches the memories from the address bar, once the user has typed the extension's keyword there. */
export function listenToOmnibox(ask: Ask<VouchedQuestion>, t: Translate): void {
  // Only Chromium reads descriptions as XML.
  const isXml = !import.meta.env.FIREFOX;
  let latest = '';
  void browser.omnibox.setDefaultSuggestion({ description: t('omnibox.default') });
  browser.omnibox.onInputChanged.addListener((text, suggest) => {
    latest = text;
    void suggestionsFor(text, ask, { isXml }).then((all) => (latest === text ? suggest(all) : undefined));
  });
  browser.omnibox.onInputEntered.addListener((text, disposition) => {
    void open(text, { isCurrentTab: disposition === 'currentTab' });
  });
}

/** Opens an address or a memory, which is what a suggestion contains. Searches in the library for any other text. */
async function open(text: string, { isCurrentTab }: { isCurrentTab: boolean }): Promise<void> {
  if (text.startsWith('#memories/')) return openLibrary(text);
  if (!/^https?:\/\//.test(text)) return openLibrary(hashOf({ section: 'memories', query: text }));
  await (isCurrentTab ? browser.tabs.update({ url: text }) : browser.tabs.create({ url: text }));
}

import type { Listed } from '../state/view.ts';
import { inOrder } from '../text/excerpt.ts';
import { memorySyncWords } from '../text/memory-sync-words.ts';
import { addressOf } from '../text/quote-address.ts';
import { useScreen } from './screen.ts';

/**
 * The secondary line of a memory: page, age, collection, why it was found and tags. `whole`: also shows the sync
 * status, unless the memory is synced.
 */
export function MemoryAbout({ memory, id, whole = false }: { memory: Listed; id: string; whole?: boolean }) {
  const { t, ago, openTab, collections, addFilters, memorySync } = useScreen();
  const sync = whole ? memorySync?.current.value : undefined;
  const { title } = memory;
  const url = addressOf(memory);
  const collection = memory.collection === null ? undefined : collections?.byId(memory.collection);

  function open(event: MouseEvent): void {
    event.preventDefault();
    if (url !== null) void openTab(url);
  }

  return (
    <div class={`memory-about ${whole ? 'whole' : ''}`} id={id}>
      {url !== null && (
        <a class="memory-page" href={url} title={title ?? url} tabIndex={-1} onClick={open}>
          <bdi>{shortHost(url)}</bdi>
        </a>
      )}
      <time dateTime={memory.createdAt} title={new Date(memory.createdAt).toLocaleString()}>
        {ago(memory.createdAt)}
      </time>
      {collection !== undefined && (
        <span>
          <bdi>{collection.name}</bdi>
        </span>
      )}
      {memory.match !== undefined && <span class="memory-why">{whyOf(memory.match)}</span>}
      {memory.tags.map((tag) => (
        <button
          type="button"
          class="memory-tag"
          key={tag}
          tabIndex={whole ? 0 : -1}
          title={t('facts.showTag', { tag })}
          onClick={() => addFilters({ tags: [tag] })}
        >
          <bdi>#{tag}</bdi>
        </button>
      ))}
      {sync !== undefined && sync.kind !== 'synced' && <span class="memory-sync">{memorySyncWords(sync, t)}</span>}
    </div>
  );

  function whyOf({ words, semantic }: NonNullable<Listed['match']>): string {
    if (words.length > 0)
      return inOrder(words, memory.content)
        .map((word) => t('search.word', { word }))
        .join(' ');
    return semantic === null ? '' : t('search.byMeaning');
  }
}

function shortHost(url: string): string {
  return new URL(url).host.replace(/^www\./, '');
}

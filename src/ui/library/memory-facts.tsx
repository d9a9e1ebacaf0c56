import type { ComponentChildren } from 'preact';
import { isWebAddress } from '../../lib/web-address.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { memorySyncWords } from '../text/memory-sync-words.ts';
import { sourceWords } from '../text/source-words.ts';
import { useLibrary } from './context.ts';
import { EarlierVersions } from './earlier-versions.tsx';
import { Moment } from './moment.tsx';

/** What is known about a memory besides its text. */
export function MemoryFacts({ memory }: { memory: Memory }) {
  const { t, collections, showOnly, memorySync, earlierVersions } = useLibrary();
  const sync = memorySync?.current.value;
  const { tags, collection, url, source, createdAt, updatedAt, version, origin } = memory;
  const named = collection === null ? undefined : collections.byId(collection);

  return (
    <dl class="facts">
      {tags.length > 0 && (
        <Fact name={t('tags.label')}>
          {tags.map((tag) => (
            <button
              type="button"
              class="fact-tag"
              key={tag}
              title={t('facts.showTag', { tag })}
              onClick={() => showOnly({ tags: [tag] })}
            >
              <bdi>#{tag}</bdi>
            </button>
          ))}
        </Fact>
      )}
      {named !== undefined && (
        <Fact name={t('details.collection')}>
          <bdi>{named.name}</bdi>
        </Fact>
      )}
      {/* A server may send any string as the address, even one that would run a script. */}
      {url !== null && isWebAddress(url) && (
        <Fact name={t('details.url')}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <bdi>{url}</bdi>
          </a>
        </Fact>
      )}
      <Fact name={t('facts.source')}>
        <bdi>{sourceWords(source, t)}</bdi>
      </Fact>
      <Fact name={t('facts.saved')}>
        <Moment time={createdAt} />
      </Fact>
      {version > 1 && (
        <Fact name={t('facts.changed')}>
          <Moment time={updatedAt} />
        </Fact>
      )}
      {origin !== undefined && (
        <Fact name={t(source === 'sync' ? 'facts.originThere' : 'facts.origin')}>
          <bdi>{sourceWords(origin.source, t)}</bdi>, <Moment time={origin.createdAt} />
        </Fact>
      )}
      {sync !== undefined && (
        <Fact name={t('memorySync.name')}>
          <bdi>{memorySyncWords(sync, t)}</bdi>
        </Fact>
      )}
      {earlierVersions !== undefined && earlierVersions.current.value.length > 0 && (
        <Fact name={t('versions.name')}>
          <EarlierVersions versions={earlierVersions} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

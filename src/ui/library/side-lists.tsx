import type { ComponentChildren } from 'preact';
import { nameKey } from '../../v1/keys.ts';
import { useLibrary } from './context.ts';
import { hashOf, type Route } from './route.ts';
import './side-lists.css';

const maxTags = 12;

/**
 * Links to the memories of each collection and of the most used tags. Hidden on narrow screens, where the filters
 * replace them.
 */
export function SideLists() {
  const { t, collections, tags, route } = useLibrary();
  const { section, within } = route.value;
  const allCollections = collections.value.value ?? [];
  const tagsByUse = [...(tags.value.value ?? [])].sort((one, other) => other.memoryCount - one.memoryCount);
  const isShownCollection = (id: string) => section === 'memories' && within?.collection === id;
  const isShownTag = (tag: string) =>
    section === 'memories' && within?.tags.some((other) => nameKey(other) === nameKey(tag)) === true;

  return (
    <div class="side-lists">
      {allCollections.length > 0 && (
        <SideList title={t('library.collections')}>
          {allCollections.map(({ id, name, memoryCount }) => (
            <SideLink
              key={id}
              to={{ section: 'memories', within: { collection: id, tags: [] } }}
              current={isShownCollection(id)}
              count={collections.current.value && memoryCount}
            >
              <bdi>{name}</bdi>
            </SideLink>
          ))}
        </SideList>
      )}
      {tagsByUse.length > 0 && (
        <SideList title={t('tags.title')}>
          {tagsByUse.slice(0, maxTags).map(({ tag, memoryCount }) => (
            <SideLink
              key={tag}
              to={{ section: 'memories', within: { tags: [tag] } }}
              current={isShownTag(tag)}
              count={tags.current.value && memoryCount}
            >
              <bdi>#{tag}</bdi>
            </SideLink>
          ))}
          {tagsByUse.length > maxTags && (
            <SideLink to={{ section: 'collections' }} current={false} count={tagsByUse.length}>
              {t('tags.all')}
            </SideLink>
          )}
        </SideList>
      )}
    </div>
  );
}

function SideList({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

interface SideLinkProps {
  to: Route;
  current: boolean;
  count: number | undefined;
  children: ComponentChildren;
}

function SideLink(props: SideLinkProps) {
  return (
    <li>
      <a href={hashOf(props.to)} aria-current={props.current ? 'true' : undefined}>
        <span class="side-name">{props.children}</span>
        {props.count !== undefined && <span class="library-count">{props.count}</span>}
      </a>
    </li>
  );
}

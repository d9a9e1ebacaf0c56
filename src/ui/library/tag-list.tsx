import { LoadArea } from '../components/load-area.tsx';
import { useLibrary } from './context.ts';

/** All tags with their number of memories, and links to them. */
export function TagList() {
  const { t, tags, show } = useLibrary();
  return (
    <section class="tag-list" aria-labelledby="tags-title">
      <h3 id="tags-title">{t('tags.title')}</h3>
      <LoadArea loaded={tags} scope="memories:read">
        {(all) =>
          all.length === 0 ? (
            <p class="item-about">{t('tags.none')}</p>
          ) : (
            <ul>
              {all.map(({ tag, memoryCount }) => (
                <li key={tag}>
                  <button
                    type="button"
                    class="button bare"
                    title={t('facts.showTag', { tag })}
                    onClick={() => show({ tags: [tag] })}
                  >
                    #<bdi>{tag}</bdi> <span class="tag-count">{memoryCount}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadArea>
    </section>
  );
}

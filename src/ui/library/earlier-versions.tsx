import type { EarlierVersions as State } from '../state/earlier-versions.ts';
import { useLibrary } from './context.ts';
import { Moment } from './moment.tsx';
import './earlier-versions.css';

/** The memory's earlier versions, which sync replaced. Each can be read, and saved as a separate memory. */
export function EarlierVersions({ versions }: { versions: State }) {
  const { t } = useLibrary();
  return (
    <>
      {versions.current.value.map((version) => (
        <details class="earlier-version" key={version.at}>
          <summary>
            {t('versions.until')} <Moment time={version.at} />
          </summary>
          {version.title !== null && (
            <p class="earlier-title" dir="auto">
              {version.title}
            </p>
          )}
          <p dir="auto">{version.content}</p>
          {version.url !== null && <p dir="ltr">{version.url}</p>}
          <button type="button" class="button" onClick={() => void versions.bringBack(version)}>
            {t('versions.bringBack')}
          </button>
        </details>
      ))}
    </>
  );
}

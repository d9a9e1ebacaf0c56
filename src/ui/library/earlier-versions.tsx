import type { EarlierVersions as State } from '../state/earlier-versions.ts';
import { useLibrary } from './context.ts';
import { Moment } from './moment.tsx';
import './earlier-versions.css';

/** The versions of the memory that sync replaced. Each can be opened and restored. */
export function EarlierVersions({ versions }: { versions: State }) {
  const { t } = useLibrary();
  return (
    <>
      {versions.current.value.map((version) => (
        <details class="earlier-version" key={version.at}>
          <summary>
            {t('versions.until')} <Moment time={version.at} />
          </summary>
          <p dir="auto">{version.content}</p>
          <button type="button" class="button" onClick={() => void versions.bringBack(version)}>
            {t('versions.bringBack')}
          </button>
        </details>
      ))}
    </>
  );
}

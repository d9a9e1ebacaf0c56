import { useEffect, useId } from 'preact/hooks';
import { losses, parts, type Format } from '../../transfer/losses.ts';
import { CollectionChoice } from '../components/collection-choice.tsx';
import { useFrame } from '../components/frame.ts';
import { formatsIn } from '../i18n/formats.ts';
import type { Translate } from '../i18n/translator.ts';
import { maxLength, onOneLine, withoutBlankLines } from '../text/excerpt.ts';
import type { FoundMemory } from './read-files.ts';
import type { ImportStep, Transfer } from './state.ts';
import '../components/memory-row.css';

const formats = formatsIn('en');

interface Props {
  transfer: Transfer;
  t: Translate;
  step: Extract<ImportStep, { name: 'ready' }>;
}

/** The expected outcome of an import, before anything is written. */
export function ImportPreview({ transfer, t, step }: Props) {
  const { expected, found, format, from } = step;
  const { created, updated, unchanged, kept } = expected.totals;
  const count = created + updated;
  const rows = [...found.problems, ...expected.skipped];
  return (
    <>
      <h4 tabIndex={-1}>{t('import.found', { count: found.memories.length, file: from })}</h4>
      <ul class="transfer-counts">
        <li>{t('import.created', { count: created })}</li>
        {updated > 0 && <li>{t('import.updated', { count: updated })}</li>}
        {unchanged > 0 && <li>{t('import.here', { count: unchanged })}</li>}
        {kept > 0 && <li>{t('import.kept', { count: kept })}</li>}
        {rows.length > 0 && (
          <li>
            {t('import.skipped', { count: rows.length })} <Skipped rows={rows} t={t} />
          </li>
        )}
      </ul>
      <FirstRows memories={found.memories} t={t} />
      {format !== undefined && <Losses format={format} t={t} />}
      {count > 0 && <IntoCollection transfer={transfer} t={t} step={step} />}
      {count === 0 && unchanged + kept > 0 && <p>{t('import.nothing')}</p>}
      <div class="form-end">
        {count > 0 && (
          <button type="button" class="button primary" onClick={() => void transfer.begin()}>
            {t('import.begin', { count })}
          </button>
        )}
        <button type="button" class="button" onClick={transfer.reset}>
          {t(count > 0 ? 'import.cancel' : 'import.another')}
        </button>
      </div>
    </>
  );
}

const maxFirst = 5;

/** Lets the user check that the first memories were read correctly. */
function FirstRows({ memories, t }: { memories: FoundMemory[]; t: Translate }) {
  const more = memories.length - maxFirst;
  return (
    // Not announced to screen readers, unlike the counts.
    <ol class="transfer-rows" aria-live="off" aria-label={t('import.first')}>
      {memories.slice(0, maxFirst).map((one, index) => (
        <FirstRow key={index} {...one} t={t} />
      ))}
      {more > 0 && <li class="hint">{t('import.seeMore', { count: more })}</li>}
    </ol>
  );
}

function FirstRow({ memory, isDatedNow, t }: FoundMemory & { t: Translate }) {
  const title = memory.title === memory.content ? null : memory.title;
  const text = memory.content.slice(0, maxLength);
  return (
    <li class={`memory-words ${title ? 'titled' : ''}`}>
      {title && (
        <div class="memory-title" dir="auto">
          {title}
        </div>
      )}
      <div class="memory-text reading" dir="auto">
        {title ? onOneLine(text) : withoutBlankLines(text)}
      </div>
      <div class="memory-about whole">
        {isDatedNow ? (
          <span>{t('import.undated')}</span>
        ) : (
          <time dateTime={memory.createdAt}>{formats.day(memory.createdAt)}</time>
        )}
        {memory.deletedAt != null && <span>{t('import.inTrash')}</span>}
        {memory.tags?.map((tag) => (
          <span key={tag}>
            #<bdi>{tag}</bdi>
          </span>
        ))}
        {memory.url != null && (
          <span class="memory-page">
            <bdi>{memory.url}</bdi>
          </span>
        )}
      </div>
    </li>
  );
}

/** The value of the option “The collections named in the file”. */
const asNamed = 'named';
const shownNames = 5;

function IntoCollection({ transfer, t, step: { names, into, newName, expected } }: Props) {
  const { collections } = useFrame();
  const id = useId();
  useEffect(() => void collections?.refresh(), [collections]);
  const hasNames = names.length > 0;
  const staying = expected.totals.unchanged + expected.totals.kept;
  const isAsNamed = into === undefined && newName === undefined;
  return (
    <div class="labelled">
      <label for={id}>{t('import.into')}</label>
      <CollectionChoice
        id={id}
        value={into === undefined ? (hasNames ? asNamed : null) : into}
        first={hasNames ? { value: asNamed, label: t('import.into.named') } : undefined}
        none={t('import.into.none')}
        naming={{ name: newName, onName: (name) => transfer.chooseCollection({ newName: name }) }}
        onChange={(chosen) => transfer.chooseCollection({ into: chosen === asNamed ? undefined : chosen })}
      />
      {hasNames && isAsNamed && (
        <span class="hint">
          <bdi>{names.slice(0, shownNames).join(', ')}</bdi>{' '}
          {names.length > shownNames && t('import.seeMore', { count: names.length - shownNames })}
        </span>
      )}
      {!isAsNamed && staying > 0 && <span class="hint">{t('import.into.staying')}</span>}
    </div>
  );
}

const shownRows = 200;

/** Items that can't be imported, with the reasons. */
export function Skipped({ rows, t }: { rows: { where: string; reason: string }[]; t: Translate }) {
  return (
    <details>
      <summary>{t('import.why')}</summary>
      <ul class="transfer-skipped">
        {rows.slice(0, shownRows).map(({ where, reason }, index) => (
          <li key={index}>
            <bdi>{where}</bdi>: {reason}
          </li>
        ))}
        {rows.length > shownRows && <li>{t('import.seeMore', { count: rows.length - shownRows })}</li>}
      </ul>
    </details>
  );
}

function Losses({ format, t }: { format: Format; t: Translate }) {
  return (
    <details class="transfer-losses">
      <summary>{t('import.losses')}</summary>
      <table>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">{t(`loss.part.${part}`)}</th>
              <td>{t(`loss.${losses[format][part]}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

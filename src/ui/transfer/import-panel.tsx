import { useEffect, useRef } from 'preact/hooks';
import { csvFieldNames } from '../../transfer/csv-fields.ts';
import { losses, parts, type Format } from '../../transfer/losses.ts';
import { Progress } from '../components/progress.tsx';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';
import type { ImportStep, Transfer } from './state.ts';

interface Props {
  transfer: Transfer;
  t: Translate;
  ago: Ago;
}

type StepOf<Name extends ImportStep['name']> = Props & { step: Extract<ImportStep, { name: Name }> };

/** One import, step by step. */
export function ImportPanel({ transfer, t, ago }: Props) {
  const step = transfer.step.value;
  const panel = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // A step replaces the one before it, including the focused button.
  useEffect(() => {
    if (!isFirst.current) panel.current?.querySelector<HTMLElement>('button')?.focus();
    isFirst.current = false;
  }, [step.name]);
  useEffect(() => void transfer.lookForLast(), [transfer]);
  const props = { transfer, t, ago };
  return (
    <div ref={panel} class="transfer-step" aria-live="polite">
      {step.name === 'choose' && <Choose {...props} />}
      {step.name === 'columns' && <Columns {...props} step={step} />}
      {step.name === 'working' && <Working {...props} step={step} />}
      {step.name === 'ready' && <Ready {...props} step={step} />}
      {step.name === 'done' && <Done {...props} step={step} />}
      {step.name === 'failed' && (
        <>
          <p class="form-failure" role="alert">
            {step.reason}
          </p>
          <Choose {...props} />
        </>
      )}
    </div>
  );
}

function Choose({ transfer, t, ago }: Props) {
  const last = transfer.last.value;
  return (
    <>
      {last && (
        <p class="transfer-last">
          <span>
            {t('import.last', {
              count: last.created.length + last.replaced.length,
              when: ago(new Date(last.at).toISOString()),
            })}
          </span>
          <UndoButton transfer={transfer} t={t} />
        </p>
      )}
      <p>{t('import.lead')}</p>
      <div class="form-end">
        <FileButton label={t('import.chooseFile')} onFiles={transfer.choose} />
        <FileButton label={t('import.chooseFolder')} onFiles={transfer.choose} isFolder />
      </div>
    </>
  );
}

function FileButton({
  label,
  onFiles,
  isFolder = false,
}: {
  label: string;
  onFiles: (files: File[]) => Promise<void>;
  isFolder?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isFolder}
        {...(isFolder && { webkitdirectory: true })}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // So that the same file can be chosen again.
          currentTarget.value = '';
          void onFiles(files);
        }}
      />
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}

function Columns({ transfer, t, step }: StepOf<'columns'>) {
  return (
    <>
      <p>{t('import.columns', { file: step.file.name })}</p>
      <div class="transfer-columns">
        {step.start.columns.map((name, index) => (
          <label key={index} class="labelled">
            <span>{t('import.column', { name })}</span>
            <select
              class="field"
              value={step.mapping[index] ?? ''}
              onChange={({ currentTarget }) =>
                transfer.setColumn(index, csvFieldNames.find((field) => field === currentTarget.value) ?? null)
              }
            >
              <option value="">{t('import.field.none')}</option>
              {csvFieldNames.map((field) => (
                <option key={field} value={field}>
                  {t(`import.field.${field}`)}
                </option>
              ))}
            </select>
            <span class="hint">
              {step.start.rows
                .map((row) => row[index]?.trim())
                .find((cell) => cell)
                ?.slice(0, 60)}
            </span>
          </label>
        ))}
      </div>
      <div class="form-end">
        <button
          type="button"
          class="button primary"
          onClick={() => void transfer.check([step.file], 'csv', step.mapping)}
        >
          {t('import.continue')}
        </button>
        <button type="button" class="button" onClick={transfer.reset}>
          {t('import.cancel')}
        </button>
      </div>
    </>
  );
}

function Working({ transfer, t, step }: StepOf<'working'>) {
  const label = t(`import.${step.doing}`, { count: step.count });
  return (
    <>
      <p>{label}</p>
      <Progress label={label} share={step.share} />
      {step.doing !== 'undoing' && (
        <button type="button" class="button" onClick={transfer.cancelImport}>
          {t('import.cancel')}
        </button>
      )}
    </>
  );
}

function Ready({ transfer, t, step: { expected, found, format } }: StepOf<'ready'>) {
  const { created, updated, unchanged, kept } = expected.totals;
  const count = created + updated;
  const rows = [...found.problems, ...expected.skipped];
  return (
    <>
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
      {format !== undefined && <Losses format={format} t={t} />}
      {count === 0 && <p>{t('import.nothing')}</p>}
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

const shownRows = 200;

/** What can't be imported, and why. */
function Skipped({ rows, t }: { rows: { where: string; reason: string }[]; t: Translate }) {
  return (
    <details>
      <summary>{t('import.see')}</summary>
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

/** Which parts of a memory this format keeps, changes or loses. */
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

function Done({ transfer, t, step: { outcome, wasCancelled, problems } }: StepOf<'done'>) {
  const count = outcome.totals.created + outcome.totals.updated;
  const rows = [...problems, ...outcome.skipped];
  return (
    <>
      <p>{wasCancelled ? t('import.cancelled', { count }) : t('import.done', { count })}</p>
      {rows.length > 0 && (
        <div>
          {t('import.skipped', { count: rows.length })} <Skipped rows={rows} t={t} />
        </div>
      )}
      <div class="form-end">
        <button type="button" class="button" onClick={transfer.reset}>
          {t('import.another')}
        </button>
        {transfer.last.value && <UndoButton transfer={transfer} t={t} />}
      </div>
    </>
  );
}

function UndoButton({ transfer, t }: Pick<Props, 'transfer' | 't'>) {
  return (
    <button type="button" class="button" onClick={() => void transfer.undo()}>
      {t('import.undo')}
    </button>
  );
}

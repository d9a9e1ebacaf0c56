import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { csvFieldNames, type CsvField } from '../../transfer/csv-fields.ts';
import { Progress } from '../components/progress.tsx';
import type { Ago } from '../i18n/ago.ts';
import type { Translate } from '../i18n/translator.ts';
import { ImportPreview, Skipped } from './import-preview.tsx';
import type { ImportStep, Transfer } from './state.ts';

interface Props {
  transfer: Transfer;
  t: Translate;
  ago: Ago;
}

type StepOf<Name extends ImportStep['name']> = Props & { step: Extract<ImportStep, { name: Name }> };

/** One import, step by step. */
export function ImportPanel({ transfer, t, ago, isReadOnly = false }: Props & { isReadOnly?: boolean | undefined }) {
  const step = transfer.step.value;
  const panel = useRef<HTMLDivElement>(null);
  /** The button with which the user chose the file. */
  const chooser = useRef<HTMLButtonElement>(null);
  const isFirstRender = useRef(true);
  const isChoosing = step.name === 'choose' || step.name === 'failed';
  // A new step removes the focused button, so the focus has to move.
  useLayoutEffect(() => {
    const next = (isChoosing && chooser.current) || panel.current?.querySelector<HTMLElement>('h4, button');
    if (!isFirstRender.current) next?.focus();
    isFirstRender.current = false;
  }, [step.name]);
  useEffect(() => void transfer.lookForLast(), [transfer]);
  const props = { transfer, t, ago };

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (step.name === 'working' && (step.doing === 'reading' || step.doing === 'checking')) transfer.cancelImport();
    else if (step.name === 'columns' || step.name === 'ready') transfer.reset();
    else return;
    event.stopPropagation();
  }

  return (
    <div ref={panel} class="transfer-step" aria-live="polite" onKeyDown={leave}>
      {step.name === 'columns' && <Columns {...props} step={step} />}
      {step.name === 'working' && <Working {...props} step={step} />}
      {step.name === 'ready' && <ImportPreview {...props} step={step} />}
      {step.name === 'done' && <Done {...props} step={step} />}
      {step.name === 'failed' && (
        <p class="form-failure" role="alert">
          {step.reason}
        </p>
      )}
      {/* Hidden rather than removed, so that its button can take the focus again. */}
      <div hidden={!isChoosing}>
        <Choose {...props} chooser={chooser} isReadOnly={isReadOnly} />
      </div>
    </div>
  );
}

interface ChooseProps extends Props {
  chooser: { current: HTMLButtonElement | null };
  isReadOnly: boolean;
}

function Choose({ transfer, t, ago, chooser, isReadOnly }: ChooseProps) {
  const last = transfer.last.value;
  const props = { chooser, onFiles: transfer.choose, disabled: isReadOnly };
  return (
    <div class="transfer-step">
      {last && !isReadOnly && (
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
      <p>{t(isReadOnly ? 'import.readOnly' : 'import.lead')}</p>
      <div class="form-end">
        <FileButton label={t('import.chooseFile')} {...props} />
        <FileButton label={t('import.chooseFolder')} {...props} isFolder />
      </div>
    </div>
  );
}

function FileButton({
  label,
  chooser,
  onFiles,
  disabled,
  isFolder = false,
}: {
  label: string;
  /** Set to this button once the user has chosen files with it. */
  chooser: { current: HTMLButtonElement | null };
  onFiles: (files: File[]) => Promise<void>;
  disabled: boolean;
  isFolder?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
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
          // Lets the user choose the same file again.
          currentTarget.value = '';
          chooser.current = button.current;
          void onFiles(files);
        }}
      />
      <button ref={button} type="button" class="button" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}

const dateFields = new Set<CsvField | null | undefined>(['created', 'updated', 'deleted', 'origin_created']);

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
            {dateFields.has(step.mapping[index]) && step.start.dateOrders[index] === 'unclear' && (
              <span class="hint">{t('import.monthFirst')}</span>
            )}
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

function Done({ transfer, t, step: { outcome, stoppedEarly, problems } }: StepOf<'done'>) {
  const count = outcome.totals.created + outcome.totals.updated;
  const rows = [...problems, ...outcome.skipped];
  return (
    <>
      <p>{stoppedEarly ? t('import.cancelled', { count }) : t('import.done', { count })}</p>
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

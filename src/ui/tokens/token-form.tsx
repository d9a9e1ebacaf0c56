import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { defaultRateLimit, limits } from '../../v1/limits.ts';
import { scopeNames, scopes } from '../../v1/scopes.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { sentenceOf } from '../state/sentence.ts';
import { useLibrary } from '../library/context.ts';
import { Choices } from './choices.tsx';
import { createWantedToken, lifetimes } from './wanted.ts';

/** The form for a new token: name, scopes, collections, expiry and rate limit. */
export function TokenForm({ close }: { close(): void }) {
  const { t, tokens, collections } = useLibrary();
  const wanted = useMemo(createWantedToken, []);
  const failure = useSignal<unknown>(undefined);
  const busy = useSignal(false);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const { name, days, requests, seconds } = wanted;
  const all = collections.value.value ?? [];
  const limited = wanted.collections.value !== undefined;

  async function create(event: Event): Promise<void> {
    event.preventDefault();
    if (busy.value) return;
    [failure.value, busy.value] = [undefined, true];
    await tokens.create(wanted.body()).then(close, (cause: unknown) => (failure.value = cause));
    busy.value = false;
  }

  return (
    <form class="token-form" aria-label={t('tokens.new')} onSubmit={(event) => void create(event)}>
      <label class="labelled">
        <span>{t('tokens.name')}</span>
        <input
          ref={first}
          class="field"
          dir="auto"
          required
          maxLength={limits.tokenNameCharacters}
          autocomplete="off"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <span class="hint">{t('tokens.nameHint')}</span>
      </label>
      <Choices
        legend={t('tokens.scopes')}
        all={scopeNames.map((scope) => ({ id: scope, label: scopes[scope], code: scope }))}
        chosen={wanted.scopes.value}
        onChange={(now) => (wanted.scopes.value = scopeNames.filter((scope) => now.includes(scope)))}
      />
      {all.length > 0 && (
        <fieldset class="choices">
          <legend class="legend">{t('tokens.collections')}</legend>
          <label class="choice-line">
            <input
              type="radio"
              name="collections"
              checked={!limited}
              onChange={() => (wanted.collections.value = undefined)}
            />
            <span>{t('tokens.allCollections')}</span>
          </label>
          <label class="choice-line">
            <input type="radio" name="collections" checked={limited} onChange={() => (wanted.collections.value = [])} />
            <span>{t('tokens.someCollections')}</span>
          </label>
          {limited && (
            <Choices
              legend={t('tokens.which')}
              all={all.map(({ id, name }) => ({ id, label: name }))}
              chosen={wanted.collections.value ?? []}
              onChange={(now) => (wanted.collections.value = now)}
            />
          )}
        </fieldset>
      )}
      <div class="token-bounds">
        <label class="labelled">
          <span>{t('tokens.expiry')}</span>
          <select
            class="field choice"
            value={days.value ?? ''}
            onChange={({ currentTarget: { value } }) => (days.value = value === '' ? undefined : Number(value))}
          >
            {lifetimes.map((lifetime) => (
              <option key={lifetime ?? 0} value={lifetime ?? ''}>
                {lifetime === undefined ? t('tokens.noExpiry') : t('tokens.days', { count: lifetime })}
              </option>
            ))}
          </select>
        </label>
        <label class="labelled">
          <span>{t('tokens.requests')}</span>
          <input
            class="field"
            type="number"
            min={1}
            max={1_000_000}
            placeholder={String(defaultRateLimit.requests)}
            value={requests.value}
            onInput={(event) => (requests.value = event.currentTarget.value)}
          />
        </label>
        <label class="labelled">
          <span>{t('tokens.seconds')}</span>
          <input
            class="field"
            type="number"
            min={1}
            max={86_400}
            required
            value={seconds.value}
            onInput={(event) => (seconds.value = event.currentTarget.value)}
          />
        </label>
      </div>
      <FormFailure reason={failure.value === undefined ? undefined : sentenceOf(failure.value, t)} />
      <div class="form-end">
        <button type="submit" class="button primary" disabled={!wanted.isReady()} aria-disabled={busy.value}>
          {t('tokens.create')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('editor.cancel')}
        </button>
      </div>
    </form>
  );
}

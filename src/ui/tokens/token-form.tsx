import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { defaultRateLimit, limits } from '../../v1/limits.ts';
import { scopeNames, scopes } from '../../v1/scopes.ts';
import type { Token } from '../../client/contract.ts';
import { FormFailure } from '../components/form-failure.tsx';
import { sentenceOf } from '../state/sentence.ts';
import { useLibrary } from '../library/context.ts';
import { Choices } from './choices.tsx';
import { createTokenDraft, lifetimes, type Lifetime } from './token-draft.ts';

interface TokenFormProps {
  token?: Token;
  close(): void;
}

/** The form for a new token, or for changing one: name, scopes, collections, expiry and rate limit. */
export function TokenForm({ token, close }: TokenFormProps) {
  const { t, tokens, collections, ownToken } = useLibrary();
  const draft = useMemo(() => createTokenDraft(token), []);
  const failure = useSignal<unknown>(undefined);
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { name, lifetime, requests, seconds } = draft;
  const all = collections.value.value ?? [];
  const isLimited = draft.collections.value !== undefined;
  const hintId = useId();
  const own = tokens.value.value?.find(({ id }) => id === ownToken.value);
  const ownNeverExpires = own?.expiresAt === null;

  const hasHint = lifetime.value === undefined && !ownNeverExpires;

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (isBusy.value) return;
    [failure.value, isBusy.value] = [undefined, true];
    const done = token ? tokens.change(token, draft.changes()) : tokens.create(draft.body());
    await done.then(close, (cause: unknown) => (failure.value = cause));
    isBusy.value = false;
  }

  function lifetimeWords(choice: Lifetime): string {
    if (choice === 'same') return t('tokens.sameExpiry');
    if (choice === 'never') return t('tokens.never');
    if (choice !== undefined) return t('tokens.days', { count: choice });
    return t(ownNeverExpires ? 'tokens.never' : 'tokens.noDate');
  }

  const choices: readonly Lifetime[] = lifetimes[token ? 'edit' : 'create'];
  const title = token ? t('tokens.editTitle', { name: token.name }) : t('tokens.new');
  return (
    <form ref={form} class="token-form" aria-label={title} onSubmit={(event) => void submit(event)}>
      {token === undefined && (
        <label class="labelled">
          <span>{t('tokens.name')}</span>
          <input
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
      )}
      <Choices
        legend={t('tokens.scopes')}
        all={scopeNames.map((scope) => ({ id: scope, label: scopes[scope], code: scope }))}
        chosen={draft.scopes.value}
        onChange={(now) => (draft.scopes.value = scopeNames.filter((scope) => now.includes(scope)))}
      />
      {draft.scopes.value.includes('memories:write') && !draft.scopes.value.includes('tokens:manage') && (
        <label class="choice-line">
          <input
            type="checkbox"
            checked={draft.ownOnly.value}
            onChange={({ currentTarget }) => (draft.ownOnly.value = currentTarget.checked)}
          />
          <span>{t('tokens.ownOnly')}</span>
        </label>
      )}
      {all.length > 0 && (
        <fieldset class="choices">
          <legend class="legend">{t('tokens.collections')}</legend>
          <label class="choice-line">
            <input
              type="radio"
              name="collections"
              checked={!isLimited}
              onChange={() => (draft.collections.value = undefined)}
            />
            <span>{t('tokens.allCollections')}</span>
          </label>
          <label class="choice-line">
            <input
              type="radio"
              name="collections"
              checked={isLimited}
              onChange={() => (draft.collections.value = [])}
            />
            <span>{t('tokens.someCollections')}</span>
          </label>
          {isLimited && (
            <Choices
              legend={t('tokens.which')}
              all={all.map(({ id, name }) => ({ id, label: name }))}
              chosen={draft.collections.value ?? []}
              onChange={(now) => (draft.collections.value = now)}
            />
          )}
        </fieldset>
      )}
      <div class="token-bounds">
        <label class="labelled">
          <span>{t('tokens.expiry')}</span>
          <select
            class="field choice"
            value={choices.indexOf(lifetime.value)}
            aria-describedby={hasHint ? hintId : undefined}
            onChange={({ currentTarget: { value } }) => (lifetime.value = choices[Number(value)])}
          >
            {choices.map((choice, at) => (
              <option key={choice ?? 0} value={at}>
                {lifetimeWords(choice)}
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
      {hasHint && (
        <p id={hintId} class="token-hint">
          {t('tokens.noDateHint')}
        </p>
      )}
      <FormFailure reason={failure.value === undefined ? undefined : sentenceOf(failure.value, t)} />
      <div class="form-end">
        <button type="submit" class="button primary" disabled={!draft.isReady()} aria-disabled={isBusy.value}>
          {t(token ? 'tokens.save' : 'tokens.create')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('editor.cancel')}
        </button>
      </div>
    </form>
  );
}

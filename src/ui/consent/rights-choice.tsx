import type { PageScope } from '../../v1/scopes.ts';
import type { ConsentState } from './state.ts';

/** What the site may do: each right that it asks for, ticked by itself. */
export function RightsChoice({ state }: { state: ConsentState }) {
  const { t, scopes, others, asked, site } = state;

  function toggle(scope: PageScope): void {
    const now = scopes.value.includes(scope) ? scopes.value.filter((one) => one !== scope) : [...scopes.value, scope];
    scopes.value = asked.value.filter((one) => now.includes(one));
  }

  const grant = site.value?.grant;
  return (
    <fieldset class="choices">
      <legend class="legend">{t('consent.may')}</legend>
      {asked.value.map((scope) => (
        <div key={scope}>
          <label class="choice-line">
            <input type="checkbox" checked={scopes.value.includes(scope)} onChange={() => toggle(scope)} />
            <span>
              {t(`consent.${scope}`)}
              {grant !== undefined && !grant.scopes.includes(scope) && (
                <>
                  {' '}
                  <span class="consent-new">{t('consent.new')}</span>
                </>
              )}
            </span>
          </label>
          {scope === 'memories:write' && (
            <label class="choice-line nested">
              <input
                type="checkbox"
                checked={others.value}
                disabled={!scopes.value.includes(scope)}
                onChange={({ currentTarget }) => (others.value = currentTarget.checked)}
              />
              <span>{t('consent.others')}</span>
            </label>
          )}
        </div>
      ))}
    </fieldset>
  );
}

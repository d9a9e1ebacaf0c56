import type { PageScope } from '../../v1/scopes.ts';
import type { Token } from '../../client/contract.ts';
import type { Translate } from '../i18n/translator.ts';
import { changeAllKey, type RightsDraft } from './rights-draft.ts';

interface RightsChoiceProps {
  t: Translate;
  draft: RightsDraft;
  choices: readonly PageScope[];
  /** The site's current access. If given, rights that it lacks are marked as new. */
  grant?: Token | undefined;
}

/** What the site may do, with a checkbox for each right. */
export function RightsChoice({ t, draft: { scopes, mayChangeAll }, choices, grant }: RightsChoiceProps) {
  function toggle(scope: PageScope): void {
    const now = scopes.value.includes(scope) ? scopes.value.filter((one) => one !== scope) : [...scopes.value, scope];
    scopes.value = choices.filter((one) => now.includes(one));
  }

  return (
    <fieldset class="choices">
      <legend class="legend">{t('consent.may')}</legend>
      {choices.map((scope) => (
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
                checked={mayChangeAll.value && scopes.value.includes(scope)}
                disabled={!scopes.value.includes(scope)}
                onChange={({ currentTarget }) => (mayChangeAll.value = currentTarget.checked)}
              />
              <span>{t(changeAllKey(scopes.value))}</span>
            </label>
          )}
        </div>
      ))}
    </fieldset>
  );
}

import { asciiHostOf } from '../text/host-of.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Reach, RightsDraft } from './rights-draft.ts';

interface DraftProps {
  t: Translate;
  draft: RightsDraft;
}

/** Which memories the site may use. */
export function MemoriesChoice({ t, draft, origin }: DraftProps & { origin: string }) {
  const { reach, collections } = draft;
  const name = asciiHostOf(origin);
  const ways: [Reach, string][] = [
    ['all', t('consent.all')],
    ...(collections.value.length > 0 ? [['some', t('consent.some')] as [Reach, string]] : []),
    ['new', t('consent.own', { name })],
  ];

  return (
    <fieldset class="choices">
      <legend class="legend">{t('consent.which')}</legend>
      {ways.map(([way, words]) => (
        <div key={way}>
          <label class="choice-line">
            <input type="radio" name="reach" checked={reach.value === way} onChange={() => (reach.value = way)} />
            <span dir="auto">{words}</span>
          </label>
          {way === 'some' && reach.value === way && <Collections t={t} draft={draft} />}
        </div>
      ))}
    </fieldset>
  );
}

function Collections({ t, draft: { chosen, collections } }: DraftProps) {
  const toggle = (id: string) =>
    (chosen.value = chosen.value.includes(id) ? chosen.value.filter((one) => one !== id) : [...chosen.value, id]);
  return (
    <fieldset class="choices nested consent-collections">
      <legend class="unseen">{t('consent.collections')}</legend>
      {collections.value.map(({ id, name }) => (
        <label class="choice-line" key={id}>
          <input type="checkbox" checked={chosen.value.includes(id)} onChange={() => toggle(id)} />
          <span dir="auto">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

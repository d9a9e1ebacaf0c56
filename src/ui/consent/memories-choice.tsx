import { asciiHostOf } from '../text/host-of.ts';
import type { ConsentState, Reach } from './state.ts';

/** Which memories the site may use. */
export function MemoriesChoice({ state }: { state: ConsentState }) {
  const { t, reach, collections, site } = state;
  const name = asciiHostOf(site.value?.origin ?? '');
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
          {way === 'some' && reach.value === way && <Collections state={state} />}
        </div>
      ))}
    </fieldset>
  );
}

function Collections({ state: { t, chosen, collections } }: { state: ConsentState }) {
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

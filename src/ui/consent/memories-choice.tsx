import { nameOf, type ConsentState, type Reach } from './state.ts';

/** Which memories the site may use. */
export function MemoriesChoice({ state }: { state: ConsentState }) {
  const { t, reach, chosen, collections, site } = state;
  const name = nameOf(site.value?.origin ?? '');
  const ways: [Reach, string][] = [
    ['all', t('consent.all')],
    ...(collections.value.length > 0 ? [['some', t('consent.some')] as [Reach, string]] : []),
    ['new', t('consent.own', { name })],
  ];

  const toggle = (id: string) =>
    (chosen.value = chosen.value.includes(id) ? chosen.value.filter((one) => one !== id) : [...chosen.value, id]);

  return (
    <fieldset class="choices">
      <legend class="legend">{t('consent.which')}</legend>
      {ways.map(([way, words]) => (
        <label class="choice-line" key={way}>
          <input type="radio" name="reach" checked={reach.value === way} onChange={() => (reach.value = way)} />
          <span dir="auto">{words}</span>
        </label>
      ))}
      {reach.value === 'some' && (
        <fieldset class="choices nested consent-collections">
          <legend class="unseen">{t('consent.collections')}</legend>
          {collections.value.map(({ id, name: title }) => (
            <label class="choice-line" key={id}>
              <input type="checkbox" checked={chosen.value.includes(id)} onChange={() => toggle(id)} />
              <span dir="auto">{title}</span>
            </label>
          ))}
        </fieldset>
      )}
    </fieldset>
  );
}

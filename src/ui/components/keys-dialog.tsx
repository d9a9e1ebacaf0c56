import type { Signal } from '@preact/signals';
import { Icon } from './icon.tsx';
import { useModal } from './modal.ts';
import { useScreen } from './screen.ts';
import './keys-dialog.css';

const order = [
  'search',
  'move',
  'open',
  'source',
  'edit',
  'tag',
  'copy',
  'similar',
  'select',
  'extend',
  'selectAll',
  'collect',
  'export',
  'delete',
  'undo',
  'save',
  'note',
  'saveQuery',
  'commands',
  'related',
  'readText',
  'update',
  'showQuotes',
  'library',
  'settings',
  'leave',
  'help',
] as const;

/**
 * How each filter is typed into the search field. The texts `operators.…` explain the filters. Some begin with the form
 * and a colon, which the dialog leaves out.
 */
const operatorForms = {
  tag: '#tag',
  in: 'in:House',
  site: 'site:example.org',
  before: 'before:2026-05',
  after: 'after:2025',
  phrase: '"ice cream"',
  not: '-word',
} as const;

/**
 * Lists the keys, and the filters for the search field. `without`: keys that this screen doesn't use. `savesOffer`:
 * whether Enter in the empty search field saves what the screen offers.
 */
export function KeysDialog({
  open,
  without = [],
  savesOffer = false,
}: {
  open: Signal<boolean>;
  without?: readonly (typeof order)[number][];
  savesOffer?: boolean;
}) {
  const { t, keys } = useScreen();
  const close = () => void (open.value = false);
  const modal = useModal(open.value, close);

  return (
    <dialog {...modal} class="keys" aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title">{t('keys.title')}</h2>
        <button type="button" class="button bare" aria-label={t('keys.close')} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <dl>
        {order
          .filter((name) => !without.includes(name))
          .map((name) => (
            <div key={name}>
              <dt>
                {keys[name].split(' ').map((key) => (
                  <kbd class="key" key={key}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{t(name === 'open' && savesOffer ? 'keys.openOrSave' : `keys.${name}`)}</dd>
            </div>
          ))}
      </dl>
      <h3>{t('operators.title')}</h3>
      <dl>
        {Object.entries(operatorForms).map(([name, form]) => (
          <div key={name}>
            <dt>
              <kbd class="key">{form}</kbd>
            </dt>
            <dd>{t(`operators.${name as keyof typeof operatorForms}`).replace(/^.*?: /, '')}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}

import { useScreen } from '../components/screen.ts';
import type { Undeciding } from './undeciding.ts';
import './undecided-list.css';

/** What could not be saved, each with why and with what can be done. It stands at the foot, so that nothing above it moves. */
export function UndecidedList({ undeciding }: { undeciding: Undeciding }) {
  const { t, ago } = useScreen();
  if (undeciding.all.value.length === 0) return null;
  return (
    <section class="undecided" aria-labelledby="undecided-title">
      <h2 id="undecided-title">{t('undecided.title')}</h2>
      <ul>
        {undeciding.all.value.map((one) => (
          <li key={one.key}>
            {'damaged' in one ? (
              <p class="undecided-why">{t('undecided.damaged')}</p>
            ) : (
              <>
                <p class="undecided-text">{one.text}</p>
                <p class="undecided-why">
                  {ago(one.savedAt)} · {one.reason ?? t('undecided.late')}
                </p>
                <button type="button" class="button" onClick={() => void undeciding.sendAgain(one.key)}>
                  {t('undecided.sendAgain')}
                </button>
              </>
            )}
            <button type="button" class="button bare" onClick={() => void undeciding.discard(one.key)}>
              {t('undecided.discard')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

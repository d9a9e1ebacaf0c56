import type { Meaning, MeaningFact } from '../state/meaning.ts';
import { useFrame } from './frame.ts';
import './meaning-line.css';

/** What is so with the search by meaning, where it is worth a word, and what can be done about it. It stands at the foot, so that nothing above it moves. */
export function MeaningLine({ meaning }: { meaning: Meaning }) {
  const { t } = useFrame();
  const fact = meaning.fact.value;

  function wordsOf(fact: MeaningFact): string {
    if (fact.kind === 'out') return t('meaning.out', { reason: fact.reason ?? t('meaning.noReason') });
    if (fact.kind === 'stuck') return t('indexing.trouble', { reason: fact.reason });
    if (fact.kind === 'standIn') return t('meaning.standIn', { reason: fact.reason, name: fact.name });
    if (fact.kind === 'indexing')
      return t(fact.paused ? 'meaning.paused' : 'meaning.indexing', { count: fact.left, of: fact.of });
    return t(`meaning.${fact.kind}`);
  }

  /** What is said aloud: no number that changes all the time. */
  function said(): string {
    if (fact === undefined) return meaning.isFinished.value ? t('meaning.finished') : '';
    if (fact.kind === 'indexing') return t(fact.paused ? 'meaning.saidPaused' : 'meaning.saidIndexing');
    return wordsOf(fact);
  }

  function wayOf(fact: MeaningFact): { name: string; go(): Promise<void> } | undefined {
    if (['out', 'standIn', 'stuck'].includes(fact.kind)) return { name: t('error.retry'), go: meaning.retry };
    if (fact.kind === 'byWord') return { name: t('error.retry'), go: meaning.again };
    if (fact.kind !== 'indexing') return undefined;
    return fact.paused
      ? { name: t('meaning.resume'), go: meaning.resume }
      : { name: t('meaning.pause'), go: meaning.pause };
  }

  const way = fact && wayOf(fact);
  return (
    <section class="meaning" aria-label={t('search.byMeaning')}>
      <p class="unseen" role="status">
        {said()}
      </p>
      {fact !== undefined && (
        <div class="meaning-line">
          <p>{wordsOf(fact)}</p>
          {way !== undefined && (
            <button type="button" class="button bare" onClick={() => void way.go()}>
              {way.name}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

import type { Meaning, MeaningFact } from '../state/meaning.ts';
import { useScreen } from './screen.ts';
import './meaning-line.css';

/** What is so with the search by meaning, where it is worth a word, and what can be done about it. It stands at the foot, so that nothing above it moves. */
export function MeaningLine({ meaning, again }: { meaning: Meaning; again(): Promise<void> }) {
  const { t, notices } = useScreen();
  const { panel } = meaning;
  const fact = meaning.fact.value;

  function wordsOf(fact: MeaningFact): string {
    switch (fact.kind) {
      case 'out':
        return t('meaning.out', { reason: fact.reason ?? t('meaning.noReason') });
      case 'standIn':
        return fact.reason;
      case 'byWord':
        return t('meaning.byWord');
      case 'language':
        return t('meaning.language');
      case 'reading':
        return t(fact.paused ? 'meaning.paused' : 'meaning.reading', { count: fact.left, of: fact.of });
    }
  }

  /** What is said aloud: no number that changes all the time. */
  function said(): string {
    if (fact === undefined) return meaning.finished.value ? t('meaning.finished') : '';
    if (fact.kind === 'reading') return t(fact.paused ? 'meaning.saidPaused' : 'meaning.saidReading');
    return wordsOf(fact);
  }

  function wayOf(fact: MeaningFact): { name: string; run(): Promise<void> } | undefined {
    if (fact.kind === 'out') return { name: t('error.retry'), run: panel.retry };
    if (fact.kind === 'byWord') return { name: t('error.retry'), run: again };
    if (fact.kind === 'reading') return fact.paused ? { name: t('meaning.resume'), run: panel.resume } : { name: t('meaning.pause'), run: panel.pause };
    return undefined;
  }

  const way = fact && wayOf(fact);
  const act = (run: () => Promise<void>): Promise<void> => run().catch((failure: unknown) => notices.fail(failure, () => act(run)));
  return (
    <div class="meaning">
      <p class="unseen" role="status">
        {said()}
      </p>
      {fact !== undefined && (
        <div class="meaning-line">
          <p>{wordsOf(fact)}</p>
          {way !== undefined && (
            <button type="button" class="button bare" onClick={() => void act(way.run)}>
              {way.name}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

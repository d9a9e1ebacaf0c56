import { useEffect } from 'preact/hooks';
import { LoadArea } from '../components/load-area.tsx';
import { Progress } from '../components/progress.tsx';
import { useLibrary } from './context.ts';
import { Part } from './part.tsx';
import './items.css';

/** The plan's limits and their usage. */
export function PlanSection() {
  const { t, usage } = useLibrary();
  useEffect(() => void usage.refresh(), []);
  return (
    <Part title={t('library.plan')}>
      <LoadArea loaded={usage}>
        {({ plan, memories, transactionsToday, rateLimit }) => (
          <>
            <p class="part-lead">{t(`plan.${plan}`)}</p>
            <dl class="items">
              <UsageItem name={t('plan.memories')} hint={t('plan.memoriesHint')} {...memories} />
              <UsageItem name={t('plan.transactions')} hint={t('plan.transactionsHint')} {...transactionsToday} />
              <div class="item-fact">
                <dt>{t('plan.rate')}</dt>
                <dd>
                  {t('plan.rateLeft', {
                    left: rateLimit.remaining,
                    of: rateLimit.limit,
                    time: new Date(rateLimit.reset * 1000).toLocaleTimeString(undefined, { timeStyle: 'medium' }),
                  })}
                </dd>
              </div>
            </dl>
          </>
        )}
      </LoadArea>
    </Part>
  );
}

function UsageItem({ name, hint, used, limit }: { name: string; hint: string; used: number; limit: number | null }) {
  const { t } = useLibrary();
  return (
    <div class="item-fact">
      <dt>{name}</dt>
      <dd class="item-about">{hint}</dd>
      <dd>{limit === null ? t('plan.used', { count: used }) : t('plan.usedOf', { count: used, of: limit })}</dd>
      {limit !== null && (
        <dd>
          <Progress label={name} share={Math.min(1, used / limit)} />
        </dd>
      )}
    </div>
  );
}

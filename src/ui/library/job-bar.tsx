import { useLayoutEffect } from 'preact/hooks';
import { Progress } from '../components/progress.tsx';
import { waitSentence } from '../state/sentence.ts';
import { useLibrary } from './context.ts';
import './bulk.css';

const waitMessages = { inSeconds: 'job.waitingSeconds', inMinutes: 'job.waitingMinutes' } as const;

/** The progress of work on many memories, with pause and stop. */
export function JobBar() {
  const { t, jobs } = useLibrary();
  const job = jobs.current.value;
  const isBusy = job !== undefined;
  // A layout effect runs before the browser paints. So once the work is shown as done, the browser no longer asks
  // whether to leave the page.
  useLayoutEffect(() => {
    if (!isBusy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isBusy]);

  return (
    <section class={job === undefined ? undefined : 'job'} aria-label={t('job.label')}>
      <p class="unseen" role="status">
        {job?.label}
      </p>
      {job !== undefined && (
        <>
          <p>
            {job.total === undefined
              ? t('job.begun', { label: job.label })
              : t('job.progress', { label: job.label, done: job.done, of: job.total })}
          </p>
          {job.state === 'waiting' && (
            <p class="job-wait" role="status">
              {waitSentence(t, job.seconds ?? 1, waitMessages)}
            </p>
          )}
          <Progress label={job.label} share={job.total ? job.done / job.total : undefined} />
          <div class="job-ways">
            <button
              type="button"
              class="button"
              onClick={() => (job.state === 'paused' ? jobs.resume() : jobs.pause())}
            >
              {t(job.state === 'paused' ? 'meaning.resume' : 'meaning.pause')}
            </button>
            <button type="button" class="button bare" onClick={jobs.stop}>
              {t('job.stop')}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

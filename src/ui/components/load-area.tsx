import type { ComponentChildren } from 'preact';
import type { Scope } from '../../v1/scopes.ts';
import type { Loaded } from '../state/loaded.ts';
import { sentenceOf } from '../state/sentence.ts';
import { useFrame } from './frame.ts';
import { MissingScope } from './missing-scope.tsx';
import { Message } from './message.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadAreaProps<Value> {
  loaded: Loaded<Value>;
  scope?: Scope;
  children(value: Value): ComponentChildren;
}

/** Shows loaded data, or why the data is missing. A failure is also shown above data that was loaded before. */
export function LoadArea<Value>({ loaded, scope, children }: LoadAreaProps<Value>) {
  const { t, rights } = useFrame();
  const [value, failure] = [loaded.value.value, loaded.failure.value];
  if (scope !== undefined && rights?.lacks(scope)) return <MissingScope scope={scope} />;
  return (
    <>
      {failure !== undefined && (
        <Message failed title={sentenceOf(failure, t)}>
          <button type="button" class="button primary" onClick={() => void loaded.refresh()}>
            {t('error.retry')}
          </button>
        </Message>
      )}
      {value === undefined ? failure === undefined && loaded.slow.value && <Skeleton /> : children(value)}
    </>
  );
}

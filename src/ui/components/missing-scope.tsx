import { scopes, type Scope } from '../../v1/scopes.ts';
import { useFrame } from './frame.ts';

/** What this page's token may not do, where a part of the page would need it. */
export function MissingScope({ scope }: { scope: Scope }) {
  const { t } = useFrame();
  return <p class="lacking">{t('rights.lacks', { what: scopes[scope], scope })}</p>;
}

import { scopes, type Scope } from '../../v1/scopes.ts';
import { useFrame } from './frame.ts';

/** Says that the page's token lacks a scope that this part needs. */
export function MissingScope({ scope }: { scope: Scope }) {
  const { t } = useFrame();
  return <p class="lacking">{t('rights.lacks', { what: scopes[scope], scope })}</p>;
}

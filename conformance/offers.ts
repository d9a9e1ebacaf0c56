import { extensionOfHeader, extensionOfOperation, type ExtensionName } from '../src/v1/extensions.ts';
import { extensionNames, type OperationName } from '../src/v1/operations.ts';
import type { Case } from './case.ts';
import { NotJudged } from './expect.ts';
import type { ClaimName } from './claims/index.ts';
import type { Input } from './session.ts';

/**
 * The extensions that a server offers. Null for a plain server: it sends no `Memory-Extensions` and implements only the
 * source document, the short specification that v1 extends.
 */
export type Offers = ReadonlySet<ExtensionName> | null;

export const allExtensions: Offers = new Set(extensionNames);

/** Thrown if the token's owner has used up their plan. */
export class PlanUsedUp extends NotJudged {
  override readonly name = 'PlanUsedUp';
  readonly status = 'not run';
}

/** Thrown if the server or the token lacks what the case needs. */
export class NotOffered extends NotJudged {
  override readonly name = 'NotOffered';
  readonly status = 'not offered';
}

/** Ignores unknown names. Null without a `Memory-Extensions` header. */
export function offersIn(header: string | undefined): Offers {
  if (header === undefined) return null;
  const names = header.split(',').map((name) => name.trim());
  return new Set(extensionNames.filter((name) => names.includes(name)));
}

const extensionByHeader = Object.fromEntries(
  Object.entries(extensionOfHeader).map(([name, extension]) => [name.toLowerCase(), extension]),
);
const extensionByBodyField: Record<string, ExtensionName> = {
  like: 'like',
  createdAt: 'import',
  origin: 'import',
  capture: 'capture',
};
const pagingOnly = new Set(['limit', 'cursor']);
const textFilters = ['site', 'phrases', 'not'];

export function extensionsIn(name: OperationName, { query = {}, body, headers = {} }: Input = {}): ExtensionName[] {
  const lists = name === 'listMemories' || name === 'listCollectionMemories';
  const hasFilters = lists && Object.entries(query).some(([key, value]) => value !== undefined && !pagingOnly.has(key));
  const givenFilters = lists ? query : ((body as { filters?: object } | undefined)?.filters ?? {});
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const used = [
    extensionOfOperation[name],
    hasFilters ? ('filters' as const) : undefined,
    textFilters.some((filter) => Object.hasOwn(givenFilters, filter)) ? ('text-filters' as const) : undefined,
    ...Object.keys(headers).map((key) => extensionByHeader[key]),
    ...(name === 'createMemory' || name === 'updateMemory' || name === 'searchMemories'
      ? fields.map((field) => extensionByBodyField[field])
      : []),
  ];
  return used.filter((one) => one !== undefined);
}

/** @throws NotOffered if the request uses an extension that the server does not offer */
export function requireOffered(offers: Offers, used: readonly ExtensionName[]): void {
  const missing = used.find((one) => offers === null || !offers.has(one));
  if (missing !== undefined) throw new NotOffered(`the server does not offer \`${missing}\``);
}

/** Extensions that {@link extensionsIn} can't infer from the requests of a case. */
const extensionOfClaim: Partial<Record<ClaimName, ExtensionName>> = { etag: 'etag', 'search.filters': 'filters' };

/** @throws NotOffered if the server lacks what the case needs. Plain cases run on any server. */
export function requireCaseOffered({ plain, covers }: Case, offers: Offers): void {
  if (plain) return;
  if (offers === null) throw new NotOffered('the server has the source document alone');
  requireOffered(
    offers,
    covers.flatMap(
      (claim) =>
        extensionOfClaim[claim] ??
        (claim.startsWith('extension.') ? (claim.slice('extension.'.length) as ExtensionName) : []),
    ),
  );
}

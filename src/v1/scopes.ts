/** What a token can be allowed to do, each described for the user. */
export const scopes = {
  'memories:read': 'Read and search memories',
  'memories:write': 'Save, change and delete memories',
  'memories:import': 'Import memories with the dates and origin they had elsewhere',
  'collections:read': 'See the names of collections',
  'collections:write': 'Create, rename and delete collections',
  'tokens:manage': 'Create and revoke access tokens',
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

/** The scopes that a web page can be granted. */
export const pageScopes = ['memories:read', 'memories:write', 'collections:read', 'collections:write'] as const;

export type PageScope = (typeof pageScopes)[number];

export const isPageScope = (scope: Scope): scope is PageScope => (pageScopes as readonly Scope[]).includes(scope);

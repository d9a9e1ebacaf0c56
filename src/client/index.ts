export { Commonplace } from './commonplace.ts';
export { CommonplaceError, ConnectionError, ServiceError } from './errors.ts';
export type { Transport } from './transport.ts';

export { Commonplace } from './commonplace.ts';
export { CommonplaceError, ConnectionFailed, MalformedResponse, ServiceError } from './errors.ts';
export type { Transport } from './transport.ts';

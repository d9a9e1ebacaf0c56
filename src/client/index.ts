export type { Client } from './client.ts';
export { CommonplaceError, ConnectionFailed, MalformedResponse, ServiceError } from './errors.ts';
export { ownClient } from './own-client.ts';
export type { Transport } from './transport.ts';

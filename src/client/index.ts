export { Commonplace, ConnectedCommonplace } from './commonplace.ts';
export { AccessError, CommonplaceError, ConnectionError, ServiceError } from './errors.ts';
export type { AccessReason } from './errors.ts';
export type { ConnectOptions } from './page/connect.ts';
export type { Transport } from './transport.ts';

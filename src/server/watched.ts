import type { House } from './compose.ts';
import type { Watched } from './http/metrics.ts';
import { unreadMemories } from './meaning/unread.ts';

/** What the metrics tell of a house besides its answers. */
export const watchedIn = ({ database }: Pick<House, 'database'>): Watched[] => [
  { name: 'database_up', says: 'Whether the database answers within a second: 1 or 0.', read: async () => (await database.query('select 1'), 1), otherwise: 0 },
  { name: 'unread_memories', says: 'Memories that wait for the model to read them.', read: async () => (await unreadMemories(database)).waiting },
  { name: 'database_connections_open', says: 'Connections to the database.', read: () => database.connections().open },
  { name: 'database_connections_idle', says: 'Of these, those that nobody uses.', read: () => database.connections().idle },
  { name: 'database_connections_waiting', says: 'Requests that wait for a connection.', read: () => database.connections().waiting },
];

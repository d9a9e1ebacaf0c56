import type { ServerParts } from './compose.ts';
import type { GaugeSource } from './http/metrics.ts';
import { unindexedMemories } from './meaning/backlog.ts';

/** The gauges of a server. */
export const gaugesOf = ({ database }: Pick<ServerParts, 'database'>): GaugeSource[] => [
  {
    name: 'database_up',
    description: 'Whether the database answers within a second: 1 or 0.',
    read: async () => (await database.query('select 1'), 1),
    otherwise: 0,
  },
  {
    name: 'unread_memories',
    description: 'Memories waiting to be indexed by the model.',
    read: async () => (await unindexedMemories(database)).waiting,
  },
  {
    name: 'database_connections_open',
    description: 'Connections to the database.',
    read: () => database.connections().open,
  },
  {
    name: 'database_connections_idle',
    description: 'Idle connections to the database.',
    read: () => database.connections().idle,
  },
  {
    name: 'database_connections_waiting',
    description: 'Requests waiting for a connection.',
    read: () => database.connections().waiting,
  },
];

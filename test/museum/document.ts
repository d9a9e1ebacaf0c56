import { rooms } from './museum.ts';
import type { Exhibit } from './exhibit.ts';

const about = `# The museum of lost notes

Notes are lost in few ways, and in the same ones again and again. Each exhibit is a failure that people reported of some product, or that any of them can have, acted out in virtual time twice: with the sync of Commonplace, which must lose nothing, double nothing and come to rest, and with a naive one (\`test/museum/naive.ts\`: the later time wins, what a list lacks was deleted, what got no answer is sent again), which must fail. \`test/unit/sync/museum.test.ts\` runs both. The reports are of their time; most products have mended theirs.

`;

const exhibit = ({ title, reports, story, wrong, why, server = 'plain' }: Exhibit) =>
  `### ${title}
${story}${reports.length > 0 ? ` (${reports.join(', ')})` : ''}

- **What goes wrong:** ${wrong}
- **Here:** ${why} Shown on ${server === 'plain' ? 'a server without extensions' : 'a server with extensions'}.
`;

/** docs/museum.md. */
export const museumDocument = (): string =>
  about + rooms.map(({ title, exhibits }) => `## ${title}\n\n${exhibits.map(exhibit).join('\n')}`).join('\n');

import { sections } from './museum.ts';
import type { Exhibit } from './exhibit.ts';

const about = `# The museum of lost notes

Notes get lost in a few ways, again and again. Each exhibit is a failure that users of some product reported, or one that we thought of. It is acted out twice, in virtual time: with the sync of Commonplace, which must lose nothing, duplicate nothing and come to rest, and with a naive sync, which must fail. In the naive one (\`test/museum/naive.ts\`) the later time wins, a memory that a list lacks counts as deleted, a write that got no answer is sent again, and the mark of a conflict disappears once its memory is opened, resolved or not. \`test/unit/sync/museum.test.ts\` runs both.

The reports in brackets describe what users saw. In those products, the cause may have been different from the one shown here. Some reports are still open, and we don’t know which of the others still apply.

`;

const exhibit = ({ title, reports, story, wrong, why, server = 'plain' }: Exhibit) =>
  `### ${title}
${story} (${reports.length > 0 ? reports.join(', ') : 'our own: we know of no report'})

- **What goes wrong:** ${wrong}
- **Here:** ${why} Shown on ${server === 'plain' ? 'a server without extensions' : 'a server with extensions'}.
`;

/** The text of docs/museum.md. */
export const museumDocument = (): string =>
  about + sections.map(({ title, exhibits }) => `## ${title}\n\n${exhibits.map(exhibit).join('\n')}`).join('\n');

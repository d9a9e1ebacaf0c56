import type { Exhibit } from './exhibit.ts';
import { absence } from './exhibits/absence.ts';
import { doubles } from './exhibits/doubles.ts';
import { edits } from './exhibits/edits.ts';
import { rewrites } from './exhibits/rewrites.ts';

export const sections: { title: string; exhibits: Exhibit[] }[] = [
  { title: 'Edits that collided', exhibits: edits },
  { title: 'Mistaken for deleted, or never received', exhibits: absence },
  { title: 'There twice', exhibits: doubles },
  { title: 'Changed by the server', exhibits: rewrites },
];

export const exhibits = sections.flatMap((section) => section.exhibits);

import type { Operation } from '../call.ts';
import { listMemoryPage } from '../listing.ts';

export const listMemories: Operation<'listMemories'> = (call) => listMemoryPage('listMemories', call, call.input.query);

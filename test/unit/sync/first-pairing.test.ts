import { describe, expect, test } from 'vitest';
import { planFound } from '../../../src/sync/plan-found.ts';
import { limits } from '../../../src/v1/limits.ts';
import { boundTo, candidate, fields, plain, rules, remoteMemory } from '../../support/sync-plan.ts';

describe('a memory here that has no id on the server', () => {
  test('is bound to a memory on the server with the same text and other tags, and gets both sides’ tags', () => {
    const known = candidate({}, fields('a', { tags: ['mine', 'Both'] }));
    const { local, sent } = boundTo(known, remoteMemory(fields('a', { tags: ['there', 'both'] })), rules);
    expect(local?.tags).toEqual(['mine', 'Both', 'there']);
    expect(sent).toEqual({ kind: 'patch', patch: { tags: ['there', 'both', 'mine'] } });
  });

  test('is bound if it has the same text and tags, rather than another with only the same text', () => {
    const both = [candidate({ id: 'mem_one' }), candidate({ id: 'mem_other' }, fields('a', { tags: ['work'] }))];
    expect(planFound(remoteMemory(fields('a', { tags: ['work'] })), both, [], rules)).toMatchObject({
      item: { id: 'mem_other' },
    });
  });

  test('removes no tags of the server when it is bound by a device that only sends', () => {
    const known = candidate({}, fields('a', { tags: ['mine'] }));
    const { local, sent } = boundTo(known, remoteMemory(fields('a', { tags: ['there'] })), { ...rules, pulls: false });
    expect([local, sent?.patch]).toEqual([null, { tags: ['there', 'mine'] }]);
  });

  test('keeps as many of the server’s tags as fit here when it is bound, and removes none there', () => {
    const tags = Array.from({ length: limits.tags }, (_, index) => `mine ${index}`);
    const { local, sent } = boundTo(candidate({}, fields('a', { tags })), remoteMemory(fields('a', { tags: ['x'] })));
    expect(local).toBeNull();
    expect(sent?.patch).toEqual({ tags: ['x', ...tags] });
  });

  test.each([
    ['it is a conflict copy', ['conflict copy'], []],
    ['the memory on the server is a conflict copy', [], ['conflict copy']],
    ['the memory on the server is a duplicate of an unknown memory', [], ['mx:dup:mem_other']],
  ])('isn’t bound to a memory with the same text and other tags if %s', (_, mine, theirs) => {
    const known = candidate({}, fields('a', { tags: mine }));
    expect(planFound(remoteMemory(fields('a', { tags: theirs })), [known], [], rules).kind).toBe('new');
  });

  test('is bound to the beginning of its text on a server that cuts texts, and its whole text is sent', () => {
    const text = 'a long text '.repeat(50).trim();
    const cut = remoteMemory(fields(text.slice(0, 300)));
    const known = candidate({}, fields(text));
    const { local, sent } = boundTo(known, cut, { ...plain, longest: 300 });
    expect([local, sent?.patch]).toEqual([null, { content: text }]);
    expect(planFound(cut, [known], [], { ...plain, longest: 900 }).kind).toBe('new');
    expect(planFound(cut, [known], [], { ...rules, longest: 300 }).kind).toBe('new');
  });
});

import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';

/** The tags, plus the comma-separated ones in `entry`; each once. Returns `tags` itself if `entry` adds none. */
export function withEntry(tags: readonly string[], entry = ''): readonly string[] {
  const entered = entry.split(',').map((tag) => tag.trim().replace(/^#+/, '').trim());
  const all = [...tags, ...entered.filter((tag) => tag !== '')];
  const different = all.filter((tag, index) => all.findIndex((other) => nameKey(other) === nameKey(tag)) === index);
  return different.length > tags.length ? different.slice(0, limits.tags) : tags;
}

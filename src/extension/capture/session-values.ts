import { browser } from 'wxt/browser';
import type { SessionValues } from './undo.ts';

export const sessionValues: SessionValues = {
  get: () => browser.storage.session.get(null),
  set: (values) => browser.storage.session.set(values),
  remove: (keys) => browser.storage.session.remove(keys),
};

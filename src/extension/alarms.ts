import { browser } from 'wxt/browser';

/** The handler of each alarm. */
export type Alarms = Record<AlarmName, () => Promise<unknown>>;
type AlarmName = keyof typeof minutes;

const minutes = { inbox: 1, indexing: 1, sync: 5, daily: 24 * 60 } as const;

export function listenToAlarms(alarms: Alarms): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (Object.hasOwn(alarms, name)) void alarms[name as AlarmName]();
  });
}

/** Sets a repeating alarm. Once this returns, the browser has received the call, so the background may end. */
export function setAlarm(name: AlarmName): Promise<void> {
  return browser.alarms.create(name, { periodInMinutes: minutes[name] });
}

/** Sets an alarm unless it is set already: setting it again would delay it. */
export async function keepAlarm(name: AlarmName): Promise<void> {
  if (!(await browser.alarms.get(name))) await setAlarm(name);
}

/** Rings while memories are left to index, so that indexing continues even if the browser ends the engine. */
export const ringWhileUnindexed = (unindexed: boolean): Promise<void> => ringWhile('indexing', unindexed);

/** Rings while sync is on, so that changes on the server arrive even if Commonplace isn't used. */
export const ringWhileSyncing = (isSyncOn: boolean): Promise<void> => ringWhile('sync', isSyncOn);

const ringWhile = (name: AlarmName, isNeeded: boolean) => (isNeeded ? keepAlarm(name) : clearAlarm(name));

export async function clearAlarm(name: AlarmName): Promise<void> {
  await browser.alarms.clear(name);
}

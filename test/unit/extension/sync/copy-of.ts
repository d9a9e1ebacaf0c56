import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** A copy of all databases of a browser profile, or of a server’s store. */
export async function copyOf(factory: IDBFactory): Promise<IDBFactory> {
  const copy = new IDBFactory();
  for (const { name } of await factory.databases()) {
    const source = await new Dexie(name!, { indexedDB: factory, IDBKeyRange }).open();
    const target = new Dexie(name!, { indexedDB: copy, IDBKeyRange });
    const schemas = source.tables.map(({ name: table, schema: { primKey, indexes } }) => {
      return [table, [primKey, ...indexes].map(({ src }) => src).join(',')];
    });
    target.version(source.verno).stores(Object.fromEntries(schemas));
    await target.open();
    for (const { name: table, schema } of source.tables) {
      const rows = source.table(table).toCollection();
      const keys = schema.primKey.keyPath === '' ? ((await rows.primaryKeys()) as string[]) : undefined;
      await target.table(table).bulkAdd(await rows.toArray(), keys);
    }
    source.close();
    target.close();
  }
  return copy;
}

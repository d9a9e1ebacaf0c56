import type { Owner } from '../service/ports/store.ts';
import type { SqlDatabase } from '../service/ports/sql.ts';
import { addUser, findUser, hasUsers, listUsers, UserNotAdded, type User } from '../store/postgres/users.ts';
import type { PlanName } from '../v1/limits.ts';
import { CommandError } from './command-error.ts';

/** The users of a database. */
export interface Users {
  /** Sorted by name. */
  all(): Promise<User[]>;
  any(): Promise<boolean>;
  find(name: Owner): Promise<User | undefined>;
  /** @throws CommandError if the name is taken or invalid */
  add(name: Owner, now: number, plan?: PlanName): Promise<User>;
  /** @throws CommandError if there is no such user */
  require(name: Owner): Promise<User>;
}

export function usersOf(database: SqlDatabase): Users {
  const find = (name: Owner) => findUser(database, name);
  return {
    all: () => listUsers(database),
    any: () => hasUsers(database),
    find,
    add: (name, now, plan) =>
      addUser(database, name, now, plan).catch((thrown: unknown) => {
        throw thrown instanceof UserNotAdded ? new CommandError(thrown.message) : thrown;
      }),
    async require(name) {
      const user = await find(name);
      if (user === undefined) throw new CommandError(`There is no user named ${name}. Add one with \`user add\`.`);
      return user;
    },
  };
}

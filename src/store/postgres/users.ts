import type { Sql } from '../../service/ports/sql.ts';
import type { Owner } from '../../service/ports/store.ts';
import type { PlanName } from '../../v1/limits.ts';
import { newAccount } from '../account.ts';

export interface User {
  name: Owner;
  /** ISO 8601, UTC. */
  createdAt: string;
}

const nameForm = /^[a-z0-9._-]{1,64}$/;

/** A user can't be added; the message says why. */
export class UserNotAdded extends Error {
  override readonly name = 'UserNotAdded';
}

/** @throws UserNotAdded for a name that is taken or invalid */
export async function addUser(sql: Sql, name: string, now: number, plan: PlanName = newAccount.plan): Promise<User> {
  if (!nameForm.test(name))
    throw new UserNotAdded(
      `A user's name must have 1 to 64 of the characters a-z, 0-9, ".", "_" and "-"; ${JSON.stringify(name)} doesn't.`,
    );
  const user = { name, createdAt: new Date(now).toISOString() };
  const added = await sql.query(
    'insert into owners (owner, created_at, plan) values ($1, $2, $3) on conflict do nothing returning owner',
    [name, user.createdAt, plan],
  );
  if (added.length === 0) throw new UserNotAdded(`A user named ${name} exists already.`);
  return user;
}

const fields = 'owner as name, created_at as "createdAt"';

/** All users, sorted by name. */
export function listUsers(sql: Sql): Promise<User[]> {
  return sql.query<User>(`select ${fields} from owners order by owner`);
}

export async function findUser(sql: Sql, name: string): Promise<User | undefined> {
  return (await sql.query<User>(`select ${fields} from owners where owner = $1`, [name]))[0];
}

export async function hasUsers(sql: Sql): Promise<boolean> {
  return (await sql.query('select 1 as found from owners limit 1')).length > 0;
}

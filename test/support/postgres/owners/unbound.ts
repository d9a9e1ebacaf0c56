import { parse, type Node } from 'libpg-query';
import type { RecordedStatement } from '../../../../scripts/postgres/recorded.ts';
import { queryOf, type RowSource, type Query } from './queries.ts';

/**
 * Returns the tables in which the statement could read or write rows of other users. The statement runs for one user,
 * the owner. All other tables are *bound* to the owner: by `owner = $n`, if the value of `$n` is the owner, or by a
 * join on `owner` with a bound table. An inserted row is bound by its value of `owner`.
 * Understands equations joined by `and`, and subqueries with a column `owner`. Everything else counts as unbound.
 *
 * `tables`: the tables with a column `owner`. Assumes a valid statement, so an unqualified `owner` isn't ambiguous.
 */
export async function unboundTables(
  { statement, values }: RecordedStatement,
  owner: string,
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const { stmts = [] } = await parse(statement);
  const binder = new Binder((number) => values[number - 1] === owner, tables);
  return stmts.flatMap(({ stmt }) => {
    const query = queryOf(stmt!);
    if (query === undefined) return namesIn(stmt).filter((name) => tables.has(name));
    const all = withInner(query);
    // A newly bound source may bind others.
    while (all.map((inner) => binder.narrow(inner)).includes(true));
    return all.flatMap((inner) => binder.unbound(inner));
  });
}

export const tablesWithOwner = `select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'owner'`;

class Binder {
  readonly #isOwner: (parameter: number) => boolean;
  readonly #tables: ReadonlySet<string>;

  constructor(isOwner: (parameter: number) => boolean, tables: ReadonlySet<string>) {
    this.#isOwner = isOwner;
    this.#tables = tables;
  }

  /** Binds the sources whose rows are the owner's, given those bound so far. Returns whether it bound any. */
  narrow(query: Query): boolean {
    const candidates = query.sources.filter(({ bound }) => !bound);
    for (const source of candidates)
      source.bound = source.query
        ? this.#outputsOwner(source.query)
        : query.insert !== undefined && this.#insertsBound(query);
    for (const { is, narrows } of query.conditions) {
      if ('sides' in is) {
        const withOwner = is.sides.flat().filter((source) => this.#hasOwner(source));
        if (withOwner.some(({ bound }) => bound))
          for (const source of withOwner) if (narrows.includes(source)) source.bound = true;
      } else {
        for (const [column, value] of equations(is)) {
          if (!this.#isOwnerValue(query, value)) continue;
          for (const source of this.#ownerSources(query, column)) if (narrows.includes(source)) source.bound = true;
        }
      }
    }
    return candidates.some(({ bound }) => bound);
  }

  unbound(query: Query): string[] {
    const tables = query.sources
      .filter(({ table, bound }) => table !== undefined && this.#tables.has(table) && !bound)
      .map(({ table }) => table!);
    const setsOwner = query.sets.some(
      (set) => 'ResTarget' in set && set.ResTarget.name === 'owner' && !this.#isOwnerValue(query, set.ResTarget.val),
    );
    return setsOwner ? [...tables, query.sources[0]!.table!] : tables;
  }

  #insertsBound({ insert }: Query): boolean {
    const { cols = [], given, onConflictClause: conflict } = insert!;
    const position = cols.findIndex((column) => 'ResTarget' in column && column.ResTarget.name === 'owner');
    if (position === -1 || given === undefined || !('columns' in given.output)) return false;
    const rows = [
      ...given.values.map((row) => ('List' in row ? (row.List.items ?? []) : [])),
      ...(given.values.length > 0
        ? []
        : [given.output.columns.map((one) => ('ResTarget' in one ? one.ResTarget.val! : one))]),
    ];
    const rowsAreOwn = rows.every(
      (row) => !row.slice(0, position + 1).some(isStar) && this.#isOwnerValue(given, row[position]),
    );
    // On a conflict over a key without the owner, the insert could update another owner's row.
    const conflictsAreOwn =
      conflict?.action !== 'ONCONFLICT_UPDATE' ||
      (conflict.infer?.indexElems ?? []).some((one) => 'IndexElem' in one && one.IndexElem.name === 'owner');
    return rowsAreOwn && conflictsAreOwn;
  }

  #isOwnerValue(query: Query, value: Node | undefined): boolean {
    if (value === undefined) return false;
    if ('TypeCast' in value) return this.#isOwnerValue(query, value.TypeCast.arg);
    if ('ParamRef' in value) return this.#isOwner(value.ParamRef.number!);
    return this.#ownerSources(query, value).some(({ bound }) => bound);
  }

  /** The sources whose `owner` column this reference names; empty if it names another column. */
  #ownerSources(query: Query, column: Node): RowSource[] {
    const [first, second] = namesOf(column);
    if ((second ?? first) !== 'owner') return [];
    const sources = query.sources.filter((source) =>
      second === undefined ? this.#hasOwner(source) : source.name === first,
    );
    return sources.length > 0 || query.outer === undefined ? sources : this.#ownerSources(query.outer, column);
  }

  #hasOwner({ table, query }: RowSource): boolean {
    if (table !== undefined) return this.#tables.has(table);
    return query !== undefined && ownerColumns(query).length > 0;
  }

  /** Whether the column `owner` of a query's output contains only the owner. */
  #outputsOwner(query: Query): boolean {
    if ('arms' in query.output) return query.output.arms.every((arm) => this.#outputsOwner(arm));
    const columns = ownerColumns(query);
    return columns.length === 1 && this.#isOwnerValue(query, columns[0]);
  }
}

function ownerColumns({ output }: Query): Node[] {
  if ('arms' in output) return output.arms.flatMap(ownerColumns);
  return output.columns.flatMap((one) => {
    if (!('ResTarget' in one)) return [];
    const { name, val } = one.ResTarget;
    // A star counts as a column `owner`, since it isn't expanded.
    return ['owner', '*'].includes(name ?? namesOf(val!).at(-1) ?? '') ? [val!] : [];
  });
}

/** The equations that the condition joins by `and`, each in both directions. */
function equations(condition: Node): [Node, Node][] {
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(equations);
  if (!('A_Expr' in condition)) return [];
  const { kind, name = [], lexpr, rexpr } = condition.A_Expr;
  const [operator] = name;
  if (kind !== 'AEXPR_OP' || !operator || !('String' in operator) || operator.String.sval !== '=' || !lexpr || !rexpr)
    return [];
  return [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ];
}

function namesOf(column: Node): string[] {
  if (!('ColumnRef' in column)) return [];
  return (column.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : '*'));
}

const isStar = (value: Node) => namesOf(value).includes('*');

const withInner = (query: Query): Query[] => [query, ...query.inner.flatMap(withInner)];

function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'relname' in part && typeof part.relname === 'string' ? [part.relname] : [];
  return [...own, ...Object.values(part).flatMap(namesIn)];
}

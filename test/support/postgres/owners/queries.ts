import type {
  Alias,
  DeleteStmt,
  InsertStmt,
  JoinExpr,
  Node,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from 'libpg-query';

/**
 * A source of rows in a query. A table has `table`. A subquery, or a query that a `with` names, has `query`. A function
 * has neither.
 */
export interface RowSource {
  name: string;
  table?: string;
  query?: Query;
  /** Whether all rows are known to belong to the owner, the one user for whom the statement runs. */
  bound: boolean;
}

/**
 * A condition that all rows of the sources in `narrows` meet. An outer join keeps all rows of at least one side, so it
 * doesn't narrow that side.
 */
export interface Condition {
  /** An expression, or the two sides of a join `using (owner)`. */
  is: Node | { sides: [RowSource[], RowSource[]] };
  narrows: RowSource[];
}

/** A `select`, `insert`, `update` or `delete`. `inner`: the queries inside it. */
export interface Query {
  sources: RowSource[];
  conditions: Condition[];
  /** The returned columns, or the queries whose results a `union` or the like combines. */
  output: { columns: Node[] } | { arms: Query[] };
  inner: Query[];
  /**
   * The surrounding query, whose sources can be named here. A query of a `with`, or of a `from` without `lateral`,
   * can't name them, so its `outer` is a query without sources.
   */
  outer: Query | undefined;
  /** The queries of the `with`, by name. */
  named: Map<string, Query>;
  /** An `insert`, with the query that provides its rows. */
  insert?: InsertStmt & { given: Query | undefined };
  /** What an `update` sets, or what an `insert` sets on a conflict. */
  sets: Node[];
  values: Node[];
}

/** The query of a statement; undefined unless it is a `select`, `insert`, `update` or `delete`. */
export function queryOf(statement: Node, outer?: Query): Query | undefined {
  if ('SelectStmt' in statement) return select(statement.SelectStmt, outer);
  const query = newQuery(outer);
  if ('InsertStmt' in statement) {
    const { relation, selectStmt, returningClause, withClause, onConflictClause } = statement.InsertStmt;
    addNamed(query, withClause);
    const given = selectStmt && queryOf(selectStmt, query);
    if (given) query.inner.push(given);
    query.insert = { ...statement.InsertStmt, given };
    query.sources.push(tableOf(relation!));
    query.sets = onConflictClause?.targetList ?? [];
    query.output = { columns: returningClause?.exprs ?? [] };
    addInner(query, [onConflictClause, returningClause]);
    return query;
  }
  if ('UpdateStmt' in statement) return change(query, statement.UpdateStmt, statement.UpdateStmt.fromClause);
  if ('DeleteStmt' in statement) return change(query, statement.DeleteStmt, statement.DeleteStmt.usingClause);
  return undefined;
}

function change(
  query: Query,
  { relation, whereClause, returningClause, withClause, ...others }: UpdateStmt | DeleteStmt,
  from: Node[] = [],
): Query {
  addNamed(query, withClause);
  query.sources.push(tableOf(relation!));
  for (const item of from) query.sources.push(...sourcesOf(query, item));
  if (whereClause) query.conditions.push({ is: whereClause, narrows: query.sources });
  query.sets = ('targetList' in others && others.targetList) || [];
  query.output = { columns: returningClause?.exprs ?? [] };
  addInner(query, [whereClause, query.sets, returningClause]);
  return query;
}

function select(stmt: SelectStmt, outer: Query | undefined): Query {
  const query = newQuery(outer);
  const { withClause, fromClause = [], whereClause, targetList = [], valuesLists = [], larg, rarg, ...others } = stmt;
  addNamed(query, withClause);
  if (larg && rarg) {
    const arms = [select(larg, query), select(rarg, query)];
    query.inner.push(...arms);
    query.output = { arms };
    return query;
  }
  for (const item of fromClause) query.sources.push(...sourcesOf(query, item));
  if (whereClause) query.conditions.push({ is: whereClause, narrows: query.sources });
  query.output = { columns: targetList };
  query.values = valuesLists;
  addInner(query, [whereClause, targetList, valuesLists, others]);
  return query;
}

const newQuery = (outer: Query | undefined): Query => ({
  sources: [],
  conditions: [],
  output: { columns: [] },
  inner: [],
  outer,
  named: new Map(),
  sets: [],
  values: [],
});

function tableOf({ relname, alias }: RangeVar): RowSource {
  return { name: nameOf(alias) ?? relname!, table: relname!, bound: false };
}

/**
 * The name that an alias gives. @throws if the alias also names a column `owner`, since the check tracks columns by
 * name
 */
function nameOf(alias: Alias | undefined, columns: Node[] = []): string | undefined {
  const renamed = [...(alias?.colnames ?? []), ...columns].some(
    (one) => ('String' in one ? one.String.sval : 'ColumnDef' in one && one.ColumnDef.colname) === 'owner',
  );
  if (renamed) throw new Error(`${alias?.aliasname} has a column of its own named owner`);
  return alias?.aliasname;
}

/** Adds the queries of a `with`. Each sees the ones before it, but no rows of the main query. */
function addNamed(query: Query, clause: WithClause | undefined): void {
  for (const one of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in one)) continue;
    const { ctename, ctequery, aliascolnames } = one.CommonTableExpr;
    nameOf({ aliasname: ctename! }, aliascolnames);
    const inner = queryOf(ctequery!, { ...newQuery(query.outer), named: new Map(query.named) });
    if (inner === undefined) throw new Error(`${ctename} is not a query`);
    query.named.set(ctename!, inner);
    query.inner.push(inner);
  }
}

function sourcesOf(query: Query, item: Node): RowSource[] {
  if ('RangeVar' in item) {
    const source = tableOf(item.RangeVar);
    const named = item.RangeVar.schemaname === undefined ? lookUp(query, source.table!) : undefined;
    return [named ? { name: source.name, query: named, bound: false } : source];
  }
  if ('RangeSubselect' in item) {
    const { subquery, lateral, alias } = item.RangeSubselect;
    const inner = queryOf(subquery!, lateral ? query : { ...newQuery(query.outer), named: query.named })!;
    query.inner.push(inner);
    return [{ name: nameOf(alias) ?? '', query: inner, bound: false }];
  }
  if ('JoinExpr' in item) return sourcesOfJoin(query, item.JoinExpr);
  addInner(query, item);
  if (!('RangeFunction' in item)) throw new Error(`Unknown source of rows: ${Object.keys(item).join()}`);
  return [{ name: nameOf(item.RangeFunction.alias, item.RangeFunction.coldeflist) ?? '', bound: false }];
}

function sourcesOfJoin(query: Query, { larg, rarg, jointype, usingClause = [], quals }: JoinExpr): RowSource[] {
  const [left, right] = [sourcesOf(query, larg!), sourcesOf(query, rarg!)];
  const narrows = [
    ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
    ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
  ];
  if (quals) query.conditions.push({ is: quals, narrows });
  if (usingClause.some((column) => 'String' in column && column.String.sval === 'owner'))
    query.conditions.push({ is: { sides: [left, right] }, narrows });
  addInner(query, quals);
  return [...left, ...right];
}

function lookUp(query: Query | undefined, name: string): Query | undefined {
  return query && (query.named.get(name) ?? lookUp(query.outer, name));
}

function addInner(query: Query, part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('SelectStmt' in part) query.inner.push(select(part.SelectStmt as SelectStmt, query));
  else for (const value of Object.values(part)) addInner(query, value);
}

import {
  fillTerms,
  parseFilter,
  parseSort,
  usesRelated,
  type FilterContext,
  type FilterVariables,
  type TermPlaceholder,
} from '#engine/model/filter';
import { COMMON_PATHS, getFinderMethod, PAGE_PARAMETERS, type InputType, type FinderDefinition } from '#engine/model/definitions';
import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { listEqualNames } from '../compile/finder-names.ts';
import type { Report } from './check-context.ts';

/** Types that have a next value. */
const COUNTING = new Set<InputType>(['Number', 'AutoIncrement']);

/** Checks the finders of a compiled module: reachable paths, valid terms, and existing fields. */
export function checkFinders(module: CompiledModule, catalog: ModuleCatalog, report: Report): void {
  const written = module.definition.finders ?? [];
  const context = makeContext(module, catalog);
  module.finders.forEach((finder, place) => {
    const index = written.indexOf(finder);
    const reportFinder: Report = (path, cause) =>
      report(`/finders/${index}${path}`, `The finder ${finder.path} of ${module.name}: ${cause}`);
    checkPath(finder, module.finders.slice(0, place), reportFinder);
    if (finder.relation !== undefined) checkRelation(finder, finder.relation, module, reportFinder);
    else if (finder.nextNumberOf !== undefined) checkNext(finder, finder.nextNumberOf, module, reportFinder);
    else checkTerms(finder, context, reportFinder);
  });
}

function checkPath(finder: FinderDefinition, earlier: readonly FinderDefinition[], reportFinder: Report): void {
  const { path } = finder;
  const method = getFinderMethod(finder);
  const common = COMMON_PATHS[method].find((one) => isSamePath(one, path));
  if (common !== undefined) reportFinder('/path', `${common} is an endpoint of every module.`);
  const other = earlier.find((one) => getFinderMethod(one) === method && isSamePath(one.path, path));
  if (other !== undefined) reportFinder('/path', `it conflicts with the finder ${other.path}.`);
  const parts = listParts(path);
  if (new Set(parts).size < parts.length) reportFinder('/path', 'two path parameters have the same name.');
}

/**
 * Whether two paths match the same requests, regardless of their parameter names; otherwise the path with the fixed
 * segment has priority.
 */
function isSamePath(one: string, other: string): boolean {
  return one.replace(/:\w+/g, ':') === other.replace(/:\w+/g, ':');
}

function checkTerms({ path, terms, result, sort, usesBody }: FinderDefinition, context: FilterContext, reportFinder: Report): void {
  if (terms === undefined || result === undefined)
    return reportFinder('', 'terms and result are required, unless it has nextNumberOf or relation.');
  const used = new Set<string>();
  const filled = fillTerms(terms as JsonObject, context.module, (place) => {
    used.add(place.name);
    const sample = sampleOf(place, context.module);
    return place.member === 'in' ? [sample] : sample;
  });
  const parts = listParts(path);
  const others = [...used].filter((name) => !parts.includes(name));
  if (usesBody !== true) for (const name of others) reportFinder('/terms', `the path has no parameter :${name}.`);
  else checkBody(others, reportFinder);
  for (const name of parts) if (!used.has(name)) reportFinder('/path', `no term uses the parameter :${name}.`);
  const parsed = parseFilter(filled, context);
  if (!parsed.ok) reportFinder(`/terms/${parsed.path.replaceAll('.', '/')}`, `${parsed.reason} (${parsed.path}).`);
  else if (JSON.stringify(terms).includes('"related"')) reportFinder('/terms', 'terms cannot use related.');
  else if (listEqualNames(terms).length === 0) reportFinder('/terms', 'at least one term must be an equality, which an index can serve.');
  if (sort !== undefined && !parseSort([sort], context).ok)
    reportFinder('/sort/sortField', `records cannot be sorted by ${sort.sortField}.`);
}

/** Checks the terms in the body, which must not have the names of the page parameters. */
function checkBody(names: readonly string[], reportFinder: Report): void {
  if (names.length === 0) reportFinder('/usesBody', 'no term uses a parameter of the body.');
  for (const name of names)
    if (PAGE_PARAMETERS.includes(name)) reportFinder('/terms', `the body parameter ${name} is reserved for paging.`);
}

function checkNext(
  { path, terms, result, sort, usesBody }: FinderDefinition,
  name: string,
  module: CompiledModule,
  reportFinder: Report,
): void {
  const field = module.fields.get(name);
  if (terms !== undefined || result !== undefined || sort !== undefined || usesBody !== undefined)
    reportFinder('/nextNumberOf', 'nextNumberOf allows only path and summary.');
  if (listParts(path).length > 0) reportFinder('/path', 'path cannot have parameters.');
  if (field === undefined) reportFinder('/nextNumberOf', `there is no field ${name}.`);
  else if (!COUNTING.has(field.definition.inputType)) reportFinder('/nextNumberOf', `${name} is neither a Number nor an AutoIncrement.`);
  else if (field.definition.sensitive === true || field.definition.internal === true)
    reportFinder('/nextNumberOf', `${name} has no sequence: it is sensitive or internal.`);
}

function checkRelation(
  { path, terms, result, sort, usesBody, nextNumberOf }: FinderDefinition,
  name: string,
  module: CompiledModule,
  reportFinder: Report,
): void {
  const relation = module.relations.get(name);
  if ([terms, result, sort, usesBody, nextNumberOf].some((one) => one !== undefined))
    reportFinder('/relation', 'relation allows only path and summary.');
  if (listParts(path).length > 0) reportFinder('/path', 'path cannot have parameters.');
  if (relation?.direction !== 'reverse' || relation.flex)
    reportFinder('/relation', `${name} is not a relation from exactly one other module.`);
}

/** A valid value for the placeholder, so that only problems of the terms themselves are reported. */
function sampleOf({ field, member }: TermPlaceholder, module: CompiledModule): JsonValue {
  switch (field?.type.comparison) {
    case 'number':
    case 'money':
      return 1;
    case 'boolean':
      return true;
    case 'day':
    case 'instant':
      return '2026-01-01';
    case 'flex':
      return member === 'module' ? (field.refs[0] ?? module.name) : 'x';
    default:
      return 'x';
  }
}

/** The context of a reader who may see everything, except internal fields, which no caller can use. */
export function makeContext(module: CompiledModule, catalog: ModuleCatalog): FilterContext {
  const variables = { me: 'x', my_teams: [], my_roles: [], ofUser: declaredIn(catalog), today: '2026-01-01', now: 0, timeZone: 'UTC' };
  return { module, catalog, variables, canFilter: () => true, visibilityFilter: () => undefined, hidesInternal: true };
}

function declaredIn({ modules }: ModuleCatalog): FilterVariables['ofUser'] {
  return Object.fromEntries(
    [...modules.values()].flatMap(({ definition: { userVariable } }) => (userVariable ? [[userVariable.name, 'x']] : [])),
  );
}

function listParts(path: string): readonly string[] {
  return path
    .split('/')
    .filter(isPart)
    .map((part) => part.slice(1));
}

function isPart(word: string): boolean {
  return word.startsWith(':');
}

/** Checks the views of a compiled module: their names, filters and orders. */
export function checkListViews(module: CompiledModule, catalog: ModuleCatalog, report: Report): void {
  const names = new Set(['all', 'mine']);
  const context = makeContext(module, catalog);
  module.definition.listViews?.forEach(({ name, filter, sort }, index) => {
    const path = `/listViews/${index}`;
    if (names.has(name)) report(`${path}/name`, `There is another view ${name}.`);
    names.add(name);
    const parsed = parseFilter(filter, context);
    if (!parsed.ok) report(`${path}/filter/${parsed.path.replaceAll('.', '/')}`, `${parsed.reason} (${parsed.path}).`);
    // Whether a user may search in the other module is not known here.
    else if (usesRelated(parsed.node)) report(`${path}/filter`, 'A view cannot search in related records.');
    if (sort !== undefined && !parseSort([sort], context).ok)
      report(`${path}/sort`, `${module.name} cannot be sorted by ${sort.sortField}.`);
  });
  const { defaultListView: opens, listViews = [] } = module.definition;
  if (opens !== undefined && listViews.every(({ name }) => name !== opens))
    report('/defaultListView', `${module.name} has no view ${opens} in listViews.`);
}

/** Warns about row rules of a compiled module that are not valid: they match nothing. */
export function checkModuleRowRules(module: CompiledModule, catalog: ModuleCatalog, warn: Report): void {
  // Whom a record is for may be in internal fields: the rule is no filter of a user.
  const context = { ...makeContext(module, catalog), hidesInternal: false };
  for (const [userType, filter] of Object.entries(module.rowRules)) {
    const parsed = parseFilter(filter, context);
    if (!parsed.ok) warn(`/rowRules/${userType}/${parsed.path.replaceAll('.', '/')}`, `${parsed.reason} (${parsed.path}).`);
  }
}

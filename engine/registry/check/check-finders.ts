import { fillTerms, getFinderMethod, parseFilter, parseSort, type CompiledModule, type FilterContext, type InputType, type JsonObject, type JsonValue, type FinderDefinition, type ModuleCatalog, type TermPlaceholder } from '#engine/model';
import { listEqualNames } from '../compile/finder-names.ts';
import type { Report } from './check-definitions.ts';
import { COMMON_PATHS, PAGE_PARAMETERS } from './common-endpoints.ts';

/** Types whose values have a next one. */
const COUNTING = new Set<InputType>(['Number', 'AutoIncrement']);

/** Checks the look-ups that a compiled module serves: paths that reach them, terms that can be read, and fields that are there. */
export function checkFinders(module: CompiledModule, catalog: ModuleCatalog, report: Report): void {
  const written = module.definition.lookups ?? [];
  const context = makeContext(module, catalog);
  module.finders.forEach((finder, place) => {
    const index = written.indexOf(finder);
    const reportFinder: Report = (path, cause) => report(`/lookups/${index}${path}`, `The finder ${finder.path} of ${module.name}: ${cause}`);
    checkPath(finder, module.finders.slice(0, place), reportFinder);
    if (finder.relation !== undefined) checkRelation(finder, finder.relation, module, reportFinder);
    else if (finder.next !== undefined) checkNext(finder, finder.next, module, reportFinder);
    else checkTerms(finder, context, reportFinder);
  });
}

function checkPath(lookup: FinderDefinition, earlier: readonly FinderDefinition[], reportFinder: Report): void {
  const { path } = lookup;
  const method = getFinderMethod(lookup);
  const common = COMMON_PATHS[method].find((one) => isSamePath(one, path));
  if (common !== undefined) reportFinder('/path', `${common} is an endpoint of every module.`);
  const other = earlier.find((one) => getFinderMethod(one) === method && isSamePath(one.path, path));
  if (other !== undefined) reportFinder('/path', `${other.path} is served there already.`);
  const parts = listParts(path);
  if (new Set(parts).size < parts.length) reportFinder('/path', 'two parts have the same name.');
}

/** Whether two paths are reached by the same calls, whatever their parts are named; else the one with the fixed word goes first. */
function isSamePath(one: string, other: string): boolean {
  return one.replace(/:\w+/g, ':') === other.replace(/:\w+/g, ':');
}

function checkTerms({ path, terms, answer, sort, body }: FinderDefinition, context: FilterContext, reportFinder: Report): void {
  if (terms === undefined || answer === undefined) return reportFinder('', 'it has terms and a result, or next.');
  const used = new Set<string>();
  const filled = fillTerms(terms as JsonObject, context.module, (place) => {
    used.add(place.name);
    const sample = sampleOf(place, context.module);
    return place.member === 'in' ? [sample] : sample;
  });
  const parts = listParts(path);
  const others = [...used].filter((name) => !parts.includes(name));
  if (body !== true) for (const name of others) reportFinder('/terms', `the path has no part :${name}.`);
  else checkBody(others, reportFinder);
  for (const name of parts) if (!used.has(name)) reportFinder('/path', `no term asks for :${name}.`);
  const parsed = parseFilter(filled, context);
  if (!parsed.ok) reportFinder(`/terms/${parsed.path.replaceAll('.', '/')}`, `${parsed.reason} (${parsed.path}).`);
  else if (JSON.stringify(terms).includes('"related"')) reportFinder('/terms', 'it asks for records of this module alone, for it scans one index.');
  else if (listEqualNames(terms).length === 0) reportFinder('/terms', 'at least one field must equal something, for an index to find it by.');
  if (sort !== undefined && !parseSort([sort], context).ok) reportFinder('/sort/sortField', `records cannot be sorted by ${sort.sortField}.`);
}

/** What stands in the body, beside what it may say of the page. */
function checkBody(names: readonly string[], reportFinder: Report): void {
  if (names.length === 0) reportFinder('/body', 'no term asks for anything that the path does not name.');
  for (const name of names) if (PAGE_PARAMETERS.includes(name)) reportFinder('/terms', `the body uses ${name} for the page that is returned.`);
}

function checkNext({ path, terms, answer, sort, body }: FinderDefinition, name: string, module: CompiledModule, reportFinder: Report): void {
  const field = module.fields.get(name);
  if (terms !== undefined || answer !== undefined || sort !== undefined || body !== undefined) reportFinder('/next', 'next goes with path and summary alone.');
  if (listParts(path).length > 0) reportFinder('/path', 'the next number is asked for by fixed words alone.');
  if (field === undefined) reportFinder('/next', `there is no field ${name}.`);
  else if (!COUNTING.has(field.definition.inputType)) reportFinder('/next', `${name} is no Number or AutoIncrement.`);
  else if (field.definition.sensitive === true || field.definition.internal === true) reportFinder('/next', `${name} is nobody's to count.`);
}

function checkRelation({ path, terms, answer, sort, body, next }: FinderDefinition, name: string, module: CompiledModule, reportFinder: Report): void {
  const relation = module.relations.get(name);
  if ([terms, answer, sort, body, next].some((one) => one !== undefined)) reportFinder('/relation', 'relation goes with path and summary alone.');
  if (listParts(path).length > 0) reportFinder('/path', 'a search is asked for by fixed words alone.');
  if (relation?.direction !== 'reverse' || relation.flex) reportFinder('/relation', `${name} is no relation by which one other module points here.`);
}

/** A value that is good for the place, so that only what is wrong with the terms themselves is refused. */
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

/** As a reader who sees everything parses it: what is internal is there for nobody who calls. */
function makeContext(module: CompiledModule, catalog: ModuleCatalog): FilterContext {
  const variables = { me: 'x', my_teams: [], my_provider: 'x', today: '2026-01-01', now: 0, timeZone: 'UTC' };
  return { module, catalog, variables, canFilter: () => true, visibilityFilter: () => undefined, hidesInternal: true };
}

function listParts(path: string): readonly string[] {
  return path.split('/').filter(isPart).map((part) => part.slice(1));
}

function isPart(word: string): boolean {
  return word.startsWith(':');
}

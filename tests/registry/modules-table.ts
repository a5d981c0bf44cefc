import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LAYOUT_VIEWS, getFinderMethod, type LayoutDefinition, type FinderDefinition } from '#engine/model/definitions';
import type { CompiledModule, CompiledRelation } from '#engine/model/compiled';
import type { DefinitionSnapshot } from '../../engine/registry/index.ts';
import { SYSTEM_DEFINITIONS } from '../../engine/registry/system/system-definitions.ts';

/** Path of the table, relative to the root of the repository. */
export const MODULES_FILE = 'definitions/MODULES.md';

const HEAD = `# Modules

Every module that the product ships, by domain: generated from the definitions by \`npm run modules\`; a test checks that it is current. Beside its own fields each module has those of its kind, which are listed first, and below its path the common endpoints of every module; a finder is a GET unless another method is given.
`;

const COLUMNS = ['Module', 'Path', 'Kind', 'Fields', 'Own fields', 'Relations', 'Finders', 'Layouts'];

/** The modules of each domain, by the folders that they are defined in; those of the engine are in 'system', of plugins in 'plugins'. */
export function listDomains(snapshot: DefinitionSnapshot, folder = 'definitions'): ReadonlyMap<string, readonly CompiledModule[]> {
  const domainsById = readDomains(folder);
  const systemIds = new Set(SYSTEM_DEFINITIONS.map(({ definition }) => (definition as { readonly id: string }).id));
  const domains = new Map<string, CompiledModule[]>();
  for (const module of [...snapshot.modules.values()].sort((one, other) => (one.label < other.label ? -1 : 1))) {
    const domain = domainsById.get(module.id) ?? (systemIds.has(module.id) ? 'system' : 'plugins');
    domains.set(domain, [...(domains.get(domain) ?? []), module]);
  }
  return new Map([...domains].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The domain of each module with a definition file, by its id. */
function readDomains(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => path.basename(file) === 'module.json');
  return new Map(
    files.map((file) => [
      (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { readonly id: string }).id,
      file.split(path.sep)[0] ?? '',
    ]),
  );
}

/** The content of the whole file, generated from the definitions only. */
export function makeModulesTable(domains: ReadonlyMap<string, readonly CompiledModule[]>): string {
  const parts = [...domains].map(([domain, modules]) =>
    [`## ${domain}`, '', toRow(COLUMNS), toRow(COLUMNS.map(() => '---')), ...modules.map(describe), ''].join('\n'),
  );
  return [HEAD, describeKinds([...domains.values()].flat()), ...parts].join('\n');
}

/** The fields of each kind; a field that a module redefines has its own id. */
function describeKinds(modules: readonly CompiledModule[]): string {
  const standard = (kind: string, team: boolean, known: readonly string[]): readonly string[] => {
    const own = modules.filter(({ definition }) => definition.kind === kind && (team || definition.team_enabled !== true));
    const names = own.flatMap(({ fields }) => [...fields.values()].filter(({ id }) => id.startsWith('std_')).map(({ name }) => name));
    return [...new Set(names)].filter((name) => !known.includes(name));
  };
  const every = standard('plain', false, []);
  const standardFields = standard('plain', true, every);
  const kinds = ['person', 'company', 'file'].map((kind) => [kind, standard(kind, true, [...every, ...standardFields])] as const);
  const rows = ([['every module', every], ['team-enabled', standardFields], ...kinds] as const).map(([kind, names]) =>
    toRow([kind, listed(names.map(code))]),
  );
  return [toRow(['Kind', 'Fields that come with it']), toRow(['---', '---']), ...rows, ''].join('\n');
}

function describe(module: CompiledModule): string {
  const own = module.definition.fields.filter((field) => field.deleted !== true).map(({ fieldName }) => code(fieldName));
  return toRow([
    `${module.label} (${code(module.name)})`,
    code(module.path),
    module.definition.kind,
    String(module.fields.size),
    listed(own),
    listed(
      ownRelations(module).map(
        ({ name, modules, many }) => `${code(name)} → ${modules.length === 0 ? 'any' : modules.join(' or ')}${many ? ', many' : ''}`,
      ),
    ),
    listed(module.finders.map(describeFinder)),
    describeLayouts(module.layouts),
  ]);
}

function describeFinder(finder: FinderDefinition): string {
  const method = getFinderMethod(finder);
  return code(method === 'GET' ? finder.path : `${method} ${finder.path}`);
}

/** Without the relations of default fields, and of fields of other modules that may point to any module. */
function ownRelations({ definition, fields, relations }: CompiledModule): readonly CompiledRelation[] {
  const own = new Set(definition.fields.map(({ fieldName }) => fieldName));
  return [...relations.values()].filter(({ name, direction, flex }) =>
    direction === 'reverse' ? !flex : own.has(name) || fields.get(name)?.relationship !== undefined,
  );
}

/** The common layouts; a role may have others. */
function describeLayouts(layouts: readonly LayoutDefinition[]): string {
  const views = new Set(layouts.map(({ view }) => view));
  const roles = [...new Set(layouts.flatMap(({ view, role }) => (role === undefined ? [] : [`${view} of ${role}`])))];
  const common = LAYOUT_VIEWS.every((view) => views.has(view)) ? 'all nine' : [...views].join(', ');
  return [common, ...roles].join(', ');
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? '–' : items.join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

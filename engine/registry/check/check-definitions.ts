import type { CompiledModule } from '#engine/model/compiled';
import type { DropdownDefinition, ModuleDefinition } from '#engine/model/definitions';
import { eachDefinition, nameArtifact, type AnyDefinition, type DefinitionSet } from '../base/definition-set.ts';
import { listRowRules } from '../base/row-rules.ts';
import { compileModules } from '../compile/compile-modules.ts';
import { listCalculations } from '../compile/calculation-graph.ts';
import { listFlexFields } from '../compile/compile-relations.ts';
import { resolveModules } from '../compile/resolve-fields.ts';
import { createFindings, type DefinitionFindings } from '../problem.ts';
import { SYSTEM_DEFINITIONS } from '../system/system-definitions.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { CheckContext, Report } from './check-context.ts';
import { checkRollUpFilters } from './check-calculation.ts';
import { checkLayout } from './check-layout.ts';
import { checkFinders, checkListViews, checkModuleRowRules } from './check-finders.ts';
import { checkHomeLists, checkWorkItems } from './check-work.ts';
import { checkMenu, checkRole, checkRowRules } from './check-role-and-menu.ts';
import { checkModule } from './check-module.ts';
import { checkRequiredCycles } from './check-required-cycles.ts';
import { checkSetting } from './check-setting.ts';
import { checkSystemDefinitions } from './check-system-definitions.ts';
import { checkWorkflows } from './check-workflows.ts';

/** Returns the file of an artifact, by 'kind/id'. */
export type FindOrigin = (key: string) => string | undefined;

/** What the checks use in addition to the definitions. */
interface CheckOptions {
  /** Compiled modules: those that are unchanged since then are not compiled again. */
  readonly before?: ReadonlyMap<string, CompiledModule> | undefined;
  /** Names of the permissions that plugins declare. */
  readonly permissions?: ReadonlySet<string>;
  /** Ids of the layouts that customizations changed; default: none. */
  readonly customizedLayouts?: ReadonlySet<string>;
  /** Ids of the modules of the last good definitions, if the base changed since. */
  readonly earlierModules?: ReadonlySet<string> | undefined;
  /** The settings without customizations, by id: a customized value that breaks its schema is replaced by theirs. */
  readonly baseSettings?: DefinitionSet['setting'] | undefined;
}

/** The lists of findings of all kinds but workflows. */
type FindingList = Exclude<keyof DefinitionFindings, 'workflows'>;

/** All problems between definitions that are valid under their schemas: names, duplicates, and references. Checks in slices. */
export async function checkDefinitions(
  set: DefinitionSet,
  origin: FindOrigin,
  { before, permissions = new Set(), earlierModules, baseSettings, customizedLayouts = new Set() }: CheckOptions = {},
): Promise<DefinitionFindings> {
  const findings = createFindings();
  const locate = (kind: string, definition: AnyDefinition): { file: string; base: string } => {
    const [file = '', base = ''] = (origin(`${kind}/${definition.id}`) ?? nameArtifact(kind as never, definition)).split('#');
    return { file, base };
  };
  const reporter = (kind: string, definition: AnyDefinition, into: FindingList = 'problems'): Report => {
    const { file, base } = locate(kind, definition);
    return (path, cause) => findings[into].push({ file, path: base + path, cause });
  };
  checkNames(set, reporter);
  checkSystemDefinitions(set, reporter);
  const context = {
    ...createCheckContext(set, findings, permissions),
    earlierModules: earlierModules ?? new Set([...(before?.values() ?? [])].map(({ id }) => id)),
    systemModules: SYSTEM_MODULES,
  };
  for (const definition of set.module.values()) {
    checkModule(definition, context, reporter('module', definition), reporter('module', definition, 'warnings'));
    await yieldToEventLoop();
  }
  checkRequiredCycles(context.modules, ({ definition }) => reporter('module', definition, 'warnings'));
  for (const definition of set.layout.values()) {
    const outdated = reporter('layout', definition, customizedLayouts.has(definition.id) ? 'outdated' : 'problems');
    checkLayout(definition, context, {
      report: reporter('layout', definition),
      warn: reporter('layout', definition, 'warnings'),
      outdated,
    });
    await yieldToEventLoop();
  }
  for (const definition of set.dropdown.values()) checkDropdown(definition, reporter('dropdown', definition));
  for (const definition of set.role.values()) checkRole(definition, context, reporter('role', definition, 'warnings'));
  for (const definition of set.setting.values())
    checkSetting(definition, baseSettings?.get(definition.id), {
      problem: reporter('setting', definition),
      replaced: reporter('setting', definition, 'replaced'),
    });
  for (const definition of set.menu.values())
    checkMenu(definition, context, reporter('menu', definition), reporter('menu', definition, 'warnings'));
  // Filters are checked on compiled modules, and only valid definitions can be compiled.
  if (findings.problems.length === 0) await checkFilters(context, reporter, before);
  if (findings.problems.length === 0 && set.workflow.size > 0) {
    const compiled = await compileModules({ set, resolved: context.modules, version: 0 }, before);
    findings.workflows.push(...checkWorkflows({ ...context, compiled, origin }));
  }
  return findings;
}

async function checkFilters(
  { set, modules, dropdowns }: CheckContext,
  reporter: (kind: string, definition: AnyDefinition, into?: FindingList) => Report,
  before: ReadonlyMap<string, CompiledModule> | undefined,
): Promise<void> {
  const isChecked = ({ fields, finders = [], homeLists = [], listViews, defaultListView, workItems, rowRules }: ModuleDefinition) =>
    finders.length > 0 ||
    homeLists.length > 0 ||
    (listViews ?? defaultListView ?? workItems ?? rowRules) !== undefined ||
    fields.some(({ rollUp }) => rollUp?.filter !== undefined);
  const ruled = [...set.role.values()].filter((role) => listRowRules(role).length > 0);
  if (ruled.length === 0 && ![...modules.values()].some(({ definition }) => isChecked(definition))) return;
  const compiled = await compileModules({ set, resolved: modules, version: 0 }, before);
  const catalog = { version: 0, modules: compiled, dropdowns };
  for (const module of compiled.values()) {
    const report = reporter('module', module.definition);
    checkFinders(module, catalog, report);
    checkWorkItems(module, catalog, report);
    checkListViews(module, catalog, report);
    checkModuleRowRules(module, catalog, reporter('module', module.definition, 'warnings'));
    checkHomeLists(module, catalog, report);
    checkRollUpFilters(module, catalog, report);
    await yieldToEventLoop();
  }
  for (const role of ruled) checkRowRules(role, catalog, reporter('role', role, 'warnings'));
}

const SYSTEM_MODULES: ReadonlySet<string> = new Set(
  SYSTEM_DEFINITIONS.filter(({ kind }) => kind === 'module').map(({ definition }) => (definition as ModuleDefinition).id),
);

function createCheckContext(
  set: DefinitionSet,
  findings: DefinitionFindings,
  permissions: ReadonlySet<string>,
): Omit<CheckContext, 'earlierModules' | 'systemModules'> {
  const dropdowns = new Map([...set.dropdown.values()].map((dropdown) => [dropdown.name, dropdown]));
  const modules = resolveModules(set);
  return {
    set,
    findings,
    permissions,
    dropdowns,
    modules,
    flexFields: listFlexFields(modules.values()),
    calculations: listCalculations(modules.values()),
    knownModules: new Set([...set.module.values()].map((module) => module.name)),
  };
}

/** Artifacts of a kind have unique names; module names must differ by more than case, because paths are case-insensitive. */
function checkNames(set: DefinitionSet, reporter: (kind: string, definition: AnyDefinition) => Report): void {
  const seen = new Map<string, AnyDefinition>();
  for (const { kind, definition } of eachDefinition(set)) {
    if (kind === 'workflow' || (kind === 'module' && 'deleted' in definition && definition.deleted === true)) continue;
    const name = nameArtifact(kind, definition);
    const key = kind === 'module' ? name.toLowerCase() : name;
    const earlier = seen.get(key);
    if (earlier)
      reporter(kind, definition)(
        kind === 'layout' ? '/view' : kind === 'setting' ? '/key' : '/name',
        `There is another ${name} (id ${earlier.id}).`,
      );
    seen.set(key, definition);
  }
}

function checkDropdown(dropdown: DropdownDefinition, report: Report): void {
  const values = new Set<string>();
  dropdown.options.forEach(({ value }, index) => {
    if (values.has(value)) report(`/options/${index}/value`, `The value ${value} is there twice.`);
    values.add(value);
  });
}

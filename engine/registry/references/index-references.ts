import { listCalculationInputs, type CalculatingModule } from '#engine/model/calculations';
import { listConditionFields } from '#engine/model/conditions';
import { visitFilterFields } from '#engine/model/filter';
import { readNameTemplate } from '#engine/model/keys';
import { listNestedColumns, type CompiledField, type CompiledModule } from '#engine/model/compiled';
import { isCalculated } from '#engine/model/definitions';
import type { LayoutDefinition, MenuDefinition, RoleDefinition } from '#engine/model/definitions';
import { nameArtifact, type DefinitionSet } from '../base/definition-set.ts';
import type { PluginDefinitions } from '../base/load-base.ts';
import { listRowRules } from '../base/row-rules.ts';
import type { DefinitionReference } from '../contract.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { listWorkflowUses } from './list-workflow-uses.ts';

/** References by target, such as 'module/tickets', 'field/tickets.name', 'dropdown/ticket_state', 'role/Clerk'. */
export type ReferenceIndex = ReadonlyMap<string, readonly DefinitionReference[]>;

type Add = (target: string, from: string, path: string) => void;

/** Builds the reference index of a definition set, in slices. */
export async function indexReferences(
  set: DefinitionSet,
  modules: ReadonlyMap<string, CompiledModule>,
  plugins: readonly PluginDefinitions[],
): Promise<ReferenceIndex> {
  const index = new Map<string, DefinitionReference[]>();
  const add: Add = (target, from, path) => {
    const list = index.get(target);
    if (list) list.push({ from, path });
    else index.set(target, [{ from, path }]);
  };
  for (const module of modules.values()) {
    addModule(module, add);
    await yieldToEventLoop();
  }
  for (const layout of set.layout.values()) {
    addLayout(layout, modules.get(layout.ssModule), add);
    await yieldToEventLoop();
  }
  for (const role of set.role.values()) addRole(role, modules, add);
  for (const menu of set.menu.values()) addMenu(menu, add);
  addWorkflows(set, modules, add);
  for (const plugin of plugins) addPlugin(plugin, add);
  return index;
}

function addModule(module: CompiledModule, add: Add): void {
  const from = `module/${module.name}`;
  for (const field of module.fields.values()) {
    const path = `/fields/${field.name}`;
    if (field.definition.dropdown !== undefined) add(`dropdown/${field.definition.dropdown}`, from, `${path}/dropdown`);
    if (field.definition.defaultSetting !== undefined) add(`setting/${field.definition.defaultSetting}`, from, `${path}/defaultSetting`);
    for (const ref of field.refs) if (ref !== module.name && !field.system) add(`module/${ref}`, from, `${path}/ref`);
    addNamedModules(module.name, field, path, add);
    for (const {
      path: name,
      column: { dropdown, refs },
    } of listNestedColumns(field)) {
      const column = `${path}/entry/${name}`;
      if (dropdown !== undefined) add(`dropdown/${dropdown.name}`, from, `${column}/dropdown`);
      for (const ref of refs) if (ref !== module.name) add(`module/${ref}`, from, `${column}/ref`);
    }
    if (field.definition.parentField !== undefined)
      add(`field/${module.name}.${field.definition.parentField}`, from, `${path}/parentField`);
    if (field.definition.optionsBy !== undefined)
      add(`field/${module.name}.${field.definition.optionsBy.field}`, from, `${path}/optionsBy`);
    addRules(module, field, path, add);
    if (isCalculated(field.definition)) addCalculation(module, field, path, add);
    for (const name of Object.values(field.definition.zipAutofill ?? {})) add(`field/${module.name}.${name}`, from, `${path}/zipFills`);
  }
  module.definition.validations?.forEach(({ condition, fields = [] }, index) => {
    for (const name of new Set([...listConditionFields(condition), ...fields]))
      add(`field/${module.name}.${name}`, from, `/validations/${index}`);
  });
  if (module.definition.fieldForName !== undefined) add(`field/${module.name}.${module.definition.fieldForName}`, from, '/fieldForName');
  if (module.definition.upsertField !== undefined) add(`field/${module.name}.${module.definition.upsertField}`, from, '/upsertField');
  module.definition.narrowedBy?.forEach((name, index) => add(`field/${module.name}.${name}`, from, `/narrowedBy/${index}`));
  for (const name of readNameTemplate(module.definition.name_template ?? '').fields)
    add(`field/${module.name}.${name}`, from, '/name_template');
  if (module.definition.defaultSort) add(`field/${module.name}.${headOf(module.definition.defaultSort.sortField)}`, from, '/defaultSort');
  for (const property of ['indexes', 'withoutIndexes'] as const)
    module.definition[property]?.forEach((names, index) => {
      for (const name of names) add(`field/${module.name}.${headOf(name)}`, from, `/${property}/${index}`);
    });
  module.definition.finders?.forEach(({ terms, sort, nextNumberOf, relation: name }, index) => {
    const path = `/finders/${index}`;
    const relation = module.relations.get(name ?? '');
    for (const other of relation?.modules ?? []) add(`field/${other}.${relation?.fieldName ?? ''}`, from, path);
    addFilterFields(terms, `field/${module.name}.`, from, path, add);
    for (const name of [sort?.sortField, nextNumberOf]) if (name !== undefined) add(`field/${module.name}.${headOf(name)}`, from, path);
  });
  module.definition.duplicates?.rules.forEach(({ fields }, index) => {
    for (const name of fields) add(`field/${module.name}.${name}`, from, `/duplicates/rules/${index}`);
  });
  const { boardBy, calendarBy, recurrence } = module.definition;
  if (boardBy !== undefined) add(`field/${module.name}.${boardBy}`, from, '/boardBy');
  for (const name of [calendarBy?.field, calendarBy?.end, calendarBy?.color])
    if (name !== undefined) add(`field/${module.name}.${name}`, from, '/calendarBy');
  for (const name of Object.values(recurrence ?? {})) add(`field/${module.name}.${name}`, from, '/recurrence');
  addWork(module, add);
  module.definition.listViews?.forEach(({ filter, sort }, index) => {
    addFilterFields(filter, `field/${module.name}.`, from, `/listViews/${index}/filter`, add);
    if (sort !== undefined) add(`field/${module.name}.${headOf(sort.sortField)}`, from, `/listViews/${index}/sort`);
  });
  for (const rule of Object.entries(module.rowRules)) addFilterFields(rule[1], `field/${module.name}.`, from, `/rowRules/${rule[0]}`, add);
}

/** The fields of the record with the module whose fields a value names, has properties for, or filters. */
function addNamedModules(module: string, { definition }: CompiledField, path: string, add: Add): void {
  const from = `module/${module}`;
  for (const property of ['fieldsOf', 'propertiesOf', 'filterOf'] as const) {
    const named = definition[property];
    if (named !== undefined) add(`field/${module}.${named}`, from, `${path}/${property}`);
  }
  for (const { fieldName, fieldsOf } of definition.entry?.columns ?? [])
    if (fieldsOf !== undefined) add(`field/${module}.${fieldsOf}`, from, `${path}/entry/${fieldName}/fieldsOf`);
}

/** The fields that the work items and the lists on the first page use. */
function addWork({ name: module, definition }: CompiledModule, add: Add): void {
  const from = `module/${module}`;
  const addNames = (path: string, names: readonly (string | undefined)[]): void => {
    for (const name of names) if (name !== undefined) add(`field/${module}.${headOf(name)}`, from, path);
  };
  const { workItems, homeLists = [] } = definition;
  for (const part of ['assignee', 'due', 'about', 'note', 'file'] as const) addNames(`/workItems/${part}`, [workItems?.[part]]);
  for (const part of ['open', 'waiting', 'counted'] as const)
    addFilterFields(workItems?.[part], `field/${module}.`, from, `/workItems/${part}`, add);
  addNames('/workItems/done', Object.keys(workItems?.done ?? {}));
  homeLists.forEach(({ filter, date, about, details = [], action, choices = [], done = {} }, index) => {
    const path = `/homeLists/${index}`;
    addFilterFields(filter, `field/${module}.`, from, path, add);
    const values = [...choices.map(({ set }) => set), done].flatMap((one) => Object.keys(one));
    addNames(path, [...new Set([date, about, ...details, action, ...values])]);
  });
}

/** The fields that the conditions, rules and transition requirements of a field name. */
function addRules(module: CompiledModule, { definition }: CompiledField, path: string, add: Add): void {
  const addNames = (names: readonly string[], property: string): void => {
    for (const name of new Set(names)) add(`field/${module.name}.${name}`, `module/${module.name}`, `${path}/${property}`);
  };
  for (const property of ['visibleWhen', 'requiredWhen', 'readOnlyWhen', 'openWhen', 'defaultFormula'] as const)
    addNames(listConditionFields(definition[property]), property);
  definition.validations?.forEach(({ condition }, index) => addNames(listConditionFields(condition), `validations/${index}`));
  definition.transitionRequirements?.forEach(({ requires, when }, index) =>
    addNames([...requires, ...listConditionFields(when)], `transitionRequirements/${index}`),
  );
}

/** The fields that a formula or roll-up reads, and their modules. */
function addCalculation(module: CompiledModule, { definition }: CompiledField, path: string, add: Add): void {
  const own: CalculatingModule = {
    name: module.name,
    field: (name) => module.fields.get(name)?.definition,
    relationships: module.definition.relationships ?? [],
  };
  const from = `module/${module.name}`;
  const inputs = new Map(listCalculationInputs(definition, own).map((input) => [`${input.module}.${input.field}`, input]));
  for (const [target, input] of inputs) {
    add(`field/${target}`, from, `${path}/${input.path}`);
    if (input.module !== module.name) add(`module/${input.module}`, from, `${path}/${input.path}`);
  }
}

/** Names of fields in a filter, at any depth; filters under `related` belong to another module and are omitted. */
function addFilterFields(filter: unknown, prefix: string, from: string, path: string, add: Add): void {
  if (typeof filter !== 'object' || filter === null) return;
  for (const [name, operand] of Object.entries(filter)) {
    if (name === 'and' || name === 'or') for (const part of operand as readonly unknown[]) addFilterFields(part, prefix, from, path, add);
    else if (name === 'not') addFilterFields(operand, prefix, from, path, add);
    else if (name !== '_id') add(`${prefix}${headOf(name)}`, from, path);
  }
}

function addLayout(layout: LayoutDefinition, module: CompiledModule | undefined, add: Add): void {
  const from = nameArtifact('layout', layout);
  add(`module/${layout.ssModule}`, from, '/ssModule');
  if (layout.role !== undefined) add(`role/${layout.role}`, from, '/role');
  if (layout.defaultSort) add(`field/${layout.ssModule}.${headOf(layout.defaultSort.sortField)}`, from, '/defaultSort');
  for (const section of layout.sections) {
    for (const field of section.fields)
      add(`field/${layout.ssModule}.${headOf(field.fieldName)}`, from, `/sections/${section.id}/${field.fieldName}`);
  }
  for (const name of layout.relatedLists ?? []) {
    const relation = module?.relations.get(name);
    for (const other of relation?.modules ?? []) add(`field/${other}.${relation?.fieldName ?? name}`, from, '/relatedLists');
  }
}

function addRole(role: RoleDefinition, modules: ReadonlyMap<string, CompiledModule>, add: Add): void {
  const from = `role/${role.name}`;
  for (const module of Object.keys(role.module_access)) add(`module/${module}`, from, `/module_access/${module}`);
  for (const [module, fields] of Object.entries(role.field_access ?? {})) {
    for (const field of Object.keys(fields)) add(`field/${module}.${field}`, from, `/field_access/${module}/${field}`);
  }
  for (const { module: name, path, filter } of listRowRules(role)) {
    const module = modules.get(name);
    if (module !== undefined)
      visitFilterFields(filter, module, { modules }, (owner, field) => {
        if (field !== '_id') add(`field/${owner.name}.${headOf(field)}`, from, path);
      });
  }
  for (const module of role.sensitive_access ?? []) add(`module/${module}`, from, '/sensitive_access');
}

function addMenu(menu: MenuDefinition, add: Add): void {
  for (const group of menu.groups) {
    for (const item of group.items)
      if (item.module !== undefined) add(`module/${item.module}`, `menu/${menu.name}`, `/groups/${group.id}/${item.id}`);
  }
}

/** Broken workflows are not in the set if they have no readable form. */
function addWorkflows({ workflow, role }: DefinitionSet, modules: ReadonlyMap<string, CompiledModule>, add: Add): void {
  const namesOf = (list: ReadonlyMap<string, { readonly name: string }>) => new Map([...list].map(([id, { name }]) => [id, name]));
  const known = { modules, roles: namesOf(role), workflows: namesOf(workflow) };
  for (const one of workflow.values())
    for (const { target, path } of listWorkflowUses(one, known)) add(target, `workflow/${one.name}`, path);
}

function addPlugin(plugin: PluginDefinitions, add: Add): void {
  for (const kind of ['reads', 'writes'] as const) {
    for (const name of plugin[kind] ?? []) {
      const dot = name.indexOf('.');
      const module = dot < 0 ? name : name.slice(0, dot);
      add(`module/${module}`, `plugin/${plugin.plugin}`, `/${kind}`);
      if (dot > 0 && !name.endsWith('.*')) add(`field/${module}.${name.slice(dot + 1)}`, `plugin/${plugin.plugin}`, `/${kind}`);
    }
  }
}

function headOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

import type { CompiledField, CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { parseFilter } from '#engine/model/filter';
import type { ResolvedModule } from '../../compile/resolve-fields.ts';
import type { Report } from '../check-context.ts';
import { makeContext } from '../check-finders.ts';
import { suggestName } from '../suggest-name.ts';

/** The check of one workflow, or of its steps on related records. */
export interface WorkflowCheck {
  readonly workflow: WorkflowDefinition;
  /** The module of the records that the steps run on. */
  readonly module: CompiledModule;
  readonly catalog: ModuleCatalog;
  /** The modules as conditions are checked against them. */
  readonly resolved: ReadonlyMap<string, ResolvedModule>;
  /** The workflows that are valid under their schema, by id. */
  readonly workflows: ReadonlyMap<string, WorkflowDefinition>;
  /** Names of the roles by id. */
  readonly roles: ReadonlyMap<string, string>;
  readonly report: Report;
}

/** The field of a module; reports one that does not exist. */
export function findField(module: CompiledModule, name: string, path: string, { report }: WorkflowCheck): CompiledField | undefined {
  const field = module.fields.get(name);
  if (field === undefined) report(path, `There is no field ${name} in ${module.name}.${suggestName(name, module.fields.keys())}`);
  return field;
}

/** The field whose value a step reads: it must be neither internal nor sensitive, because the value would be revealed. */
export function findReadField(module: CompiledModule, name: string, path: string, check: WorkflowCheck): CompiledField | undefined {
  const field = findField(module, name, path, check);
  if (field?.definition.sensitive === true) check.report(path, `${name} is sensitive: the workflow would reveal its value.`);
  if (field?.definition.internal === true) check.report(path, `${name} is internal: workflows cannot use it.`);
  return field;
}

/** What a path leads to; `_id` has no field. */
export interface PathTarget {
  readonly module: CompiledModule;
  readonly field: CompiledField | undefined;
}

/** The field of a path, 'name' or 'account.name'; undefined after a report: there is none. */
export function findPath(written: string, path: string, check: WorkflowCheck): PathTarget | undefined {
  const [head = '', inner] = written.split('.');
  if (inner === undefined) {
    const field = findReadField(check.module, head, path, check);
    return field && { module: check.module, field };
  }
  const other = findRelated(head, path, check);
  if (other === undefined) return undefined;
  const relation = check.module.relations.get(head);
  if (relation?.direction === 'reverse' || relation?.many === true) {
    check.report(path, `${head} leads to several records: use one that leads to one record.`);
    return undefined;
  }
  if (inner === '_id') return { module: other, field: undefined };
  const field = findReadField(other, inner, path, check);
  return field && { module: other, field };
}

/** The module that a relation leads to; undefined after a report: there is none, or more than one. */
export function findRelated(name: string, path: string, { module, catalog, report }: WorkflowCheck): CompiledModule | undefined {
  const relation = module.relations.get(name);
  if (relation === undefined) {
    report(path, `There is no relation ${name} of ${module.name}.${suggestName(name, module.relations.keys())}`);
    return undefined;
  }
  const others = relation.modules.filter((other) => catalog.modules.has(other));
  if (others.length !== 1) report(path, `${name} does not lead to records of one module.`);
  return others.length === 1 ? catalog.modules.get(others[0] ?? '') : undefined;
}

/** Reports what a filter on a module names and does not exist. */
export function checkWorkflowFilter(filter: unknown, module: CompiledModule, path: string, { catalog, report }: WorkflowCheck): void {
  if (filter === undefined) return;
  const parsed = parseFilter(filter, makeContext(module, catalog));
  if (parsed.ok) return;
  const { choices } = parsed;
  const suggestion = choices === undefined ? '' : suggestName(choices.name, choices.names);
  report([path, ...(parsed.path === '' ? [] : parsed.path.split('.'))].join('/'), `${parsed.reason} (${parsed.path}).${suggestion}`);
}

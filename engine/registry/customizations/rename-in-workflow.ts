import type { ModuleDefinition, WorkflowDefinition } from '#engine/model/definitions';
import { renameTextVariables } from '#engine/model/workflows';

/** Current names of fields. */
export interface WorkflowNames {
  /** The modules by name: a path such as 'account.name' names a field of the module that `account` relates to. */
  readonly modules: ReadonlyMap<string, ModuleDefinition>;
  readonly nameOf: (module: string, field: string) => string;
}

type Json = { readonly [name: string]: unknown };

/** The workflow with the current names of fields. What has another form than a workflow is returned as it is. */
export function renameInWorkflow(workflow: WorkflowDefinition, names: WorkflowNames): WorkflowDefinition {
  return renameObject(workflow, workflow.module, names) as unknown as WorkflowDefinition;
}

/** Texts with variables. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'subject', 'message']);
/** Paths of fields, such as 'due' or 'account.name'. */
const PATHS: ReadonlySet<string> = new Set(['until', 'dateField']);
/** Values that name nothing. */
const CONSTANTS: ReadonlySet<string> = new Set(['value', 'from', 'to', 'input']);
const RULES: ReadonlySet<string> = new Set(['rule', 'condition']);

/** Renames in a part of a workflow whose fields are those of `module`. */
function renameObject(part: Json, module: string, names: WorkflowNames): Json {
  const relation = typeof part['relation'] === 'string' ? part['relation'] : undefined;
  const other = relation === undefined ? undefined : findRelated(relation, module, names);
  const written = part['type'] === 'create-record' && typeof part['module'] === 'string' ? part['module'] : other;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (CONSTANTS.has(name)) return [name, value];
      if (name === 'body') return [name, renameBody(value, module, names)];
      if (name === 'values') return [name, renameValues(value, written ?? module, module, names)];
      if (name === 'link' && written !== undefined) return [name, renamePath(value, written, names)];
      if (name === 'filter') return [name, renameFilter(value, other ?? module, names)];
      if (name === 'relation') return [name, renamePath(value, module, names)];
      // The field of a condition on a relation is one of the other module; that of a value or recipient is a path.
      if (name === 'field') return [name, renamePath(value, other ?? module, names)];
      if (PATHS.has(name)) return [name, renamePath(value, module, names)];
      if (TEXTS.has(name)) return [name, renameText(value, module, names)];
      if (RULES.has(name)) return [name, renameRule(value, module, names)];
      const inner = name === 'steps' ? (other ?? module) : module;
      return [name, renameAny(value, inner, names)];
    }),
  );
}

function renameAny(value: unknown, module: string, names: WorkflowNames): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map((one) => renameAny(one, module, names));
  return isJson(value) ? renameObject(value, module, names) : value;
}

/** Values by the names of fields of the written module; what they copy is read from `module`. */
function renameValues(values: unknown, written: string, module: string, names: WorkflowNames): unknown {
  if (!isJson(values)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [names.nameOf(written, name), renameValue(value, module, names)]),
  );
}

function renameBody(body: unknown, module: string, names: WorkflowNames): unknown {
  if (!isJson(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, renameValue(value, module, names)]));
}

/** A constant may be an object with any properties: only those of other values name fields. */
function renameValue(value: unknown, module: string, names: WorkflowNames): unknown {
  return isJson(value) && !('value' in value) ? renameObject(value, module, names) : value;
}

function renamePath(written: unknown, module: string, names: WorkflowNames): unknown {
  if (typeof written !== 'string') return written;
  const [head = '', inner] = written.split('.');
  const own = names.nameOf(module, head);
  if (inner === undefined) return own;
  const other = findRelated(head, module, names) ?? findRelated(own, module, names);
  return `${own}.${other === undefined ? inner : names.nameOf(other, inner)}`;
}

function renameText(text: unknown, module: string, names: WorkflowNames): unknown {
  return typeof text === 'string' ? renameTextVariables(text, (name) => String(renamePath(name, module, names))) : text;
}

/** A rule names fields as 'record.<field>' and 'old.<field>' in its variables. */
function renameRule(rule: unknown, module: string, names: WorkflowNames): unknown {
  if (Array.isArray(rule)) return (rule as readonly unknown[]).map((one) => renameRule(one, module, names));
  if (typeof rule === 'string') {
    const [source, field, ...rest] = rule.split('.');
    const isField = (source === 'record' || source === 'old') && field !== undefined;
    return isField ? [source, names.nameOf(module, field), ...rest].join('.') : rule;
  }
  if (!isJson(rule)) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([operator, operands]) => [
      operator,
      isNaming(operator) ? renameRule(operands, module, names) : renameOperands(operands, module, names),
    ]),
  );
}

function isNaming(operator: string): boolean {
  return operator === 'var' || operator === 'missing' || operator === 'missing_some';
}

/** Texts beside variables are compared values: they stay. */
function renameOperands(operands: unknown, module: string, names: WorkflowNames): unknown {
  if (Array.isArray(operands)) return (operands as readonly unknown[]).map((one) => renameOperands(one, module, names));
  return isJson(operands) ? renameRule(operands, module, names) : operands;
}

function renameFilter(filter: unknown, module: string, names: WorkflowNames): unknown {
  if (Array.isArray(filter)) return (filter as readonly unknown[]).map((one) => renameFilter(one, module, names));
  if (!isJson(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      if (name === 'and' || name === 'or' || name === 'not') return [name, renameFilter(value, module, names)];
      const other = isJson(value) && isJson(value['related']) ? findRelated(name, module, names) : undefined;
      const renamed = other === undefined || !isJson(value) ? value : { ...value, related: renameFilter(value['related'], other, names) };
      return [String(renamePath(name, module, names)), renamed];
    }),
  );
}

/** The module that a relation of the module leads to: by a relate field, or by the relationship at either end. */
function findRelated(name: string, module: string, { modules, nameOf }: WorkflowNames): string | undefined {
  const own = modules.get(module);
  const field = own?.fields.find(({ fieldName }) => fieldName === name || fieldName === nameOf(module, name));
  const target = field?.ref === undefined ? undefined : [field.ref].flat()[0];
  if (target !== undefined) return target;
  const reverse = own?.relationships?.find((one) => (one.reverseName ?? one.name) === name);
  if (reverse !== undefined) return reverse.related_module.name;
  const relationships = [...modules.values()].flatMap((one) => one.relationships ?? []);
  return relationships.find((one) => one.related_module.name === module && one.name === name)?.primary_module.name;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

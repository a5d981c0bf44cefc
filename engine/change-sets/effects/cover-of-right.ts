import type { Rights } from '../../access/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { allOf, MATCH_ALL, MATCH_NONE, type FilterNode } from '#engine/model/filter';
import { toStoredFilter } from '../stored-keys.ts';

/** A right as plans name it. */
export interface NamedRight {
  /** 'view', 'create', 'read', 'write'. */
  readonly name: string;
  /** Name of a field; undefined: a right on the module. */
  readonly field: string | undefined;
  /** Stable id of that field. */
  readonly fieldId: string | undefined;
}

/** Rights whose level says for which records they are. */
const ON_RECORDS: ReadonlySet<string> = new Set(['access', 'view', 'edit', 'delete', 'sensitive', 'read', 'write']);

export function isOnRecords({ name }: NamedRight): boolean {
  return ON_RECORDS.has(name);
}

/** The level of a right: 'All', 'Owner', 'true', 'none'. */
export function levelOfRight(rights: Rights, module: CompiledModule | undefined, right: NamedRight): string {
  if (right.field !== undefined) return fieldLevel(rights, module, right);
  if (module === undefined) return 'None';
  const level = Object.entries(rights.module(module.name)).find(([name]) => name === right.name)?.[1] as string | boolean | undefined;
  return String(level ?? 'None');
}

function fieldLevel(rights: Rights, module: CompiledModule | undefined, { name, fieldId }: NamedRight): string {
  const field = fieldId === undefined ? undefined : module?.fieldsById.get(fieldId);
  if (module === undefined || field === undefined || !rights.module(module.name).access) return 'none';
  const { read, write } = rights.field(module.name, field.name);
  return name === 'write' ? write : read;
}

/** The records that a right covers, over the keys that are stored now. */
export function coverOfRight(rights: Rights, module: CompiledModule, right: NamedRight, current: DefinitionSnapshot): FilterNode {
  return toStoredFilter(findCover(rights, module, right), module.storage.name, current);
}

function findCover(rights: Rights, module: CompiledModule, right: NamedRight): FilterNode {
  if (!rights.module(module.name).access) return MATCH_NONE;
  const visible = rights.visibilityFilter(module) ?? MATCH_ALL;
  if (right.field !== undefined) {
    const base = right.name === 'write' ? changeable(rights, module, 'edit', visible) : visible;
    return limit(rights, module, base, levelOfRight(rights, module, right));
  }
  if (right.name === 'edit' || right.name === 'delete') return changeable(rights, module, right.name, visible);
  if (right.name === 'sensitive') return rights.module(module.name).sensitive ? visible : MATCH_NONE;
  return visible;
}

function changeable(rights: Rights, module: CompiledModule, right: 'edit' | 'delete', visible: FilterNode): FilterNode {
  const level = rights.module(module.name)[right];
  if (level === 'Rule') return allOf([visible, rights.ruleOf(module, right).node ?? MATCH_ALL]);
  return limit(rights, module, visible, level);
}

function limit({ userId }: Rights, module: CompiledModule, node: FilterNode, level: string): FilterNode {
  if (level === 'All' || level === 'all') return node;
  const key = module.fields.get('assigned_to')?.keys[0];
  const isOwn = level === 'Owner' || level === 'owner';
  return isOwn && key !== undefined && userId !== undefined ? allOf([node, { kind: 'equals', key, values: [userId] }]) : MATCH_NONE;
}

import {
  appOfLayout,
  DEFINITION_KINDS,
  type DefinitionKind,
  type DefinitionsByKind,
  type LayoutDefinition,
} from '#engine/model/definitions';

/** A definition of any kind. */
export type AnyDefinition = DefinitionsByKind[DefinitionKind];

/** Definitions by kind and stable id. */
export type DefinitionSet = { readonly [Kind in DefinitionKind]: ReadonlyMap<string, DefinitionsByKind[Kind]> };

/** The same, mutable while it is being built. */
export type DefinitionSetDraft = { readonly [Kind in DefinitionKind]: Map<string, DefinitionsByKind[Kind]> };

/** A definition as it was read, not yet checked. */
export interface DefinitionSource {
  readonly kind: DefinitionKind;
  readonly definition: unknown;
  /** The file, or 'plugin/<name>' for a definition in a plugin's code. */
  readonly file: string;
  /** Its position in the file: '' for the whole file, '/layouts/2' for one of several. */
  readonly path: string;
}

/** A definition set and the origin of each artifact, by 'kind/id'. */
export interface BaseDefinitions {
  readonly set: DefinitionSet;
  readonly origins: ReadonlyMap<string, string>;
}

/** The plugin whose file or code an origin is: 'plugins/<name>/definitions/…' or 'plugin/<name>'. */
export function pluginOf(origin: string): string | undefined {
  return /^(?:plugin|plugins)\/([^/#]+)/.exec(origin)?.[1];
}

/** A set without definitions. */
export function createDefinitionSet(): DefinitionSetDraft {
  return {
    module: new Map(),
    layout: new Map(),
    dropdown: new Map(),
    role: new Map(),
    setting: new Map(),
    menu: new Map(),
    workflow: new Map(),
  };
}

/** A copy with mutable maps; the definitions in it are shared. */
export function copyDefinitionSet(set: DefinitionSet): DefinitionSetDraft {
  const copy = createDefinitionSet();
  for (const kind of DEFINITION_KINDS) for (const [id, definition] of set[kind]) putDefinition(copy, kind, id, definition);
  return copy;
}

/** Adds a definition whose kind is known at run time. */
export function putDefinition(set: DefinitionSetDraft, kind: DefinitionKind, id: string, definition: AnyDefinition): void {
  (set[kind] as Map<string, AnyDefinition>).set(id, definition);
}

/** All definitions of a set with their kinds. */
export function* eachDefinition(set: DefinitionSet): Generator<{ kind: DefinitionKind; id: string; definition: AnyDefinition }> {
  for (const kind of DEFINITION_KINDS) for (const [id, definition] of set[kind]) yield { kind, id, definition };
}

/** 'tickets.grid', 'tickets.grid.Clerk', 'tickets.grid@provider'. */
function nameLayout(layout: LayoutDefinition): string {
  const { ssModule, view, role } = layout;
  const app = appOfLayout(layout);
  return `${ssModule}.${view}${role === undefined ? '' : `.${role}`}${app === 'main' ? '' : `@${app}`}`;
}

/** 'module/tickets', 'layout/tickets.grid', 'setting/time_zone': the name of an artifact in messages and in the reference index. */
export function nameArtifact(kind: DefinitionKind, definition: AnyDefinition): string {
  if ('ssModule' in definition) return `${kind}/${nameLayout(definition)}`;
  if ('setting' in definition) return `${kind}/${definition.key}`;
  return `${kind}/${(definition as { name: string }).name}`;
}

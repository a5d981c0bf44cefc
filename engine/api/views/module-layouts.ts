import type { Rights } from '../../access/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { LAYOUT_VIEWS, type CompiledModule, type LayoutDefinition, type LayoutView } from '#engine/model';

/** Returns the layout of each view for a user with these rights, without the fields that they may never read. */
export function effectiveLayouts(
  snapshot: DefinitionSnapshot,
  module: CompiledModule,
  rights: Rights,
): { readonly [view in LayoutView]?: LayoutDefinition } {
  const roles = rights.roles.map((role) => role.name);
  const layouts: { [view in LayoutView]?: LayoutDefinition } = {};
  for (const view of LAYOUT_VIEWS) {
    const layout = snapshot.layout(module.name, view, roles);
    if (layout !== undefined) layouts[view] = withoutHiddenFields(layout, module, rights);
  }
  return layouts;
}

function withoutHiddenFields(layout: LayoutDefinition, module: CompiledModule, rights: Rights): LayoutDefinition {
  if (rights.unrestricted) return layout;
  const sections = layout.sections.map((section) => ({
    ...section,
    fields: section.fields.filter(({ fieldName }) => canRead(fieldName, module, rights)),
  }));
  return { ...layout, sections };
}

function canRead(path: string, module: CompiledModule, rights: Rights): boolean {
  const [name = path] = path.split('.', 1);
  if (module.fields.has(name)) return rights.field(module.name, name).read !== 'none';
  const relation = module.relations.get(name);
  return relation !== undefined && (relation.modules.length === 0 || relation.modules.some((other) => rights.module(other).access));
}

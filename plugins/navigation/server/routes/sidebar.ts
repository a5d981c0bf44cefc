import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import type { OwnSidebar } from '../../shared/drawn.ts';
import { groupsIn, textIn, type SidebarGroup } from '../../shared/entries.ts';
import { findTemplate } from '../menu/build-menu.ts';
import { findOwnSidebar, readSidebars } from '../menu/read-menu.ts';

const GROUPS = {
  type: 'array',
  maxItems: 40,
  items: {
    type: 'object',
    required: ['label', 'modules'],
    properties: {
      label: { type: 'string', maxLength: 100 },
      modules: { type: 'array', maxItems: 200, items: { type: 'string', minLength: 1, maxLength: 64 } },
    },
  },
};

const SIDEBAR = {
  type: 'object',
  required: ['groups', 'isCollapsed', 'isOwn', 'template'],
  properties: { groups: GROUPS, isCollapsed: { type: 'boolean' }, isOwn: { type: 'boolean' }, template: { type: ['string', 'null'] } },
};

/** Schemas of the endpoints of the caller's sidebar. */
export const READ_SIDEBAR: Pick<PluginRouteDefinition, 'summary' | 'responseSchema'> = {
  summary: 'The sidebar of the caller: their own, or that of a template',
  responseSchema: SIDEBAR,
};
export const SAVE_SIDEBAR: Pick<PluginRouteDefinition, 'summary' | 'responseSchema' | 'bodySchema'> = {
  summary: 'Save the own sidebar of the caller',
  responseSchema: SIDEBAR,
  bodySchema: { type: 'object', required: ['groups'], properties: { groups: GROUPS, isCollapsed: { type: 'boolean' } } },
};
export const RESET_SIDEBAR: Pick<PluginRouteDefinition, 'summary' | 'responseSchema'> = {
  summary: 'Remove the own sidebar of the caller: they have that of a template again',
  responseSchema: SIDEBAR,
};

/** `GET /api/navigation/sidebar`. */
export async function handleReadSidebar({ records, actor, rights }: PluginRouteContext): Promise<PluginRouteResponse> {
  const { person, templates, own } = await readSidebars(records, actor.userId ?? '');
  const template = person && findTemplate(templates, person);
  const mayOpen = (module: string): boolean => rights.module(module).access;
  const groups = groupsIn(own ?? template ?? {}).map(({ label, modules }) => ({ label, modules: modules.filter(mayOpen) }));
  const body: OwnSidebar = {
    groups,
    isCollapsed: own?.['collapsed'] === true,
    isOwn: own !== undefined,
    template: template === undefined ? null : textIn(template, 'name'),
  };
  return { body: { ...body } as unknown as PluginRouteResponse['body'] };
}

/** `PUT /api/navigation/sidebar` `{ groups, isCollapsed }`: saved with the caller's rights on sidebars. */
export async function handleSaveSidebar(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body, batchId } = context;
  const { groups, isCollapsed = false } = body as unknown as { readonly groups: readonly SidebarGroup[]; readonly isCollapsed?: boolean };
  const fields = { items: groups.map(({ label, modules }) => ({ label, modules: [...modules] })), collapsed: isCollapsed };
  const own = await findOwnSidebar(records, actor.userId ?? '');
  const options = { module: 'sidebarMenuInstances', batchId, idempotency: context.idempotencyKeyFor('sidebar') };
  if (own === undefined) {
    const user = actor.userId ?? null;
    await records.create(actor, { ...options, fields: { ...fields, user, assigned_to: user } });
  } else await records.update(actor, { ...options, id: own._id, fields });
  return handleReadSidebar(context);
}

/** `DELETE /api/navigation/sidebar`: with the caller's rights on sidebars. */
export async function handleResetSidebar(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, batchId, refuse } = context;
  const own = await findOwnSidebar(records, actor.userId ?? '');
  if (own !== undefined) {
    const { refused } = await records.markDeleted(actor, { module: 'sidebarMenuInstances', ids: [own._id], batchId });
    if (refused.length > 0) refuse('sidebar_not_removed');
  }
  return handleReadSidebar(context);
}

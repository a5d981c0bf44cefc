import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import type { DrawnNavigation } from '../../shared/drawn.ts';
import { findPerson, readEnabled, type Person } from '../person.ts';
import { drawBuckets, drawBumpouts, drawNotes, drawWidgets, type MayOpen } from './draw-records.ts';

const LIST = { type: 'array', items: { type: 'object' } };

/** Schemas of the endpoint with what a user sees besides the menu. */
export const DRAWN: Pick<PluginRouteDefinition, 'summary' | 'responseSchema'> = {
  summary: 'Notes, sidebar buckets, widgets and bumpouts of the caller; of another user with ?user= (System Admin)',
  responseSchema: {
    type: 'object',
    required: ['notes', 'buckets', 'widgets', 'bumpouts', 'canArrange'],
    properties: { notes: LIST, buckets: LIST, widgets: LIST, bumpouts: LIST, canArrange: { type: 'boolean' } },
  },
};

interface Viewer {
  readonly person: Person;
  readonly mayOpen: MayOpen;
}

/** The caller; or another user, of whom only a System Admin sees what is drawn, for any module: the rights decide when they sign in. */
async function findViewer({ records, actor, rights, query, refuse }: PluginRouteContext): Promise<Viewer> {
  const { user = actor.userId ?? '' } = query;
  const isOther = user !== actor.userId;
  if (isOther && !rights.unrestricted) refuse('admin_only');
  const person = await findPerson(records, user);
  if (person === undefined) return refuse('record_not_found');
  return { person, mayOpen: (module) => module !== '' && (isOther || rights.module(module).access) };
}

/** `GET /api/navigation`: what the caller sees besides the menu. */
export async function handleDrawn(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, rights } = context;
  const { person, mayOpen } = await findViewer(context);
  const [notes, buckets, widgets, bumpouts] = await Promise.all([
    readEnabled(records, 'adminNotes', undefined),
    readEnabled(records, 'buckets', 'active'),
    readEnabled(records, 'musterWidgets', 'active'),
    readEnabled(records, 'bumpouts', 'isEnabled'),
  ]);
  const shown = drawWidgets(widgets, buckets, person, mayOpen);
  const body: DrawnNavigation = {
    notes: drawNotes(notes, person, mayOpen),
    buckets: drawBuckets(buckets, person, mayOpen),
    widgets: shown,
    bumpouts: drawBumpouts(bumpouts, shown, person),
    canArrange: rights.module('sidebarMenuInstances').create,
  };
  return { body: { ...body } as unknown as PluginRouteResponse['body'] };
}

import { definePlugin } from '#engine';
import { checkConditions } from './server/hooks/pre-save.bucket.ts';
import { announceChange, announceSidebar, NAVIGATION_CHANGED } from './server/hooks/post-save.announce.ts';
import { readMenu } from './server/menu/read-menu.ts';
import { DRAWN, handleDrawn } from './server/routes/drawn.ts';
import {
  handleReadSidebar,
  handleResetSidebar,
  handleSaveSidebar,
  READ_SIDEBAR,
  RESET_SIDEBAR,
  SAVE_SIDEBAR,
} from './server/routes/sidebar.ts';

/** Draws the records of navigation: menu entries, sidebars, buckets, bumpouts, widgets and admin notes. */
export const navigationPlugin = definePlugin({
  name: 'navigation',
  version: '1.0.0',
  engine: '^0.1.0',
  menu: { read: readMenu },
  hooks: {
    preSave: [{ module: 'buckets', name: 'conditions', run: checkConditions }],
    postSave: [
      { module: 'menuNavs', name: 'announce', run: announceChange },
      { module: 'sidebarMenuTemplates', name: 'announce', run: announceChange },
      { module: 'sidebarMenuInstances', name: 'announce', run: announceSidebar },
      { module: 'buckets', name: 'announce', run: announceChange },
      { module: 'bumpouts', name: 'announce', run: announceChange },
      { module: 'musterWidgets', name: 'announce', run: announceChange },
      { module: 'adminNotes', name: 'announce', run: announceChange },
    ],
  },
  events: [NAVIGATION_CHANGED],
  routes: [
    { method: 'GET', path: '/api/navigation', handle: handleDrawn, errors: [], ...DRAWN },
    { method: 'GET', path: '/api/navigation/sidebar', handle: handleReadSidebar, errors: [], ...READ_SIDEBAR },
    { method: 'PUT', path: '/api/navigation/sidebar', handle: handleSaveSidebar, errors: [], ...SAVE_SIDEBAR },
    { method: 'DELETE', path: '/api/navigation/sidebar', handle: handleResetSidebar, ...RESET_SIDEBAR },
  ],
  errors: {
    bucket_condition_incomplete: {
      status: 422,
      isPublic: true,
      text: 'A condition is incomplete. Choose a field, a comparison and a value, or remove it.',
    },
    sidebar_not_removed: { status: 403, isPublic: true, text: 'You may not remove your sidebar. Ask an admin to remove it.' },
  },
  reads: [
    'menuNavs.*',
    'sidebarMenuTemplates.*',
    'sidebarMenuInstances.*',
    'buckets.*',
    'bumpouts.*',
    'musterWidgets.*',
    'adminNotes.*',
    'users.client',
    'users.active',
    'users.userType',
    'users.roles',
    'clients.name',
    'clients.active',
  ],
  writes: ['sidebarMenuInstances.items', 'sidebarMenuInstances.collapsed', 'sidebarMenuInstances.user', 'sidebarMenuInstances.assigned_to'],
});

import { createLazySlot, defineUiContribution } from '#ui';
import type { EditorName } from './pages.ts';

const parts = () => import('./screen-parts.tsx');
const part = (name: Exclude<keyof Awaited<ReturnType<typeof parts>>, 'default'>, texts: 'all' | 'home' = 'all') =>
  createLazySlot(async () => (await parts())[name], 'notice', texts);
const pages = () => import('./pages.ts');
const editor = (path: string, title: string, name: EditorName) => ({
  route: `/admin/${path}`,
  title,
  load: async () => (await pages()).loadEditor(name),
});
const notes = part('NotesPart');

/** The plugin's UI contributions: what is drawn around the screens, the pages of a widget and a bucket, the sidebar of a user, and the editors. */
export const navigationUi = defineUiContribution({
  plugin: 'navigation',
  screenParts: [
    { place: 'frame', component: part('FramePart', 'home') },
    { place: 'menu', component: createLazySlot(async () => (await import('./menu-part.tsx')).MenuPart, 'notice', 'home') },
    { place: 'home', component: part('HomePart', 'home') },
    { place: 'list', component: notes },
    { place: 'record', component: notes },
    { place: 'recordSide', component: part('RecordSidePart') },
  ],
  routedPages: [
    editor('menu-nav-editor', 'Menu entries', 'MenuEditor'),
    {
      route: '/admin/sidebar-templates',
      title: 'Sidebar templates',
      load: async () => (await pages()).loadTemplates(),
    },
    editor('sidebar-buckets', 'Sidebar buckets', 'BucketsEditor'),
    editor('bumpout-editor', 'Bumpouts', 'BumpoutsEditor'),
    editor('muster-widget-management', 'Widgets', 'WidgetsEditor'),
    editor('admin-notes', 'Admin notes', 'NotesEditor'),
  ],
  pages: [
    {
      path: 'widget',
      title: 'Widget',
      component: createLazySlot(async () => (await pages()).loadWidget(), 'place'),
    },
    {
      path: 'bucket',
      title: 'Bucket',
      component: createLazySlot(async () => (await pages()).loadBucket(), 'place'),
    },
    {
      path: 'sidebar',
      title: 'Arrange the sidebar',
      component: createLazySlot(async () => (await pages()).loadSidebar(), 'place'),
    },
  ],
});

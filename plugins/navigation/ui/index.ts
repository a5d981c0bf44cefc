import { createLazySlot, defineUiContribution } from '#ui';

const parts = () => import('./screen-parts.tsx');
const part = (name: Exclude<keyof Awaited<ReturnType<typeof parts>>, 'default'>, texts: 'all' | 'home' = 'all') =>
  createLazySlot(async () => (await parts())[name], 'notice', texts);
const editors = () => import('./editor-pages.tsx');
const editor = (path: string, title: string, name: keyof Awaited<ReturnType<typeof editors>>) => ({
  route: `/admin/${path}`,
  title,
  load: async () => (await editors())[name],
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
      load: async () => (await import('./templates-editor.tsx')).TemplatesEditor,
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
      component: createLazySlot(async () => (await import('./widget-page.tsx')).WidgetPage, 'place'),
    },
    {
      path: 'bucket',
      title: 'Bucket',
      component: createLazySlot(async () => (await import('./bucket-page.tsx')).BucketPage, 'place'),
    },
    {
      path: 'sidebar',
      title: 'Arrange the sidebar',
      component: createLazySlot(async () => (await import('./sidebar-page.tsx')).SidebarPage, 'place'),
    },
  ],
});

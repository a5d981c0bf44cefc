import { createLazySlot, defineUiContribution } from '#ui';

const parts = () => import('./screen-parts.tsx');
const editors = () => import('./editor-pages.tsx');
const notes = createLazySlot(async () => (await parts()).NotesPart);

/** The plugin's UI contributions: what is drawn around the screens, the page of a widget, the sidebar of a user, and the editors. */
export const navigationUi = defineUiContribution({
  plugin: 'navigation',
  screenParts: [
    { place: 'frame', component: createLazySlot(async () => (await parts()).FramePart) },
    { place: 'menu', component: createLazySlot(async () => (await import('./menu-part.tsx')).MenuPart) },
    { place: 'home', component: createLazySlot(async () => (await parts()).HomePart) },
    { place: 'list', component: notes },
    { place: 'record', component: notes },
    { place: 'recordSide', component: createLazySlot(async () => (await parts()).RecordSidePart) },
  ],
  routedPages: [
    { route: '/admin/menu-nav-editor', title: 'Menu entries', load: async () => (await editors()).MenuEditor },
    {
      route: '/admin/sidebar-templates',
      title: 'Sidebar templates',
      load: async () => (await import('./templates-editor.tsx')).TemplatesEditor,
    },
    { route: '/admin/sidebar-buckets', title: 'Sidebar buckets', load: async () => (await editors()).BucketsEditor },
    { route: '/admin/bumpout-editor', title: 'Bumpouts', load: async () => (await editors()).BumpoutsEditor },
    { route: '/admin/muster-widget-management', title: 'Widgets', load: async () => (await editors()).WidgetsEditor },
    { route: '/admin/admin-notes', title: 'Admin notes', load: async () => (await editors()).NotesEditor },
  ],
  pages: [
    {
      path: 'widget',
      title: 'Widget',
      component: createLazySlot(async () => (await import('./widget-page.tsx')).WidgetPage, 'place'),
    },
    {
      path: 'sidebar',
      title: 'Arrange the sidebar',
      component: createLazySlot(async () => (await import('./sidebar-page.tsx')).SidebarPage, 'place'),
    },
  ],
});

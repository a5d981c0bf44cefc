// Loads the pages of the plugin: one entry, so that the first page of the product knows only one file.
const editors = () => import('./editor-pages.tsx');

/** Name of an editor. */
export type EditorName = keyof Awaited<ReturnType<typeof editors>>;

export const loadEditor = async (name: EditorName) => (await editors())[name];
export const loadTemplates = async () => (await import('./templates-editor.tsx')).TemplatesEditor;
export const loadWidget = async () => (await import('./widget-page.tsx')).WidgetPage;
export const loadBucket = async () => (await import('./bucket-page.tsx')).BucketPage;
export const loadSidebar = async () => (await import('./sidebar-page.tsx')).SidebarPage;

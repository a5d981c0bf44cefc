import type { ComponentType } from 'react';

/** A page of the studio, loaded when it is opened. */
export interface StudioPage {
  /** Below `/admin/studio`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

/** The pages of the studio. */
export const STUDIO_PAGES: readonly StudioPage[] = [
  { path: 'modules', load: async () => (await import('./modules/modules-page.tsx')).ModulesPage },
  { path: 'modules/new', load: async () => (await import('./modules/new-module-page.tsx')).NewModulePage },
  { path: 'modules/:id/:tab?/:field?', load: async () => (await import('./modules/module-page.tsx')).ModulePage },
  { path: 'relationships', load: async () => (await import('./relationships/relationships-page.tsx')).RelationshipsPage },
  { path: 'dropdowns', load: async () => (await import('./dropdowns/dropdowns-page.tsx')).DropdownsPage },
  { path: 'dropdowns/:id', load: async () => (await import('./dropdowns/dropdown-page.tsx')).DropdownPage },
  { path: 'menus', load: async () => (await import('./menus/menus-page.tsx')).MenusPage },
  { path: 'menus/:id', load: async () => (await import('./menus/menu-page.tsx')).MenuPage },
  { path: 'workflows', load: async () => (await import('./workflows/workflows-page.tsx')).WorkflowsPage },
  { path: 'workflows/:id', load: async () => (await import('./workflows/workflow-page.tsx')).WorkflowPage },
  { path: 'removed', load: async () => (await import('./quarantine/quarantine-page.tsx')).QuarantinePage },
  { path: 'aliases', load: async () => (await import('./aliases/aliases-page.tsx')).AliasesPage },
  { path: 'change-sets', load: async () => (await import('./review/change-sets-page.tsx')).ChangeSetsPage },
  { path: 'change-sets/:id', load: async () => (await import('./review/review-page.tsx')).ReviewPage },
  { path: 'json/:kind/:id', load: async () => (await import('./json/json-page.tsx')).JsonPage },
  { path: 'roles', load: async () => (await import('./roles/roles-page.tsx')).RolesPage },
  { path: 'roles/:id', load: async () => (await import('./roles/role-page.tsx')).RolePage },
  { path: 'access', load: async () => (await import('./access/access-page.tsx')).AccessPage },
  { path: 'layouts', load: async () => (await import('./layouts/layout-list-page.tsx')).LayoutListPage },
  { path: 'layouts/:id', load: async () => (await import('./layouts/layout-editor-page.tsx')).LayoutEditorPage },
];

import type { Page } from 'playwright-core';
import { createApiClient } from '../support/api-client.ts';
import { signInByApi } from './open-browser.ts';
import { goTo, type Screen } from './screens.ts';
import type { RunningProduct } from './start-product.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

function screen(name: string, pathOf: string | ((product: RunningProduct) => string), isShown: (page: Page) => Promise<unknown>): Screen {
  return {
    name: `Studio: ${name}`,
    show: async (page, product) => {
      await goTo(page, `/admin/studio/${typeof pathOf === 'string' ? pathOf : pathOf(product)}`);
      await isShown(page);
    },
  };
}

function moduleId({ application }: RunningProduct): string {
  return application.registry.current().modules.get('leads')?.id ?? '';
}

function layoutId({ application }: RunningProduct, view: string): string {
  return (
    application.registry
      .current()
      .modules.get('leads')
      ?.layouts.find((layout) => layout.view === view && layout.role === undefined)?.id ?? ''
  );
}

function firstId({ application }: RunningProduct, kind: 'role' | 'dropdown', name: string): string {
  return [...application.registry.definitions()[kind].values()].find((one) => one.name === name)?.id ?? '';
}

/** Deletes the drafts that another window has left, so that the screens show what is published. */
async function deleteDrafts(product: RunningProduct): Promise<void> {
  const { token } = await signInByApi(product.url);
  const api = createApiClient(product.url, token);
  const { body } = await api.get('/api/change-sets?state=draft');
  for (const { _id: id } of body.data as readonly { readonly _id: string }[]) await api.delete(`/api/change-sets/${id}`);
}

/** A draft of the first admin that removes an option, changes a label and takes a right: its review asks for decisions. */
async function makeDraft(product: RunningProduct): Promise<string> {
  const { token } = await signInByApi(product.url);
  const api = createApiClient(product.url, token);
  const { dropdown, module, role } = product.application.registry.definitions();
  const find = <One extends { readonly name: string }>(all: ReadonlyMap<string, One>, name: string): One => {
    const found = [...all.values()].find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no definition ${name}`);
    return found;
  };
  const statuses = find(dropdown, 'lead_status');
  const leads = find(module, 'leads');
  const recruiter = find(role, 'Recruiter');
  const rights = recruiter.module_access?.['leads'];
  const changes = [
    { kind: 'dropdown', id: statuses.id, definition: { ...statuses, options: statuses.options.slice(1) } },
    { kind: 'module', id: leads.id, definition: { ...leads, label: 'People to call' } },
    {
      kind: 'role',
      id: recruiter.id,
      definition: { ...recruiter, module_access: { ...recruiter.module_access, leads: { ...rights, delete: 'None' } } },
    },
  ];
  const { body: draft } = await api.post('/api/change-sets', { name: 'Summer' });
  const { status, body } = await api.put(`/api/change-sets/${draft._id}/changes`, { _version: draft._version, changes });
  if (status !== 200) throw new Error(`The draft was refused: ${JSON.stringify(body)}`);
  return String(draft._id);
}

/** Screens of the studio, first without a draft, then with one. */
export const STUDIO_SCREENS: readonly Screen[] = [
  {
    name: 'Studio: modules',
    show: async (page, product) => {
      await deleteDrafts(product);
      await goTo(page, '/admin/studio/modules');
      await page.getByRole('link', { name: 'Leads', exact: true }).waitFor();
    },
  },
  screen('new module', 'modules/new', (page) => page.getByRole('textbox', { name: 'Label of field 1' }).waitFor()),
  screen(
    'fields',
    (product) => `modules/${moduleId(product)}`,
    (page) => page.getByRole('table', { name: 'Fields' }).getByRole('button').first().waitFor(),
  ),
  screen(
    'field',
    (product) => `modules/${moduleId(product)}/fields/lead_status`,
    (page) => page.getByRole('complementary', { name: /^Field / }).waitFor(),
  ),
  screen(
    'relationships of a module',
    (product) => `modules/${moduleId(product)}/relationships`,
    (page) => page.getByRole('tab', { name: /^Relationships/, selected: true }).waitFor(),
  ),
  screen(
    'module settings',
    (product) => `modules/${moduleId(product)}/settings`,
    (page) => page.getByRole('tab', { name: 'Settings', selected: true }).waitFor(),
  ),
  screen('relationships', 'relationships', (page) => heading(page, 'Relationships').waitFor()),
  screen('dropdowns', 'dropdowns', (page) => heading(page, 'Dropdowns').waitFor()),
  screen(
    'dropdown',
    (product) => `dropdowns/${firstId(product, 'dropdown', 'lead_status')}`,
    (page) => heading(page, 'lead_status').waitFor(),
  ),
  screen('layouts', 'layouts', (page) => page.getByRole('link', { name: 'Leads: Edit', exact: true }).waitFor()),
  screen(
    'layout of a form',
    (product) => `layouts/${layoutId(product, 'edit')}`,
    (page) => page.locator('[data-canvas] .sl-handle').first().waitFor(),
  ),
  screen(
    'layout of a grid',
    (product) => `layouts/${layoutId(product, 'grid')}`,
    (page) => page.locator('[data-canvas] .sl-handle').first().waitFor(),
  ),
  screen('workflows', 'workflows', (page) => page.getByRole('link', { name: 'PTO approval', exact: true }).waitFor()),
  screen('workflow', 'workflows/workflow_pto_approval', (page) => page.getByRole('button', { name: 'A PTO request is created' }).waitFor()),
  screen('roles', 'roles', (page) => page.getByRole('link', { name: 'Recruiter', exact: true }).waitFor()),
  screen(
    'role',
    (product) => `roles/${firstId(product, 'role', 'Recruiter')}`,
    (page) => page.getByRole('combobox', { name: 'Preset for Leads' }).waitFor(),
  ),
  screen('change-sets', 'change-sets', (page) => heading(page, 'Change-sets').waitFor()),
  screen('removed', 'removed', (page) => heading(page, 'Removed').waitFor()),
  screen('aliases', 'aliases', (page) => page.getByText('There are no aliases').waitFor()),
  screen('access of a user', 'access', (page) => page.getByText('Choose a user and a module').waitFor()),
  screen(
    'JSON',
    (product) => `json/module/${moduleId(product)}`,
    (page) => page.getByRole('textbox').first().waitFor(),
  ),
  {
    name: 'Studio: review',
    show: async (page, product) => {
      const id = await makeDraft(product);
      await page.goto(`/admin/studio/change-sets/${id}`);
      await page.getByRole('complementary', { name: 'Plan' }).waitFor();
      await page.getByRole('region', { name: 'Open draft' }).waitFor();
    },
  },
];

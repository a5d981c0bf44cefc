import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, vi } from 'vitest';
import type {
  DefinitionKind,
  DropdownDefinition,
  MenuDefinition,
  ModuleDefinition,
  RoleDefinition,
  WorkflowDefinition,
} from '#engine/model/definitions';
import type { ChangeProblem, ChangeSetPlan, DefinitionDetail, SessionUser, WorkflowOverview } from '#engine/model/wire';
import { toText, type JsonObject } from '#engine/model/values';
import { KitProvider } from '../../runtime-ui/kit/index.ts';
import { EMPTY_PLAN } from './studio-fixture.tsx';
import { DraftProvider } from '../../runtime-ui/features/studio/draft/draft-context.tsx';

const USER: SessionUser = {
  _id: 'u1',
  email: 'a@example.com',
  first_name: 'Ada',
  last_name: '',
  userType: 'System Admin',
  roles: [],
  teams: [],
  disableTimeout: false,
};

interface Change {
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly definition: JsonObject | null;
}

/** For tests: a server with definitions and one draft, which remembers what the draft changes. */
export class StudioServer {
  readonly changes = new Map<string, Change>();
  problems: readonly ChangeProblem[] = [];
  /** What the plan of the draft says; undefined: it cannot be made. */
  plan: ChangeSetPlan | undefined;
  readonly details: readonly DefinitionDetail[];
  /** Records by value, for each field with a dropdown. */
  readonly groups: { readonly [value: string]: number };
  /** Ids of the modules that have a field with a text in its label or name. */
  withFields: { readonly [text: string]: readonly string[] } = {};
  /** Views of published modules by name; other ones have no fields. */
  views: { readonly [name: string]: object } = {};
  /** Stored records, by the path of their module. */
  records: { readonly [path: string]: readonly JsonObject[] } = {};
  #version = 0;
  #isOpen = false;

  constructor(details: readonly DefinitionDetail[], groups: { readonly [value: string]: number } = {}) {
    this.details = details;
    this.groups = groups;
    vi.stubGlobal('fetch', (input: string | URL | Request, { method = 'GET', body = '{}' }: { method?: string; body?: string } = {}) =>
      Promise.resolve(this.#respond(method, String(input instanceof Request ? input.url : input), JSON.parse(body) as JsonObject)),
    );
  }

  /** Gives the user an open draft with these changes. */
  openDraft(changes: readonly Change[]): void {
    for (const change of changes) this.changes.set(`${change.kind}/${change.id}`, change);
    this.#isOpen = true;
  }

  /** The definition that the draft has; undefined: it does not change it. */
  drafted<Definition = ModuleDefinition>(kind: DefinitionKind, id: string): Definition | undefined {
    return this.changes.get(`${kind}/${id}`)?.definition as Definition | undefined;
  }

  /** The definitions of a kind in the draft. */
  draftedOf<Definition = ModuleDefinition>(kind: DefinitionKind): readonly Definition[] {
    return [...this.changes.values()].flatMap((one) =>
      one.kind === kind && one.definition !== null ? [one.definition as Definition] : [],
    );
  }

  #view() {
    const changes = [...this.changes.values()].map((one) => ({
      ...one,
      artifact: `${one.kind}/${one.id}`,
      action: 'changed',
      before: null,
    }));
    return {
      _id: 'd1',
      _version: this.#version,
      name: 'Draft',
      state: 'draft',
      shared: false,
      author: { _id: 'u1', name: 'Ada' },
      createdAt: '2026-11-12T10:00:00.000Z',
      updatedAt: '2026-11-12T11:00:00.000Z',
      definitionVersion: 7,
      counts: { added: 0, changed: changes.length, removed: 0 },
      reverts: null,
      revertedBy: null,
      changes,
      problems: this.problems,
      warnings: [],
      conflicts: [],
      conversion: null,
      replacement: null,
    };
  }

  #respond(method: string, url: string, body: JsonObject): Response {
    const path = url.replace(/\?.*$/, '');
    if (path === '/api/change-sets/d1' && method === 'GET') return Response.json(this.#view());
    if (path.endsWith('/plan')) return Response.json(this.plan ?? { ...EMPTY_PLAN, problems: this.problems });
    if (path.startsWith('/api/change-sets')) return this.#respondToDraft(method, body);
    if (path === '/api/definitions') {
      const query = new URLSearchParams(url.split('?')[1]);
      const [kind, field] = [query.get('kind'), query.get('field')];
      const isFound = ({ id }: DefinitionDetail) => field === null || this.withFields[field]?.includes(id) === true;
      const data = this.details.filter((one) => one.kind === kind && isFound(one));
      return Response.json({ data, total: data.length });
    }
    const [, kind, id] = /^\/api\/definitions\/(\w+)\/(.+)$/.exec(path) ?? [];
    const detail = this.details.find((one) => one.kind === kind && one.id === id);
    if (detail !== undefined) return Response.json(detail);
    const stored = this.records[path.replace(/\/[^/]+$/, '')];
    if (stored !== undefined) {
      const record = stored.find(({ _id }) => path.endsWith(`/${toText(_id)}`));
      return Response.json(record ?? { data: stored, total: stored.length, pageNumber: 1, pageSize: 10 });
    }
    if (path.endsWith('/group'))
      return Response.json({ data: Object.entries(this.groups).map(([value, count]) => ({ keys: [value], measures: { count } })) });
    if (path.startsWith('/api/ss-modules/by-name/'))
      return Response.json({
        ...{ name: path.slice(24), path: `/api/${path.slice(24)}`, fields: [], relations: [], dropdowns: {} },
        ...this.views[path.slice(24)],
      });
    if (path === '/api/shell') return Response.json(this.#shell());
    return Response.json({ error: 'None', code: 'definition_not_found', details: [] }, { status: 404 });
  }

  #shell() {
    const menu = { id: this.details.find((one) => one.kind === 'menu')?.id ?? 'menu_generated', groups: [] };
    const lists = { modules: [], userVariables: [], administration: [], teams: [], roles: [], permissions: [], plugins: [] };
    return { user: USER, impersonator: null, menu, settings: {}, session: {}, isStaff: true, definitionsVersion: 1, ...lists };
  }

  #respondToDraft(method: string, body: JsonObject): Response {
    if (method === 'GET') return Response.json({ data: this.#isOpen ? [this.#view()] : [], total: this.#isOpen ? 1 : 0 });
    if (method === 'PUT') {
      for (const one of (body['changes'] ?? []) as unknown as readonly Change[]) this.changes.set(`${one.kind}/${one.id}`, one);
      for (const one of (body['discard'] ?? []) as unknown as readonly Change[]) this.changes.delete(`${one.kind}/${one.id}`);
    }
    this.#version += 1;
    return Response.json(this.#view());
  }
}

const PLAIN = {
  origin: 'product',
  plugin: null,
  customized: false,
  module: null,
  layout: null,
  dropdown: null,
  workflow: null,
  references: [],
} as const;

/** For tests: a published module. */
export function moduleDetail(definition: ModuleDefinition, more: Partial<DefinitionDetail> = {}): DefinitionDetail {
  const { id, name, label, kind, icon, fields, relationships = [], active, locked } = definition;
  const content = definition as unknown as JsonObject;
  return {
    ...PLAIN,
    kind: 'module',
    id,
    name,
    label,
    artifact: `module/${name}`,
    module: {
      icon: icon ?? null,
      moduleKind: kind,
      fields: fields.length,
      relationships: relationships.length,
      active: active !== false,
      locked: locked === true,
    },
    definition: content,
    base: content,
    ...more,
  };
}

/** For tests: a published dropdown. */
export function dropdownDetail(definition: DropdownDefinition, more: Partial<DefinitionDetail> = {}): DefinitionDetail {
  const { id, name } = definition;
  const content = definition as unknown as JsonObject;
  return { ...PLAIN, kind: 'dropdown', id, name, label: name, artifact: `dropdown/${name}`, definition: content, base: content, ...more };
}

/** For tests: the menu of the admin. */
export function menuDetail(definition: MenuDefinition): DefinitionDetail {
  const { id, name } = definition;
  const content = definition as unknown as JsonObject;
  return { ...PLAIN, kind: 'menu', id, name, label: name, artifact: `menu/${name}`, definition: content, base: content };
}

/** For tests: a published workflow. */
export function workflowDetail(definition: WorkflowDefinition, more: Partial<WorkflowOverview> = {}): DefinitionDetail {
  const { id, name, module, executionOccurs, active } = definition;
  const content = definition as unknown as JsonObject;
  const workflow = { module, executionOccurs, active: active === true, problem: null, updatedAt: null, lastRunAt: null, ...more };
  return { ...PLAIN, kind: 'workflow', id, name, label: name, artifact: `workflow/${name}`, workflow, definition: content, base: content };
}

/** For tests: a published role. */
export function roleDetail(definition: RoleDefinition): DefinitionDetail {
  const { id, name } = definition;
  const content = definition as unknown as JsonObject;
  return { ...PLAIN, kind: 'role', id, name, label: name, artifact: `role/${name}`, definition: content, base: content };
}

/** For tests: shows a page of the studio at its address. */
export function showStudio(page: ReactElement, { path, at }: { readonly path: string; readonly at: string }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapped = <DraftProvider user={USER}>{page}</DraftProvider>;
  const router = createMemoryRouter(
    [
      { path, element: wrapped },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  render(
    <QueryClientProvider client={client}>
      <KitProvider goTo={(to) => void router.navigate(to)}>
        <RouterProvider router={router} />
      </KitProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router };
}

/** For tests: opens a select and chooses one of its options. Other selects of the page have options of the same name. */
export async function chooseOption(user: UserEvent, select: HTMLElement, option: string): Promise<void> {
  await user.click(select);
  await waitFor(() => expect(select.getAttribute('aria-controls')).not.toBeNull());
  const list = document.getElementById(select.getAttribute('aria-controls') ?? '');
  await user.click(within(list ?? document.body).getByRole('option', { name: option, hidden: true }));
}

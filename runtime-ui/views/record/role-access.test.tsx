import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RoleDefinition } from '#engine/model/definitions';
import { queryKeys } from '../../client/index.ts';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { RoleAccess } from './role-access.tsx';

afterEach(cleanup);
beforeAll(() => loadLazyTexts());

const module = fixtureModule();
const { fieldName, label } = module.fields[0] ?? { fieldName: '', label: '' };

function show(role: Omit<RoleDefinition, 'id'>): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData([...queryKeys.record(module.name, 'r1'), 'definition'], role);
  client.setQueryData(queryKeys.shell(), { modules: [{ name: module.name, label: module.label }], teams: [], user: {} });
  client.setQueryData(queryKeys.moduleView(module.name), module);
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <RoleAccess module={module} id="r1" />
      </KitProvider>
    </QueryClientProvider>,
  );
}

function readTable(name: string): readonly (readonly string[])[] {
  const rows = within(screen.getByRole('group', { name })).getAllByRole('row').slice(1);
  return rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''));
}

describe('RoleAccess', () => {
  it('shows the levels on modules and fields in words', () => {
    show({
      name: 'Reader',
      module_access: {
        [module.name]: { access: true, view: 'All', edit: 'Owner', delete: { filter: { name: 'a' } }, create: true },
        closed: { access: false, view: 'All' },
      },
      field_access: { [module.name]: { [fieldName]: 'read-only' } },
      sensitive_access: [module.name],
      permissions: ['books.lend'],
    });
    expect(readTable('Modules')).toEqual([[module.label, 'All records', 'Own records', 'Records that match a rule', 'Yes', 'No', 'No']]);
    expect(readTable('Fields')).toEqual([[module.label, label, 'Read only']]);
    expect(screen.getByText('Sensitive fields in plaintext').closest('section')?.textContent).toContain(module.label);
    expect(screen.getByText('books.lend')).toBeTruthy();
  });

  it('says so if the role allows and limits nothing', () => {
    show({ name: 'Nobody', module_access: {} });
    expect(screen.getByText('The role gives access to no module.')).toBeTruthy();
    expect(screen.getByText(/limits no fields/u)).toBeTruthy();
  });
});

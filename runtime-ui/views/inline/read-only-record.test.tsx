import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ModuleView } from '#engine/model/wire';
import { registerUserAreas, useSession } from '../../client/index.ts';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { EditableSections } from './editable-sections.tsx';

beforeAll(loadLazyTexts);
afterEach(() => {
  cleanup();
  registerUserAreas([]);
  useSession.setState({ user: null });
});

const FIELDS = [
  fixtureField('TextField', { fieldName: 'title', label: 'Title' }),
  fixtureField('TextField', { fieldName: 'remark', label: 'Remark' }),
  fixtureField('Relate', { fieldName: 'owner', label: 'Owner', refs: ['people'] }),
];
const RECORD = { _id: 'r1', _version: 1, title: 'Plan', owner: { _id: 'u1', hidden: true } } as const;

function show(edit: 'All' | 'None', more: Partial<ModuleView> = {}): void {
  const module = fixtureModule({
    fields: FIELDS,
    layouts: {
      detail: {
        id: 'd',
        ssModule: 'things',
        app: 'main',
        view: 'detail',
        panelType: 'sections',
        sections: [{ id: 's', label: 'All', fields: FIELDS.map(({ fieldName }) => ({ fieldName })) }],
      },
    },
    rights: { access: true, create: true, assign_any_team: false, mass_update: true, export: true, view: 'All', edit, delete: 'None' },
    ...more,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <EditableSections module={module} record={RECORD} view="detail" headingLevel={2} />
      </KitProvider>
    </QueryClientProvider>,
  );
}

const labels = (): readonly (string | null)[] => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
const locks = (): number => screen.queryAllByRole('button', { name: /cannot be changed/ }).length;

describe('a record in which the user may change nothing', () => {
  it('says so once, with the reason on demand, has no locks at its fields, and leaves out what is not visible', () => {
    show('None');
    expect(screen.getAllByText('Read only.')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Why?' })).toBeTruthy();
    expect(locks()).toBe(0);
    expect(labels()).toEqual(['Title', 'Remark']);
  });

  it('is not one in which a field can be changed: it has a lock at each other field', () => {
    const fields = FIELDS.map((field) =>
      field.fieldName === 'title' ? { ...field, rights: { read: 'all', write: 'none' } as const } : field,
    );
    show('All', { fields });
    expect(screen.queryByText('Read only.')).toBeNull();
    expect(locks()).toBe(1);
    expect(labels()).toEqual(['Title', 'Remark', 'Owner']);
  });

  it('of a user with an own area also leaves out what is empty, and has no locks if a field can be changed', () => {
    registerUserAreas([{ path: '/guest', userTypes: ['Guest'] }]);
    useSession.setState({ user: { _id: 'g', userType: 'Guest' } as never });
    show('None');
    expect(labels()).toEqual(['Title']);
    cleanup();
    const fields = FIELDS.map((field) =>
      field.fieldName === 'remark' ? field : { ...field, rights: { read: 'all', write: 'none' } as const },
    );
    show('All', { fields });
    expect(labels()).toEqual(['Title', 'Remark']);
    expect(locks()).toBe(0);
    expect(screen.queryByText('Read only.')).toBeNull();
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LayoutDefinition, LayoutView } from '#engine/model/definitions';
import { fixtureField, fixtureModule } from '../../../../fields/widgets/fixture-module.ts';
import { KitProvider, loadAdminTexts } from '../../../../kit/index.ts';
import { LayoutEditor } from './layout-editor.tsx';

const MODULE = fixtureModule({
  name: 'pets',
  label: 'Pets',
  nameField: 'name',
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Name' }),
    fixtureField('Number', { fieldName: 'age', label: 'Age' }),
    fixtureField('Checkbox', { fieldName: 'tame', label: 'Tame' }),
  ],
});
const PET = { _id: 'r1', _version: 1, name: 'Rex', age: 3 };

function Editor({ view, names }: { readonly view: LayoutView; readonly names: readonly string[] }) {
  const [layout, setLayout] = useState<LayoutDefinition>({
    id: `pets_${view}`,
    ssModule: 'pets',
    view,
    sections: [{ id: 'main', label: 'Pet', fields: names.map((fieldName) => ({ fieldName })) }],
  });
  return (
    <LayoutEditor
      layout={layout}
      module={MODULE}
      record={PET}
      records={[PET]}
      cost={undefined}
      history={{ undo: () => undefined, redo: () => undefined, canUndo: false, canRedo: false }}
      onChange={setLayout}
      onAddIndex={undefined}
      viewsWith={() => []}
    />
  );
}

beforeAll(() => loadAdminTexts());
beforeEach(() =>
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/search') ? { data: [PET], total: 1, pageNumber: 0, pageSize: 10 } : { data: [], total: 0 }),
  ),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(view: LayoutView, ...names: readonly string[]) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <MemoryRouter>
          <Editor view={view} names={names} />
        </MemoryRouter>
      </KitProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

function canvas(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[data-canvas]');
  if (found === null) throw new Error('There is no canvas');
  return found;
}
const order = () => [...canvas().querySelectorAll('.sl-handle')].map((one) => one.getAttribute('aria-label')).join(', ');
const inputs = () => [...canvas().querySelectorAll('.sl-content input:not([type="hidden"])')];

describe('The canvas', () => {
  it('of a search has its real inputs, which move with the keyboard', async () => {
    const user = open('basic-search', 'name', 'age');
    await waitFor(() => expect(inputs()).toHaveLength(3));
    expect(inputs().map((one) => one.getAttribute('placeholder') ?? '')).toEqual(['', 'From', 'To']);
    within(canvas()).getByRole('button', { name: 'Name' }).focus();
    await user.keyboard(' {ArrowDown} ');
    expect(order()).toBe('Age, Name');
  });

  it('of a popup has the dialog with what it finds', async () => {
    open('popup-search', 'name');
    expect(canvas().textContent).toContain('Search pets');
    await waitFor(() => expect(canvas().querySelector('.sl-found')?.textContent).toContain('Rex'));
  });

  it('of the mass update has the dialog, in which checkboxes are choices and nothing is required', async () => {
    const user = open('mass-update', 'name', 'tame');
    expect(canvas().textContent).toContain('Pets Mass Update');
    await waitFor(() => expect(inputs().map((one) => one.getAttribute('placeholder'))).toEqual(['Keep as it is', 'Keep as it is']));
    await user.click(within(canvas()).getByRole('button', { name: 'Tame' }));
    const side = screen.getByRole('complementary', { name: 'Properties' });
    await user.type(within(side).getByRole('textbox', { name: 'Label on this layout' }), 'Friendly{Enter}');
    expect(order()).toBe('Name, Friendly');
  });
});

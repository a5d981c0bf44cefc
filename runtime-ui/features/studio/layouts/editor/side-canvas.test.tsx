import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LayoutDefinition } from '#engine/model/definitions';
import type { RelationView } from '#engine/model/wire';
import { defineUiContribution, registerContributions } from '../../../../extensions/index.ts';
import { fixtureField, fixtureModule } from '../../../../fields/widgets/fixture-module.ts';
import { KitProvider, loadAdminTexts } from '../../../../kit/index.ts';
import { LayoutEditor } from './layout-editor.tsx';

function relationTo(name: string, label: string): RelationView {
  return { name, label, direction: 'reverse', modules: [name], fieldName: 'pet', many: true, flex: false };
}

const MODULE = fixtureModule({
  name: 'pets',
  nameField: 'name',
  fields: [fixtureField('TextField', { fieldName: 'name', label: 'Name' })],
  relations: [relationTo('visits', 'Visits'), relationTo('toys', 'Toys')],
});
const LAYOUT: LayoutDefinition = {
  id: 'pets_detail',
  ssModule: 'pets',
  view: 'detail',
  sections: [{ id: 'main', label: 'Pet', fields: [{ fieldName: 'name' }] }],
};

/** The layout as the last edit left it. */
let current = LAYOUT;

function Editor() {
  const [layout, setLayout] = useState(LAYOUT);
  current = layout;
  return (
    <LayoutEditor
      layout={layout}
      module={MODULE}
      record={undefined}
      records={[]}
      cost={undefined}
      history={{ undo: () => undefined, redo: () => undefined, canUndo: false, canRedo: false }}
      onChange={setLayout}
      onAddIndex={undefined}
      viewsWith={() => []}
    />
  );
}

beforeAll(() => loadAdminTexts());
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ data: [], total: 0 }));
  registerContributions([defineUiContribution({ plugin: 'chat', panels: [{ id: 'chat', label: 'Chat', component: () => null }] })]);
  current = LAYOUT;
});
afterEach(() => {
  cleanup();
  registerContributions([]);
  vi.unstubAllGlobals();
});

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <MemoryRouter>
          <Editor />
        </MemoryRouter>
      </KitProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const canvas = () => within(screen.getByRole('group', { name: 'Side pane' }));
const palette = () => within(screen.getByRole('complementary', { name: 'Fields' }));
const shown = () =>
  canvas()
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label'))
    .join(', ');

describe('What is beside a record, on the canvas of its page', () => {
  it('is panels, also of plugins, and the related lists, as without a layout', () => {
    open();
    expect(shown()).toBe('Chat, Related, History, Visits, Toys');
  });

  it('moves with the keyboard, and stays in the layout', async () => {
    const user = open();
    canvas().getByRole('button', { name: 'Visits' }).focus();
    await user.keyboard(' {ArrowDown}');
    expect(shown()).toBe('Chat, Related, History, Toys, Visits');
    expect(current.relatedLists).toBeUndefined();
    expect(
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join(' '),
    ).toContain('Visits: position 2 of 2');
    await user.keyboard(' ');
    expect(current.relatedLists).toEqual(['toys', 'visits']);
    canvas().getByRole('button', { name: 'Chat' }).focus();
    await user.keyboard(' {ArrowRight} ');
    expect(current.panels).toEqual(['related', 'chat', 'history']);
  });

  it('is hidden with Delete, and shown again from the palette by a click or with the keyboard', async () => {
    const user = open();
    canvas().getByRole('button', { name: 'Chat' }).focus();
    await user.keyboard('{Delete}');
    expect(current.panels).toEqual(['related', 'history']);
    expect(document.activeElement).toBe(canvas().getByRole('button', { name: 'Related' }));
    await user.click(palette().getByRole('button', { name: 'Chat' }));
    expect(current.panels).toEqual(['related', 'history', 'chat']);
    await user.click(canvas().getByRole('button', { name: 'Related' }));
    canvas().getByRole('button', { name: 'Visits' }).focus();
    await user.keyboard('{Delete}');
    expect(current.relatedLists).toEqual(['toys']);
    palette().getByRole('button', { name: 'Visits' }).focus();
    await user.keyboard(' {ArrowUp} ');
    expect(current.relatedLists).toEqual(['visits', 'toys']);
  });

  it('has no related lists without their panel, and says so', async () => {
    const user = open();
    canvas().getByRole('button', { name: 'Visits' }).focus();
    await user.keyboard('{Delete}');
    canvas().getByRole('button', { name: 'Related' }).focus();
    await user.keyboard('{Delete}');
    expect(shown()).toBe('Chat, History');
    expect(palette().getByText('They are shown in the panel Related, which this layout does not have.')).toBeTruthy();
  });
});

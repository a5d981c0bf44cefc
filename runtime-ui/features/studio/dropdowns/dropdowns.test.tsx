import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { DropdownDefinition, ModuleDefinition } from '#engine/model/definitions';
import { loadAdminTexts } from '../../../kit/index.ts';
import { ModulePage } from '../modules/module-page.tsx';
import { RelationshipsPage } from '../relationships/relationships-page.tsx';
import { dropdownDetail, moduleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { DropdownPage } from './dropdown-page.tsx';
import { DropdownsPage } from './dropdowns-page.tsx';
import { checkOptions, moveOption, withLabel } from './option-changes.ts';

const STATES: DropdownDefinition = {
  id: 'states',
  name: 'states',
  options: [
    { label: 'Lent', value: 'lent', hue: 'blue' },
    { label: 'Returned', value: 'returned' },
    { label: 'Lost', value: 'lost' },
  ],
};
const REFERENCES = [{ target: 'dropdown/states', from: 'module/loans', path: '/fields/state/dropdown' }];
const module = (name: string, label: string): ModuleDefinition => ({
  id: name,
  name,
  label,
  labelSingular: label,
  kind: 'plain',
  fields: [],
});

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const drafted = (server: StudioServer) => server.drafted<DropdownDefinition>('dropdown', 'states');

it('edits the options of a dropdown', async () => {
  const server = new StudioServer([dropdownDetail(STATES, { references: REFERENCES })], { lost: 3 });
  const { user } = showStudio(<DropdownPage />, { path: '/d/:id', at: '/d/states' });
  await user.type(await screen.findByRole('textbox', { name: 'Label of option 1' }), ' out');
  await user.click(screen.getByRole('button', { name: 'Move Returned up' }));
  await user.click(screen.getByRole('checkbox', { name: 'Option 3 is retired' }));
  await user.type(screen.getByRole('textbox', { name: 'Add options' }), 'In repair, Sold{Enter}');
  await waitFor(() =>
    expect(drafted(server)?.options).toEqual([
      { label: 'Returned', value: 'returned' },
      { label: 'Lent out', value: 'lent', hue: 'blue' },
      { label: 'Lost', value: 'lost', retired: true },
      { label: 'In repair', value: 'in_repair' },
      { label: 'Sold', value: 'sold' },
    ]),
  );
});

it('counts the records with a value before it is removed', async () => {
  const server = new StudioServer([dropdownDetail(STATES, { references: REFERENCES })], { lost: 3 });
  const { user } = showStudio(<DropdownPage />, { path: '/d/:id', at: '/d/states' });
  const row = () => screen.getAllByRole('row')[3]!;
  await waitFor(() => expect(within(row()).getByText('3')).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Remove Returned' }));
  await user.click(screen.getByRole('button', { name: 'Remove Lost' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('3 records have this value');
  await user.click(within(dialog).getByRole('button', { name: 'Remove option' }));
  await waitFor(() => expect(drafted(server)?.options.map(({ value }) => value)).toEqual(['lent']));
});

it('names a new dropdown, and not as another one', async () => {
  const server = new StudioServer([dropdownDetail(STATES)]);
  const { user } = showStudio(<DropdownsPage />, { path: '/d', at: '/d' });
  await screen.findByRole('link', { name: 'states' });
  await user.click(screen.getByRole('button', { name: 'New dropdown' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'States');
  await within(dialog).findByText('Another dropdown has this name.');
  await user.type(within(dialog).getByRole('textbox'), ' of loans');
  await user.click(within(dialog).getByRole('button', { name: 'New dropdown' }));
  await waitFor(() => expect(server.draftedOf<DropdownDefinition>('dropdown')).toMatchObject([{ name: 'states_of_loans', options: [] }]));
});

it('changes labels, order and values of options', () => {
  const published = new Set(['lent']);
  expect(withLabel(STATES.options, 0, 'Out', published)[0]).toEqual({ label: 'Out', value: 'lent', hue: 'blue' });
  expect(withLabel(STATES.options, 2, 'Gone away', published)[2]).toEqual({ label: 'Gone away', value: 'gone_away' });
  expect(moveOption(STATES.options, 0, 2).map(({ value }) => value)).toEqual(['returned', 'lost', 'lent']);
  expect([...checkOptions([...STATES.options, { label: 'Other', value: 'lost' }, { label: ' ', value: 'x' }]).keys()]).toEqual([3, 4]);
});

it('lists all modules with the number of their relationships, and finds one', async () => {
  new StudioServer([moduleDetail(module('loans', 'Loans')), moduleDetail(module('people', 'People'))]);
  const { user } = showStudio(<RelationshipsPage />, { path: '/r', at: '/r' });
  const table = await screen.findByRole('table', { name: 'Relationships' });
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label') ?? link.textContent),
  ).toEqual(['Loans', 'JSON of Loans', 'People', 'JSON of People']);
  await user.type(screen.getByRole('searchbox', { name: 'Find a module' }), 'peo');
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/admin/studio/modules/people/relationships', '/admin/studio/json/module/people']);
  await user.type(screen.getByRole('searchbox', { name: 'Find a module' }), 'x');
  await screen.findByText('No module was found');
});

it('shows where a dropdown is used, in words, with links', async () => {
  new StudioServer([dropdownDetail(STATES, { references: REFERENCES }), moduleDetail(module('loans', 'Loans'))]);
  showStudio(<DropdownPage />, { path: '/d/:id', at: '/d/states' });
  const uses = await screen.findByRole('list', { name: 'Used by' });
  await waitFor(() => expect(within(uses).getByRole('link', { name: 'Loans' }).getAttribute('href')).toBe('/admin/studio/modules/loans'));
  expect(uses.textContent).toBe('Module Loans state, Dropdown');
});

it('creates a relationship of a module with itself, with a name for each direction', async () => {
  const server = new StudioServer([moduleDetail(module('loans', 'Loans')), moduleDetail(module('people', 'People'))]);
  const { user } = showStudio(<ModulePage />, { path: '/m/:id/:tab', at: '/m/loans/relationships' });
  await user.click(await screen.findByRole('button', { name: 'New relationship' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: /Loans are related to/ }));
  await user.click((await screen.findAllByRole('option', { name: 'Loans', hidden: true })).at(-1)!);
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await within(dialog).findByText('Type a name.');
  await user.type(within(dialog).getByRole('textbox', { name: /Name in the other direction/ }), 'earlier_loans');
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() =>
    expect(server.drafted('module', 'loans')?.relationships).toMatchObject([
      {
        name: 'loans_loans',
        type: 'One to Many',
        reverseName: 'earlier_loans',
        primary_module: { name: 'loans' },
        related_module: { name: 'loans' },
      },
    ]),
  );
  expect(screen.getByRole('list', { name: 'Related modules' }).textContent).toContain('Loans');
});

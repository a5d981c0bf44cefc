import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { queryKeys } from '../../runtime-ui/client/index.ts';
import type { Draft } from '../../runtime-ui/headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../runtime-ui/kit/index.ts';
import { EditedRecordContext } from '../../runtime-ui/fields/widgets/edited-record.ts';
import { FieldHolder, type FieldHolderProps } from '../../runtime-ui/fields/widgets/field-holder-fixture.tsx';
import { fixtureField, fixtureModule } from '../../runtime-ui/fields/widgets/fixture-module.ts';

const OPERATORS = {
  TextField: ['equals', 'in', 'contains', 'startsWith', 'exists'],
  Dropdown: ['equals', 'in', 'exists'],
  Date: ['equals', 'in', 'range', 'exists'],
} as const;

/** The module whose fields are named. */
export const boats = fixtureModule({
  _id: 'boats',
  name: 'boats',
  label: 'Boats',
  fields: [
    fixtureField('TextField', { fieldName: 'hull_name', label: 'Name of the hull', operators: OPERATORS.TextField }),
    fixtureField('Dropdown', { fieldName: 'hull_colour', label: 'Paint', dropdown: 'colours', operators: OPERATORS.Dropdown }),
    fixtureField('Date', { fieldName: 'launched_on', label: 'Launched', operators: OPERATORS.Date }),
    fixtureField('Number', { fieldName: 'crew', label: 'Crew', unit: 'people' }),
    fixtureField('Checkbox', { fieldName: 'sold', label: 'Sold' }),
    fixtureField('MultiSelect', { fieldName: 'stripes', label: 'Stripes', dropdown: 'colours' }),
    fixtureField('Relate', { fieldName: 'captain', label: 'Captain', refs: ['people'] }),
  ],
});
/** Records of this module are about a module themselves. */
export const lists = fixtureModule({
  name: 'lists',
  path: '/api/lists',
  fields: [fixtureField('Module', { fieldName: 'subject' })],
});

/** Loads the lazy code of these inputs and values; tests then wait for no code. */
export async function loadNamedFields(): Promise<void> {
  await Promise.all([
    loadLazyTexts(),
    import('../../runtime-ui/fields/rows/rows-lazy.ts'),
    import('../../runtime-ui/fields/values/named-values.tsx'),
    import('../../runtime-ui/fields/widgets/field-names-widget.tsx'),
    import('../../runtime-ui/fields/widgets/named-value-widget.tsx'),
  ]);
}

function createClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, refetchOnMount: false, retry: false } } });
  const summaries = [boats, lists].map(({ name, label }) => ({ name, label }));
  const people = { name: 'people', label: 'People', path: '/api/people', nameField: 'name', rights: boats.rights };
  client.setQueryData(queryKeys.shell(), { modules: [...summaries, people], teams: [], user: {}, isStaff: true });
  for (const one of [boats, lists]) client.setQueryData(queryKeys.moduleView(one.name), one);
  client.setQueryData(queryKeys.record('lists', 'l1'), { _id: 'l1', subject: 'boats' });
  return client;
}

/** Renders, and waits for the code of lazy components: it is loaded already, and React awaits such code only in an awaited act. */
export async function show(content: ReactNode): Promise<void> {
  const tree = (
    <QueryClientProvider client={createClient()}>
      <KitProvider>{content}</KitProvider>
    </QueryClientProvider>
  );
  await act(async () => void render(tree));
}

/** Shows the input of a field in a form with this record. */
export async function edit(module: ModuleView, field: FieldView, record: Draft | undefined, initial?: JsonValue) {
  const onValue = vi.fn<FieldHolderProps['onValue']>();
  await show(
    <EditedRecordContext value={record}>
      <FieldHolder module={module} field={field} initial={initial} onValue={onValue} onUnreadable={() => undefined} />
    </EditedRecordContext>,
  );
  return { onValue, user: userEvent.setup() };
}

/** The input of a select. */
export const findSelect = (name: string): Promise<HTMLInputElement> => screen.findByRole('combobox', { name });

/** Opens a select and returns its list. */
export async function open(user: ReturnType<typeof userEvent.setup>, name: string): Promise<HTMLElement> {
  const select = await findSelect(name);
  await user.click(select);
  await waitFor(() => expect(document.getElementById(select.getAttribute('aria-controls') ?? '')).not.toBeNull());
  return document.getElementById(select.getAttribute('aria-controls') ?? '') as HTMLElement;
}

/** Chooses an option of a select. */
export async function choose(user: ReturnType<typeof userEvent.setup>, name: string, option: string): Promise<void> {
  await user.click(within(await open(user, name)).getByRole('option', { name: option, hidden: true }));
}

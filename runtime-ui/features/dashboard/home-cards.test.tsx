import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModuleSummary, ModuleView, ShellView } from '#engine/model/wire';
import { queryKeys, type RecordData } from '../../client/index.ts';
import { defineUiContribution, registerContributions } from '../../extensions/index.ts';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { AttentionCard } from './attention-card.tsx';
import { dayAfterToday } from './days.ts';
import { HomeLine } from './home-line.tsx';
import type { HomeList } from './home-lists.ts';

const repairs = fixtureModule({
  name: 'repairs',
  label: 'Repairs',
  path: '/api/repairs',
  nameField: 'name',
  fields: [
    fixtureField('TextField', { fieldName: 'name' }),
    fixtureField('TextField', { fieldName: 'next_move' }),
    fixtureField('DateTime', { fieldName: 'promised' }),
    fixtureField('Dropdown', { fieldName: 'state', dropdown: 'colours' }),
  ],
});
const summary = { ...repairs, route: '/repairs' } as unknown as ModuleSummary;
const shell = { modules: [summary], teams: [], user: { userType: 'Standard' }, isStaff: true } as unknown as ShellView;
/** The module of the records that log what was done. */
const diary = (create: boolean) => ({ name: 'diary', path: '/api/diary', rights: { create } }) as unknown as ModuleSummary;
const list: HomeList = {
  id: 'late',
  label: 'Late',
  place: 'main',
  module: summary,
  filter: {},
  date: 'promised',
  action: 'next_move',
  snooze: true,
  done: { state: 'green' },
  choices: [{ label: 'Hand over', set: { state: 'red' } }],
};
const promised = '2020-03-01T09:30:00.000Z';
const record: RecordData = { _id: 'r1', _version: 4, name: 'Anna', next_move: 'Order the sail', promised, state: 'old' };

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(content: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), shell);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <KitProvider>{content}</KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Headers;
}

/** Shows a line of the list, and returns what it saves; what is saved in the batch of an earlier save has its id. */
function showLine(view: ModuleView = repairs, modules: readonly ModuleSummary[] = [summary]) {
  const saves: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, { method, body, headers }: Sent = {}) => {
    const batch = headers?.get('x-batch-id') ?? null;
    if (method === 'PUT' || url === '/api/diary') saves.push([url, JSON.parse(body ?? '{}'), ...(batch === null ? [] : [batch])]);
    return Promise.resolve(Response.json({ ...record, _version: 5 }, { headers: { 'x-batch-id': 'b1' } }));
  });
  const call = { key: 'c', label: 'Call', icon: Phone, href: 'tel:+13125550142' } as const;
  show(
    <HomeLine
      list={list}
      view={view}
      record={record}
      person={{ module: 'repairs', id: 'r1' }}
      contactLinks={[call]}
      shell={{ ...shell, modules }}
    />,
  );
  return { saves, user: userEvent.setup() };
}

describe('A line of Home', () => {
  it('says who it is about, the next action and how late it is, and calls', () => {
    showLine();
    expect(screen.getByRole('link', { name: 'Anna' }).getAttribute('href')).toBe('/app/module/repairs/r1');
    expect(screen.getByText('Order the sail')).toBeTruthy();
    expect(screen.getByText(/^Mar 1, 2020 · [\d,]+ days late$/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call: Anna' }).getAttribute('href')).toBe('tel:+13125550142');
  });

  it('is done and has its choices by a button, with the version that the user saw', async () => {
    const { saves, user } = showLine();
    await user.click(screen.getByRole('button', { name: 'Done: Anna' }));
    await waitFor(() => expect(saves).toEqual([['/api/repairs/r1', { state: 'green', _version: 4 }]]));
    await user.click(screen.getByRole('button', { name: 'Hand over: Anna' }));
    await waitFor(() => expect(saves.at(-1)).toEqual(['/api/repairs/r1', { state: 'red', _version: 4 }]));
  });

  it('logs the next action that is done in the batch of the save, for users who may create the record', async () => {
    registerContributions([
      defineUiContribution({
        plugin: 'diary',
        logDone: ({ action, recordId }) => Promise.resolve({ module: 'diary', fields: { name: action, repair: recordId } }),
      }),
    ]);
    const { saves, user } = showLine(repairs, [summary, diary(true)]);
    const done = ['/api/repairs/r1', { state: 'green', _version: 4 }];
    await user.click(screen.getByRole('button', { name: 'Done: Anna' }));
    await waitFor(() => expect(saves).toEqual([done, ['/api/diary', { name: 'Order the sail', repair: 'r1' }, 'b1']]));
    cleanup();
    const other = showLine(repairs, [summary, diary(false)]);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Done: Anna' });
    await other.user.click(button);
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(other.saves).toEqual([done]);
    registerContributions([]);
  });

  it('is moved to a later day at the same time, also by its key', async () => {
    const { saves, user } = showLine();
    screen.getByRole('button', { name: 'Snooze: Anna' }).focus();
    await user.keyboard('z');
    await user.click(await screen.findByRole('menuitem', { name: /^In three days/, hidden: true }));
    const time = new Date(promised);
    const [year = 0, month = 1, day = 1] = dayAfterToday(3).split('-').map(Number);
    const later = new Date(year, month - 1, day, time.getHours(), time.getMinutes()).toISOString();
    await waitFor(() => expect(saves).toEqual([['/api/repairs/r1', { promised: later, _version: 4 }]]));
  });

  it('has no actions that the user may not do', () => {
    showLine({ ...repairs, rights: { ...repairs.rights, edit: 'None' } });
    expect(screen.queryByRole('button', { name: /Anna/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Call: Anna' })).toBeTruthy();
  });
});

describe('What a System Admin has to settle', () => {
  const respond = (attention: object) => vi.stubGlobal('fetch', () => Promise.resolve(Response.json(attention)));

  it('is listed with its count, each with the page on which it is settled', async () => {
    respond({ failingEffects: 2, pluginsOff: [{ name: 'rust', cause: 'No oil.' }], definitionProblems: 1, definitionConflicts: 3 });
    show(<AttentionCard />);
    await screen.findByText('2 effects of saves fail');
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1 plugin is off', '/admin/plugins'],
      ['2 effects of saves fail', '/admin/background-jobs'],
      ['1 problem of the definitions', '/admin/definitions'],
      ['3 conflicts of the definitions', '/admin/definitions'],
    ]);
    expect(screen.getByText('rust')).toBeTruthy();
  });

  it('may be nothing', async () => {
    respond({ failingEffects: 0, pluginsOff: [], definitionProblems: 0, definitionConflicts: 0 });
    show(<AttentionCard />);
    await screen.findByText('Nothing to settle');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

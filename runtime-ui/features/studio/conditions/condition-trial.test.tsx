import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { moduleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { loadAdminTexts } from '../../../kit/index.ts';
import { toFieldView } from '../fields/use-published-view.ts';
import { ModulePage } from '../modules/module-page.tsx';

const LATE = { timeout: 5_000 * inject('timeoutFactor') };
const DAYS: FieldDefinition = { id: 'f_days', fieldName: 'days', label: 'Days', inputType: 'Number' };
const OVER = { and: [{ '==': [{ type_of: [{ var: 'record.days' }] }, 'number'] }, { '>': [{ var: 'record.days' }, 5] }] };
const REASON: FieldDefinition = {
  ...{ id: 'f_reason', fieldName: 'reason', label: 'Reason', inputType: 'TextField' },
  requiredWhen: OVER,
  visibleWhen: { some: [{ var: 'user.roles' }, { in: [{ var: '' }, ['Clerk']] }] },
  validations: [{ condition: { '!': [{ is_empty: [{ var: 'record.days' }] }] }, message: 'Say how long.' }],
};
const HIRES: ModuleDefinition = {
  ...{ id: 'hires', name: 'hires', label: 'Hires', labelSingular: 'Hire', kind: 'plain' },
  fields: [DAYS, REASON],
  validations: [{ condition: OVER, message: 'Hire for longer.' }],
};

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(at: string, module = HIRES, records: readonly JsonObject[] = [{ _id: 'h1', name: 'First hire', days: 3 }]) {
  const server = new StudioServer([moduleDetail(HIRES)]);
  if (module !== HIRES) server.openDraft([{ kind: 'module', id: 'hires', definition: module as unknown as JsonObject }]);
  server.views = { hires: { fields: HIRES.fields.map(toFieldView), dropdowns: {} } };
  server.records = { '/api/hires': records };
  // The server of this test finds every record: the requests are what counts.
  const searches: JsonObject[] = [];
  const respond = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: { readonly body?: string } = {}) => {
    if (input.endsWith('/search')) searches.push(JSON.parse(init.body ?? '{}') as JsonObject);
    return respond(input, init);
  });
  const shown = showStudio(<ModulePage />, { path: '/admin/studio/modules/:id/:tab?/:field?', at: `/admin/studio/modules/hires/${at}` });
  return { ...shown, searches };
}

async function openRules(module?: ModuleDefinition) {
  const shown = open('fields/reason', module);
  const panel = await screen.findByRole('complementary');
  await shown.user.click(within(panel).getByRole('tab', { name: 'Rules' }));
  return { ...shown, trial: await screen.findByRole('region', { name: 'What happens now' }) };
}

it('The rules of a field say what they give for a record, which part decides, and how many records match', async () => {
  const { trial, searches } = await openRules();
  await within(trial).findByText('Not required', undefined, LATE);
  within(trial).getByText('Days is over 5: not true, it is 3');
  within(trial).getByText('Hidden');
  within(trial).getByText('Rule 1 is met');
  within(trial).getByText('Days is filled: true');
  within(trial).getByText('Records are not counted: the condition asks who saves.');
  await within(trial).findByText(/^True for 1 record\. 1 of them has no value\./u);
  await within(trial).findByText(/^1 saved record breaks it\./u);
  const terms = searches.map(({ searchTerms }) => searchTerms);
  const over = { days: { range: { gt: 5 } } };
  expect(terms).toContainEqual(over);
  expect(terms).toContainEqual({ and: [over, { reason: { exists: false } }] });
  expect(terms).toContainEqual({ not: { days: { exists: true } } });
  const link = within(trial).getAllByRole('link', { name: 'Show them' })[0];
  expect(link?.getAttribute('href')).toContain(encodeURIComponent('"exists":false'));
});

it('A renamed field of the draft is tried and counted by its published name', async () => {
  const rename = (text: string) => text.replaceAll('record.days', 'record.length').replaceAll('"days"', '"length"');
  const renamed = JSON.parse(rename(JSON.stringify(HIRES))) as ModuleDefinition;
  const { trial, searches } = await openRules(renamed);
  await within(trial).findByText('Days is over 5: not true, it is 3', undefined, LATE);
  await waitFor(() => expect(searches.map(({ searchTerms }) => searchTerms)).toContainEqual({ days: { range: { gt: 5 } } }));
});

it('The rules of a module are tried too; without a record only the count is shown', async () => {
  open('rules', HIRES, []);
  const trial = await screen.findByRole('region', { name: 'What happens now' });
  await within(trial).findByText('There is no record in Hires to try it with.');
  await within(trial).findByText('0 saved records break it.');
});

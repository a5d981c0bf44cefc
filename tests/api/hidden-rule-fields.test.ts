import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { publishPermits } from '../support/publish-permits.ts';
import { describeRules } from './each-store.ts';

const field = (fieldName: string, inputType: FieldDefinition['inputType'], rules: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: `passes_${fieldName}`,
  fieldName,
  label: fieldName,
  inputType,
  ...rules,
});

/** `vip` is hidden from the clerk. */
const PASSES: ModuleDefinition = {
  id: 'passes',
  name: 'passes',
  label: 'Passes',
  labelSingular: 'Pass',
  kind: 'plain',
  fields: [
    field('vip', 'Checkbox'),
    field('gift', 'TextField', {
      required: true,
      dependent: true,
      parentField: 'vip',
      fieldsToTrigger: { kind: 'checkbox', equals: 'true' },
      validations: [{ condition: { '!==': [{ var: 'record.gift' }, 'none'] }, message: 'Choose a gift.' }],
    }),
    field('ribbon', 'TextField', {
      required: true,
      dependent: true,
      parentField: 'gift',
      fieldsToTrigger: { kind: 'text', contains: 'box' },
    }),
    field('mark', 'TextField'),
    field('due', 'Date', { deadline: true, openWhen: { '!': [{ var: 'record.vip' }] } }),
    field('start', 'Date', { deadline: true, openWhen: { '!==': [{ var: 'record.mark' }, 'final'] } }),
    field('stage', 'Dropdown', {
      dropdown: 'permit_stage',
      default: 'draft',
      optionsBy: { field: 'vip', options: { false: ['draft', 'closed'] } },
      readOnlyWhen: { '==': [{ var: 'record.mark' }, 'final'] },
      transitionRequirements: [{ to: ['closed'], requires: ['gift', 'vip'], message: 'Close it with its gift.' }],
    }),
  ],
  listViews: [
    { name: 'guests', label: 'Guests', filter: { not: { or: [{ vip: true }] } } },
    { name: 'marked', label: 'Marked', filter: { mark: { exists: true } }, sort: { sortField: 'mark', sortOrder: 'asc' } },
  ],
  defaultListView: 'guests',
  validations: [{ condition: { '!==': [{ var: 'record.stage' }, 'rejected'] }, message: 'A pass is not rejected.', fields: ['vip'] }],
};

const ACCESS = { access: true, create: true, mass_update: true, export: true, view: 'All', edit: 'All', delete: 'All' };

describeRules('Rules on fields that a user may not read', (server) => {
  let clerk: ApiClient;
  beforeAll(async () => {
    await publishPermits(server().application);
    await server().application.registry.publish({
      author: undefined,
      changes: [{ kind: 'module', id: 'passes', definition: PASSES }],
    });
    const role = await server().admin.post('/api/roles', {
      name: 'Counter',
      module_access: { permits: ACCESS, passes: ACCESS },
      field_access: { permits: { hours: 'none', starts_on: 'owner-read-owner-write' }, passes: { vip: 'none' } },
    });
    expect(role.status, JSON.stringify(role.body)).toBe(201);
    clerk = await createSignedInUser(server(), 'counter@muster.test', ['Counter']);
  });
  const viewOf = async (client: ApiClient, module: string) => {
    const { body } = await client.get(`/api/ss-modules/by-name/${module}`);
    const { definition: _definition, ...view } = body as JsonObject;
    const fields = view['fields'] as readonly JsonObject[];
    return { view, fieldOf: (name: string) => fields.find(({ fieldName }) => fieldName === name) ?? {} };
  };
  const make = async (path: string, fields: JsonObject): Promise<string> => {
    const { status, body } = await server().admin.post(path, fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return `${path}/${body._id as string}`;
  };

  it('are not part of the module that their client gets, with neither the fields nor the values', async () => {
    const { view, fieldOf } = await viewOf(clerk, 'permits');
    expect(JSON.stringify(view)).not.toContain('"hours"');
    expect(JSON.stringify(view)).not.toContain('record.hours');
    expect(fieldOf('note')).not.toHaveProperty('requiredWhen');
    expect((fieldOf('stage')['transitionRequirements'] as readonly JsonObject[]).map(({ to }) => to)).toEqual([['rejected']]);
    // Of a field that is readable on own records only, clients have no value on those of others.
    expect(fieldOf('ends_on')).not.toHaveProperty('validations');
    expect(view['validations']).toEqual([]);
    expect(fieldOf('fee')).toHaveProperty('readOnlyWhen');
    expect(fieldOf('reason')).toHaveProperty('visibleWhen');
  });

  it('leave a field shown and optional whose visibility its client cannot decide', async () => {
    const { view, fieldOf } = await viewOf(clerk, 'passes');
    expect(JSON.stringify(view)).not.toContain('vip');
    for (const property of ['dependent', 'parentField', 'fieldsToTrigger', 'required', 'validations'])
      expect(fieldOf('gift'), property).not.toHaveProperty(property);
    expect(fieldOf('ribbon')).toMatchObject({ dependent: true, parentField: 'gift' });
    expect(fieldOf('ribbon')).not.toHaveProperty('required');
    for (const property of ['optionsBy', 'transitionRequirements']) expect(fieldOf('stage'), property).not.toHaveProperty(property);
    expect(fieldOf('stage')).toHaveProperty('readOnlyWhen');
    expect([fieldOf('due'), fieldOf('start')].map((one) => 'openWhen' in one)).toEqual([false, true]);
    expect((view['listViews'] as readonly JsonObject[]).map(({ name }) => name)).toEqual(['marked']);
    expect(view).not.toHaveProperty('defaultListView');
    const counted = (await clerk.post('/api/saved-views/counts', { module: 'passes' })).body as unknown as readonly JsonObject[];
    expect(JSON.stringify(counted)).toContain('"marked"');
    expect(JSON.stringify(counted)).not.toContain('"guests"');
    const opens = async (name: string) => (await clerk.put('/api/saved-views/default', { module: 'passes', view: name })).body;
    expect([(await opens('marked'))['default'], (await opens('guests'))['code']]).toEqual(['marked', 'view_not_found']);
    expect((await clerk.put('/api/saved-views/default', { module: 'passes', view: null })).status).toBe(200);
    expect(view['validations']).toEqual([{ ...PASSES.validations?.[0], fields: undefined }]);
  });

  it('are all part of the module that someone gets who may read everything', async () => {
    const { fieldOf, view } = await viewOf(server().admin, 'passes');
    for (const { fieldName, optionsBy, validations, required, transitionRequirements } of PASSES.fields)
      for (const [property, value] of Object.entries({ optionsBy, validations, required, transitionRequirements }))
        if (value !== undefined) expect(fieldOf(fieldName)[property], `${fieldName}.${property}`).toEqual(value);
    expect(view['validations']).toEqual(PASSES.validations);
    expect([view['listViews'], view['defaultListView']]).toEqual([PASSES.listViews, 'guests']);
    expect(fieldOf('due')).toHaveProperty('openWhen');
  });

  it('are decided by the server, which answers with the text of the definition alone', async () => {
    const long = await make('/api/permits', { name: 'Long', hours: 50, note: 'Two people' });
    const message = 'Say why it takes more than 40 hours.';
    const refused = await clerk.put(long, { note: null });
    expect([refused.status, refused.body]).toEqual([
      422,
      { code: 'validation_failed', error: message, details: [{ field: 'note', code: 'required', message }] },
    ]);
    const short = await make('/api/permits', { name: 'Short', hours: 8, note: 'x' });
    expect((await clerk.put(short, { note: null })).status).toBe(200);
  });

  it('decide on the stored record whether a field is shown', async () => {
    const vip = await make('/api/passes', { name: 'V', vip: true, gift: 'box', ribbon: 'red' });
    const other = await make('/api/passes', { name: 'O' });
    const required = (name: string) => [{ field: name, code: 'required', message: `${name} is required.` }];
    expect((await clerk.put(vip, { gift: null })).body.details).toEqual(required('gift'));
    expect((await clerk.put(vip, { ribbon: null })).body.details).toEqual(required('ribbon'));
    expect((await clerk.put(vip, { gift: 'none' })).body.details).toMatchObject([{ field: 'gift', code: 'rule_broken' }]);
    // Hidden: neither required nor checked, and the value is kept.
    expect((await clerk.put(other, { gift: 'none' })).body).toMatchObject({ gift: 'none' });
    expect((await clerk.put(other, { gift: null })).status).toBe(200);
    expect((await clerk.post('/api/passes', { name: 'New' })).status).toBe(201);
  });
});

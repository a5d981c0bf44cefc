import { beforeAll, expect, it } from 'vitest';
import type { SettingView } from '#engine/model/wire';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeRules } from './each-store.ts';

describeRules('The settings with forms', (server) => {
  let keeper: ApiClient;
  const admin = () => server().admin;
  const read = async (key: string): Promise<SettingView> => {
    const { status, body } = await admin().get('/api/admin-settings/forms');
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.data as SettingView[]).find((setting) => setting.key === key) as SettingView;
  };
  const save = ({ _id, version }: Pick<SettingView, '_id' | 'version'>, value: unknown) =>
    admin().put(`/api/admin-settings/${_id}/value`, { value, version });

  beforeAll(async () => {
    keeper = await createSignedInUser(server(), 'keeper@muster.test', ['Keeper']);
  });

  it('are listed with schema, default and origin, and the options that exist now', async () => {
    expect(await read('undo_days')).toMatchObject({
      name: 'Days in which a batch can be undone',
      section: 'general-settings',
      source: 'engine',
      schema: { type: 'integer', minimum: 1 },
      value: 30,
      default: 30,
      hasDefault: true,
      isDefault: true,
      problems: [],
      version: 0,
      changedAt: null,
      changedBy: null,
    });
    const { schema } = await read('staff_user_types');
    expect(schema).toMatchObject({ items: { oneOf: expect.arrayContaining([{ const: 'Standard', title: 'Standard' }]) } });
    expect(await read('motto')).toMatchObject({ schema: null, source: 'product', public: true });
  });

  it('save a value, show who changed it, and reset it', async () => {
    const before = await read('undo_days');
    const saved = await save(before, 14);
    expect([saved.status, saved.body]).toEqual([200, { success: true }]);
    const after = await read('undo_days');
    expect(after).toMatchObject({ value: 14, default: 30, isDefault: false, changedBy: { name: expect.stringMatching(/\w/) } });
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.changedAt).toMatch(/^\d{4}-/);
    expect((await admin().post(`/api/admin-settings/${after._id}/reset`, { version: after.version })).body).toEqual({ success: true });
    expect(await read('undo_days')).toMatchObject({ value: 30, isDefault: true });
  });

  it('refuse a value that breaks the schema, with each part in words, and store nothing', async () => {
    const zone = await read('time_zone');
    expect(await save(zone, 'Nowhere/Else')).toMatchObject({
      status: 422,
      body: {
        code: 'setting_invalid',
        error: 'The value was not saved. Time zone: It must be the name of a time zone, such as America/New_York.',
        details: [{ field: '/value', code: 'setting_invalid' }],
      },
    });
    const pages = await read('first_pages');
    const refused = await save(pages, { Standard: 'https://evil.example', Nobody: '/app/tools' });
    expect(refused.body.details.map(({ field }: { field: string }) => field).sort()).toEqual(['/value/Nobody', '/value/Standard']);
    expect((await save(await read('staff_user_types'), ['Nobody'])).body).toMatchObject({
      code: 'setting_invalid',
      details: [{ field: '/value/0', message: 'Choose one of the options.' }],
    });
    expect((await admin().put(`/api/admin-settings/${zone._id}`, { setting: 5 })).body).toMatchObject({
      code: 'definition_invalid',
      details: [{ field: '/setting', message: 'Time zone: It must be the name of a time zone, such as America/New_York.' }],
    });
    expect(await read('time_zone')).toEqual(zone);
    expect((await admin().put(`/api/admin-settings/${zone._id}/value`, { value: 'UTC' })).body.code).toBe('body_invalid');
    expect((await save({ _id: 'setting_nothing', version: 0 }, 1)).body.code).toBe('definition_not_found');
  });

  it('refuse to overwrite what another admin saved in the meantime, and return it', async () => {
    const opened = await read('password_max_length');
    expect((await save(opened, 40)).status).toBe(200);
    for (const refused of [
      await save(opened, 50),
      await admin().post(`/api/admin-settings/${opened._id}/reset`, { version: opened.version }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'setting_changed']);
      expect(refused.body.current).toMatchObject({ value: 40, key: 'password_max_length' });
    }
    const [one, other] = await Promise.all([60, 70].map(async (value) => save(await read('password_max_length'), value)));
    expect([one?.status, other?.status].sort()).toEqual([200, 409]);
  });

  it('have no default if an admin made them', async () => {
    const { body } = await admin().post('/api/admin-settings', {
      key: 'shelf_metres',
      name: 'Shelf',
      setting: 3,
      section: 'workshop',
      schema: { type: 'number', maximum: 10 },
    });
    const made = await read('shelf_metres');
    expect(made).toMatchObject({ source: 'admin', hasDefault: false, isDefault: false, schema: { maximum: 10 } });
    expect((await save(made, 11)).body.code).toBe('setting_invalid');
    expect((await admin().post(`/api/admin-settings/${body._id}/reset`, { version: made.version })).body.code).toBe('setting_invalid');
    expect((await save(made, 4)).status).toBe(200);
    expect(await read('shelf_metres')).toMatchObject({ value: 4 });
  });

  it('are for System Admins only', async () => {
    const { _id, version } = await read('undo_days');
    for (const client of [keeper, server().anonymous]) {
      const status = client === keeper ? 403 : 401;
      expect((await client.get('/api/admin-settings/forms')).status).toBe(status);
      expect((await client.put(`/api/admin-settings/${_id}/value`, { value: 5, version })).status).toBe(status);
      expect((await client.post(`/api/admin-settings/${_id}/reset`, { version })).status).toBe(status);
    }
    expect((await read('undo_days')).value).toBe(30);
  });
});

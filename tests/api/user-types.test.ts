import { expect, it } from 'vitest';
import { createSetSetting } from '../support/set-setting.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore('User types', (server) => {
  const setSetting = createSetSetting(server);

  it('are staff if the setting lists them, at once', async () => {
    const made = await server().admin.post('/api/users/register', {
      email: 'typist@muster.test',
      password: 'Typist-pass1!',
      first_name: 'Ty',
      last_name: 'Pist',
      userType: 'Standard',
      roles: ['role_keeper'],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const typist = await server().signIn('typist@muster.test', 'Typist-pass1!');
    const describe = async () => {
      const { isStaff, userVariables } = (await typist.get('/api/shell')).body;
      const token = await typist.post('/api/api-tokens', { name: 'Mine', scopes: ['read'], password: 'Typist-pass1!' });
      return { isStaff, userVariables, code: token.body.code, names: (await typist.post('/api/users/search', {})).status };
    };
    const staff = { isStaff: true, userVariables: [], code: undefined, names: 200 };
    expect(await describe()).toEqual(staff);
    await setSetting('staff_user_types', ['Admin']);
    expect(await describe()).toEqual({ isStaff: false, userVariables: [], code: 'staff_only', names: 403 });
    // A System Admin is staff whatever the setting says.
    expect((await server().admin.get('/api/shell')).body.isStaff).toBe(true);
    await expect(setSetting('staff_user_types', 'Standard')).rejects.toMatchObject({ code: 'definition_invalid' });
    await setSetting('staff_user_types', ['Admin', 'Standard']);
    expect(await describe()).toEqual(staff);
  });
});

import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { ApiClient } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore('The invariants of the product', (server) => {
  const admin = (): ApiClient => server().admin;
  const makeAdmin = async (name: string): Promise<string> =>
    (
      await admin().post('/api/users/register', {
        email: `${name}@muster.test`,
        password: 'Admin-pass1!',
        first_name: name,
        last_name: 'Boss',
        userType: 'System Admin',
      })
    ).body._id as string;

  it('protect the team of everyone, which may be renamed and not deleted', async () => {
    for (const response of [
      await admin().delete(`/api/teams/${GLOBAL_TEAM_ID}`),
      await admin().put(`/api/teams/mark-deleted/${GLOBAL_TEAM_ID}`),
    ]) {
      expect([response.status, response.body.code]).toEqual([422, 'global_team_needed']);
    }
    expect((await admin().put('/api/teams/mark-as-deleted/by-array', { ids: [GLOBAL_TEAM_ID] })).body).toMatchObject({
      success: false,
      refused: [{ code: 'global_team_needed' }],
    });
    expect((await admin().put(`/api/teams/${GLOBAL_TEAM_ID}`, { name: 'All of us' })).body.name).toBe('All of us');
  });

  it('protect a team that users or records belong to', async () => {
    const team = (await admin().post('/api/teams', { name: 'North' })).body._id as string;
    const member = await makeAdmin('Nora');
    await admin().post('/api/users/update-teams', { userId: member, teams: [team] });
    const refused = await admin().delete(`/api/teams/${team}`);
    expect([refused.status, refused.body.code], JSON.stringify(refused.body)).toEqual([409, 'team_in_use']);
    expect(refused.body.error).toContain('Users');
    expect((await admin().put('/api/teams/mark-as-deleted/by-array', { ids: [team] })).body.refused).toMatchObject([
      { code: 'team_in_use' },
    ]);
    await admin().post('/api/users/update-teams', { userId: member, teams: [] });
    expect((await admin().delete(`/api/teams/${team}`)).body).toMatchObject({ success: true });
    await admin().put(`/api/users/mark-deleted/${member}`);
  });

  it('protect the last System Admin who can sign in', async () => {
    const { _id: own } = (await admin().get('/api/users/user-session')).body.user;
    const leaving = [
      () => admin().put(`/api/users/${own}`, { active: false }),
      () => admin().put(`/api/users/${own}`, { userType: 'Standard' }),
      () => admin().put(`/api/users/mark-user-inactive/${own}`),
      () => admin().put(`/api/users/mark-deleted/${own}`),
    ];
    for (const leave of leaving) {
      const { status, body } = await leave();
      expect([status, body.code]).toEqual([422, 'last_admin_needed']);
    }
    const other = await makeAdmin('second');
    expect((await admin().put(`/api/users/mark-deleted/${own}`)).body.success).toBe(true);
    const second = await server().signIn('second@muster.test', 'Admin-pass1!');
    expect((await second.put(`/api/users/${other}`, { active: false })).body.code).toBe('last_admin_needed');
    expect((await second.put('/api/users/restore/by-array', { ids: [own] })).body.success).toBe(true);
  });

  it('let one of two System Admins leave when both leave at once, not both', async () => {
    const client = await server().signIn('second@muster.test', 'Admin-pass1!');
    const ids = (await client.post('/api/users/search', { searchTerms: { userType: 'System Admin', active: true } })).body.data.map(
      ({ _id }: { _id: string }) => _id,
    ) as string[];
    expect(ids).toHaveLength(2);
    const responses = await Promise.all(ids.map((id) => client.put(`/api/users/${id}`, { active: false })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await server().application.records.find(SYSTEM_ACTOR, {
      module: 'users',
      filter: { userType: 'System Admin', active: true },
    });
    expect(left.total).toBe(1);
  });
});

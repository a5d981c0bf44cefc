import { beforeAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { download, SMALL_PDF, upload } from '../../../tests/support/upload.ts';

describePluginRules('Social conversations', (server) => {
  let ann: HiredUser;
  let bob: HiredUser;
  let pia: HiredUser;

  const hire = (name: string, fields: object = {}) => hireUser(server(), name, { last_name: 'Posts', ...fields });
  const start = async ({ client }: HiredUser, fields: object = {}): Promise<{ readonly _id: string; readonly [name: string]: unknown }> =>
    must(client.post('/api/social-conversations', { name: 'News', message: 'Lunch is on us', ...fields }), 201);
  const comment = ({ client }: HiredUser, conversation: string, fields: object = {}, status = 201) =>
    must(client.post('/api/social-comments', { comment: 'In!', socialConversations_socialComments: conversation, ...fields }), status);

  beforeAll(async () => {
    [ann, bob] = [await hire('Ann', { pinning_posts_enabled: true }), await hire('Bob')];
    const all = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'Owner', delete: 'None' };
    const role = {
      name: 'Talking providers',
      module_access: { socialConversations: all, socialComments: all, socialAttachments: all },
      field_access: {},
    };
    pia = await hire('Pia', { userType: 'Provider', roles: [(await must(server().admin.post('/api/roles', role), 201))._id] });
  });

  it('have comments of those who may see them, in their own name, until they are closed', async () => {
    const conversation = await start(ann, { conversationGroupKey: 'lunch' });
    expect(conversation).toMatchObject({ user: ann.id, activity_date: expect.any(String) });
    const first = await comment(bob, conversation._id, { user: ann.id });
    expect(first).toMatchObject({ user: bob.id, conversationGroupKey: 'lunch' });
    const after = await must(ann.client.get(`/api/social-conversations/${conversation._id}`));
    expect(Date.parse(after.activity_date)).toBeGreaterThan(Date.parse(String(conversation['activity_date'])));
    expect(await comment(pia, conversation._id, {}, 422)).toMatchObject({
      details: [{ field: 'socialConversations_socialComments', code: 'record_not_found' }],
    });
    expect(await must(pia.client.put(`/api/social-conversations/update-activity-date/${conversation._id}`, {}), 404)).toMatchObject({
      code: 'record_not_found',
    });
    const { activity_date } = await must(bob.client.put(`/api/social-conversations/update-activity-date/${conversation._id}`, {}));
    expect(activity_date > after.activity_date).toBe(true);
    await must(server().admin.put(`/api/social-conversations/${conversation._id}`, { closed: true }));
    expect(await comment(bob, conversation._id, {}, 422)).toMatchObject({ code: 'social_conversation_closed' });
  });

  it('are viewed and liked by each caller, in their own name', async () => {
    const { _id } = await start(ann);
    const ids: readonly string[] = [(await comment(ann, _id))._id, (await comment(ann, _id))._id, (await comment(ann, _id))._id];
    const unseen = async ({ client, id: userId }: HiredUser): Promise<number> =>
      (await must(client.post('/api/social-comments/by-conversations-and-not-viewed-by', { conversationIds: [_id], userId }))).total;
    await must(bob.client.put('/api/social-comments/mark-one-as-viewed-by/by-user', { id: ids[0], userToAdd: ann.id }));
    expect([await unseen(bob), await unseen(ann)]).toEqual([2, 3]);
    await Promise.all([ann, bob].map(({ client }) => must(client.put('/api/social-comments/mark-as-viewed-by/by-user', { ids }))));
    expect([await unseen(bob), await unseen(ann)]).toEqual([0, 0]);
    await must(pia.client.put('/api/social-comments/mark-one-as-viewed-by/by-user', { id: ids[0] }), 404);
    const like = ({ client }: HiredUser, liked: boolean, status = 200) =>
      must(client.put(`/api/social-comments/like/${ids[0]}`, { liked }), status);
    await Promise.all([like(ann, true), like(bob, true)]);
    expect(await like(bob, true)).toEqual({ liked: true, likes: 2 });
    expect(await like(bob, false)).toEqual({ liked: false, likes: 1 });
    await like(pia, true, 404);
    expect(await must(bob.client.put(`/api/social-comments/${ids[0]}`, { liked_by: [bob.id] }), 403)).toMatchObject({
      code: expect.stringMatching(/not_writable|not_allowed/),
    });
  });

  it('have attachments, which are read by who may see the conversation, and deleted with their comment', async () => {
    const [open, other] = [await start(ann, { participants: [pia.id] }), await start(ann)];
    const attach = async (conversation: string) => {
      const { path } = (await upload(ann.client, { name: 'plan.pdf', content: SMALL_PDF })).body;
      const { _id: id } = await comment(ann, conversation);
      const fields = { name: 'Plan', path, socialComments_socialAttachments: id, user: bob.id };
      return { comment: id, path, file: await must(ann.client.post('/api/social-attachments', fields), 201) };
    };
    const [first, second] = [await attach(open._id), await attach(other._id)];
    expect(first.file).toMatchObject({ user: ann.id, filename: 'plan.pdf', socialConversations_socialAttachments: open._id });
    const statuses = async (path: string) => [(await download(bob.client, path)).status, (await download(pia.client, path)).status];
    expect([await statuses(first.path), await statuses(second.path)]).toEqual([
      [200, 200],
      [200, 404],
    ]);
    await must(pia.client.get(`/api/social-attachments/${first.file._id}`));
    await must(server().admin.put(`/api/social-comments/mark-deleted/${first.comment}`, {}));
    await must(pia.client.get(`/api/social-attachments/${first.file._id}`), 404);
    expect(await statuses(first.path)).toEqual([404, 404]);
  });

  it('are pinned by users who may pin posts', async () => {
    const refused = await must(bob.client.post('/api/social-conversations', { name: 'Mine', pinned: true }), 403);
    expect(refused).toMatchObject({ code: 'pinning_not_enabled', error: 'You may not pin posts. An admin can allow it for your user.' });
    const { _id } = await start(ann, { pinned: true, assigned_to: bob.id });
    expect(await must(bob.client.put(`/api/social-conversations/${_id}`, { pinned: false }), 403)).toMatchObject({
      code: 'pinning_not_enabled',
    });
    await must(bob.client.put(`/api/social-conversations/${_id}`, { name: 'Renamed' }));
    await must(server().admin.put(`/api/social-conversations/${_id}`, { pinned: false }));
  });

  it('are made about achievements, once for each', async () => {
    const client = (await must(server().admin.post('/api/clients', { name: 'Ours' }), 201))._id;
    const fields = { name: 'First placement', related_module: 'placements', client };
    const achievement = (await must(server().admin.post('/api/achievements', fields), 201))._id;
    const make = () =>
      must(
        ann.client.post('/api/social-conversations/social-achievement-conversation-create', { user: bob.id, achievements: [achievement] }),
        201,
      );
    const { conversations } = await make();
    expect(await make()).toEqual({ conversations });
    expect(await must(bob.client.get(`/api/social-conversations/${conversations[0]}`))).toMatchObject({
      name: 'Bob Posts has earned an achievement',
      conversation_type: 'Achievement',
      user: bob.id,
    });
  });

  it('and comments on records are liked by those who may see the record', async () => {
    const lead = await must(server().admin.post('/api/leads?duplicates=allow', { first_name: 'Mei', last_name: 'Tanaka' }), 201);
    const on = { module: 'leads', id: lead._id };
    const { _id } = await must(ann.client.post('/api/record-comments/create', { ...on, comment: 'Called twice.' }), 201);
    expect(await must(bob.client.put(`/api/record-comments/${_id}/liked`, { liked: true }))).toEqual({ liked: true, likes: 1 });
    expect((await must(bob.client.post('/api/record-comments/search', on))).data).toMatchObject([{ likes: 1, isLiked: true }]);
    expect((await must(ann.client.post('/api/record-comments/search', on))).data).toMatchObject([{ likes: 1, isLiked: false }]);
    expect(await must(pia.client.put(`/api/record-comments/${_id}/liked`, { liked: true }), 403)).toMatchObject({
      code: 'comments_for_staff',
    });
  });
});

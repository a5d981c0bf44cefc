import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { publishPermits } from '../support/publish-permits.ts';
import { createRefusalChecks } from '../support/refused-saves.ts';
import { describeRules } from './each-store.ts';

describeRules('Rules in definitions', (server) => {
  beforeAll(() => publishPermits(server().application));
  const { expectRefused, expectNotCreated } = createRefusalChecks(server, { path: '/api/permits', module: 'permits' });
  const make = async (fields: JsonObject = {}): Promise<string> => {
    const { status, body } = await server().admin.post('/api/permits', { name: 'Permit', ...fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body._id as string;
  };
  const put = (id: string, fields: JsonObject) => server().admin.put(`/api/permits/${id}`, fields);

  it('refuse a save with all problems and the texts of the definition, on every endpoint', async () => {
    const note = { field: 'note', code: 'required', message: 'Say why it takes more than 40 hours.' };
    const end = { field: 'ends_on', code: 'rule_broken', message: 'The end is before the start.' };
    const refusal = { code: 'validation_failed', error: note.message, details: [note, end] };
    const fields = { name: 'Long', hours: 50, starts_on: '2026-03-02', ends_on: '2026-03-01' };
    await expectNotCreated(fields, refusal);
    await expectRefused(await make(), fields, refusal);
    const start = { field: '', code: 'rule_broken', message: 'A permit in review has a first day.' };
    await expectRefused(
      await make(),
      { stage: 'review' },
      { code: 'validation_failed', error: 'Some fields need attention.', details: [start] },
    );
  });

  it('require what a value of a dropdown needs, with the code of the definition', async () => {
    const message = 'Give the reason of the rejection.';
    const details = [{ field: 'reason', code: 'permit_reason_required', message }];
    const refusal = { code: 'permit_reason_required', error: message, details };
    await expectNotCreated({ name: 'Refused', stage: 'rejected' }, refusal);
    const id = await make();
    await expectRefused(id, { stage: 'rejected' }, refusal);
    expect((await put(id, { stage: 'rejected', reason: 'Late' })).status).toBe(200);
    await expectRefused(id, { reason: null }, refusal);
  });

  it('are part of the explanation why a field cannot be changed', async () => {
    const id = await make({ fee: 5, starts_on: '2026-03-02', stage: 'draft' });
    const explain = async (field: string, action = 'edit') =>
      (await server().admin.get(`/api/access/explain?module=permits&id=${id}&field=${field}&action=${action}`)).body;
    expect((await explain('fee')).allowed).toBe(true);
    expect((await put(id, { stage: 'review' })).status).toBe(200);
    const { allowed, reasons } = await explain('fee');
    expect([allowed, reasons.at(-1)]).toEqual([
      false,
      { rule: 'read_only_when', passes: false, decides: true, text: 'Fee cannot be changed while the record is as it is.' },
    ]);
    expect([(await explain('note')).allowed, (await explain('fee', 'view')).allowed]).toEqual([true, true]);
  });

  it('make a field read-only like a field that is always read-only', async () => {
    const id = await make({ fee: 5, starts_on: '2026-03-02', stage: 'draft' });
    expect((await put(id, { stage: 'review' })).status).toBe(200);
    const { status, body } = await put(id, { fee: 6 });
    expect([status, body.code, body.error, body.details]).toEqual([
      403,
      'field_not_writable',
      'You may not change Fee.',
      [{ field: 'fee', code: 'field_not_writable', message: 'You may not change this field.' }],
    ]);
    // The stored value may be sent back.
    expect((await put(id, { fee: 5, hours: 3 })).status).toBe(200);
  });

  it('are part of the module that browsers get', async () => {
    const { body } = await server().admin.get('/api/ss-modules/by-name/permits');
    const fieldOf = (name: string) => (body.fields as readonly JsonObject[]).find(({ fieldName }) => fieldName === name);
    expect(fieldOf('fee')).toMatchObject({ readOnlyWhen: { in: [{ var: 'record.stage' }, ['review', 'closed']] } });
    expect(fieldOf('note')).toMatchObject({ requiredWhen: { '>': [{ var: 'record.hours' }, 40] } });
    expect(fieldOf('reason')).toMatchObject({ visibleWhen: { '==': [{ var: 'record.stage' }, 'rejected'] } });
    expect(fieldOf('stage')?.['transitionRequirements']).toHaveLength(2);
    expect(body.validations).toHaveLength(2);
  });

  it('prevent that a field they read is removed', async () => {
    const { registry } = server().application;
    const definition = registry.current().module('permits')?.definition;
    const fields = definition?.fields.filter(({ fieldName }) => fieldName !== 'hours');
    const publishing = registry.publish({
      author: undefined,
      changes: [{ kind: 'module', id: 'permits', definition: { ...definition, fields } }],
    });
    const error = await publishing.then(
      () => undefined,
      (thrown: { readonly code: string; readonly details: readonly { readonly field: string }[] }) => thrown,
    );
    expect(error?.code).toBe('definition_invalid');
    expect(error?.details.map(({ field }) => field)).toEqual(
      expect.arrayContaining([expect.stringContaining('transitionRequirements/1/when'), expect.stringContaining('/requiredWhen/>/0/var')]),
    );
  });
});

import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { publishOrders } from '../support/publish-orders.ts';
import { createResponseChecks } from './response-checks.ts';
import type { Schema } from './schema-values.ts';
import { describeRules } from './each-store.ts';

describeRules('Fields with an entry schema', (server) => {
  beforeAll(() => publishOrders(server().application));
  const make = async (fields: JsonObject = {}): Promise<JsonObject> => {
    const { status, body } = await server().admin.post('/api/orders', { name: 'Order', ...fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body as JsonObject;
  };
  const put = (id: string, fields: JsonObject) => server().admin.put(`/api/orders/${id}`, fields);
  const read = (id: string): Promise<JsonObject> => server().application.records.get(SYSTEM_ACTOR, { module: 'orders', id });
  const problemsOf = async (fields: JsonObject): Promise<readonly string[]> => {
    const { status, body } = await server().admin.post('/api/orders', { name: 'Order', ...fields });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    return (body.details as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
  };
  const findUser = async (): Promise<string> => {
    const found = await server().application.records.find(SYSTEM_ACTOR, { module: 'users', limit: 1 });
    return found.data[0]?._id as string;
  };

  it('store each value as a field of its type does, and leave out empty entries', async () => {
    const user = await findUser();
    const line = {
      item: '  Paint ',
      kind: 'goods',
      quantity: 2,
      amount: 12.5,
      due: '2026-03-02',
      checked_at: '2026-03-02T15:30:00+01:00',
      done: false,
      responsible: { _id: user, name: 'Anyone' },
      earlier: null,
    };
    const { _id } = await make({ lines: [{}, line, { item: '', done: null }], delivery: { place: 'Yard', day: '' } });
    const stored = await read(_id as string);
    expect(stored['lines']).toEqual([
      {
        item: 'Paint',
        kind: 'goods',
        quantity: 2,
        amount: 12.5,
        due: '2026-03-02',
        checked_at: '2026-03-02T14:30:00.000Z',
        done: false,
        responsible: user,
      },
    ]);
    expect(stored['delivery']).toEqual({ place: 'Yard' });
    expect((await put(_id as string, { lines: [{}], delivery: {} })).status).toBe(200);
    expect(await read(_id as string)).not.toHaveProperty('lines');
    expect(await read(_id as string)).not.toHaveProperty('delivery');
  });

  it('refuse a save with every problem, each with the path of its value', async () => {
    const { _id: id } = await make();
    expect(
      await problemsOf({
        lines: [
          { item: 'Paint', kind: 'food', quantity: 1.5, amount: 0.001, due: '2026-02-30', checked_at: 'noon', done: 'yes' },
          {},
          { quantity: 0, amount: 'ten', colour: 'red' },
          'Brush',
          { item: 'Brush', responsible: 'nobody', earlier: id as string },
        ],
        delivery: { day: '2026-03-02' },
      }),
    ).toEqual([
      'lines.0.kind not_an_option',
      'lines.0.quantity not_an_integer',
      'lines.0.amount too_many_decimals',
      'lines.0.due not_a_date',
      'lines.0.checked_at not_a_date_time',
      'lines.0.done wrong_type',
      'lines.2.colour unknown_column',
      'lines.2.quantity too_small',
      'lines.2.amount wrong_type',
      'lines.2.item required',
      'lines.3 wrong_type',
      'delivery.place required',
    ]);
    const { body } = await server().admin.post('/api/orders', { name: 'Order', delivery: { day: '2026-03-02' } });
    expect(body.details).toEqual([{ field: 'delivery.place', code: 'required', message: 'Say where it goes.' }]);
    expect(await problemsOf({ lines: [{ item: 'Brush' }, { item: 'Brush', responsible: 'nobody', earlier: id as string }] })).toEqual([
      'lines.1.responsible record_not_found',
    ]);
    expect(await problemsOf({ lines: [{ item: 'x'.repeat(1001) }] })).toEqual(['lines.0.item too_long']);
    expect(await problemsOf({ lines: Array.from({ length: 1001 }, () => ({ item: 'x' })) })).toEqual(['lines too_long']);
    expect(await problemsOf({ lines: Array.from({ length: 100 }, () => ({ item: 'x'.repeat(900) })) })).toEqual(['lines too_long']);
    expect(await problemsOf({ lines: { item: 'x' }, delivery: [{ place: 'x' }] })).toEqual(['lines wrong_type', 'delivery wrong_type']);
  });

  it('name the records that entries refer to when a record is read with its relates', async () => {
    const user = await findUser();
    const earlier = await make({ name: 'First' });
    const { _id } = await make({
      lines: [{ item: 'Paint', earlier: earlier['_id'] ?? null }, { item: 'Brush' }],
      delivery: { place: 'Yard', contact: user },
    });
    const { body } = await server().admin.get(`/api/orders/with-relationships/${_id as string}`);
    expect(body.lines).toEqual([
      { item: 'Paint', earlier: { _id: earlier['_id'], module: 'orders', name: 'First', open: true } },
      { item: 'Brush' },
    ]);
    expect(body.delivery).toMatchObject({ contact: { _id: user, module: 'users', open: true } });
    // What was read can be sent back.
    const { _version } = await read(_id as string);
    expect((await put(_id as string, { lines: body.lines, delivery: body.delivery })).status).toBe(200);
    expect((await read(_id as string))['_version']).toBe(_version);
  });

  it('are counted as dependents of the records that they refer to', async () => {
    const earlier = (await make({ name: 'Referred to' }))['_id'] as string;
    await make({
      lines: [
        { item: 'Paint', earlier },
        { item: 'Brush', earlier },
      ],
    });
    const { body } = await server().admin.get(`/api/orders/${earlier}/dependents`);
    expect(body.data).toEqual([{ module: 'orders', relation: 'lines', count: 1 }]);
  });

  it('accept stored entries from before a column was changed, in every save', async () => {
    const lines = [{ item: 'Paint', quantity: 1, amount: 5 }, { item: 'Brush' }];
    const { _id } = await make({ name: 'Old', lines });
    const id = _id as string;
    await publishOrders(server().application, (columns) => [
      ...columns.filter(({ fieldName }) => fieldName !== 'amount'),
      { fieldName: 'shelf', label: 'Shelf', inputType: 'TextField', required: true },
    ]);
    try {
      expect((await server().admin.get(`/api/orders/${id}`)).body.lines).toEqual(lines);
      expect((await put(id, { note: 'Late' })).status).toBe(200);
      expect((await put(id, { note: 'Later', lines })).status).toBe(200);
      // A changed entry keeps its value of the removed column and needs the new one; the other entry stays as it is.
      const changed = { item: 'Paint', quantity: 2, amount: 5 };
      const refused = await put(id, { lines: [changed, lines[1] as JsonObject] });
      expect(refused.body.details).toEqual([{ field: 'lines.0.shelf', code: 'required', message: 'Shelf is required.' }]);
      expect((await put(id, { lines: [{ ...changed, shelf: 'B' }, lines[1] as JsonObject] })).status).toBe(200);
      expect((await read(id))['lines']).toEqual([{ ...changed, shelf: 'B' }, lines[1]]);
      const other = await put(id, { lines: [{ item: 'Paint', amount: 6, shelf: 'B' }] });
      expect(other.body.details).toMatchObject([{ field: 'lines.0.amount', code: 'unknown_column' }]);
    } finally {
      await publishOrders(server().application);
    }
  });

  it('are typed in the OpenAPI document, and in the module that browsers get', async () => {
    const { body: document } = await server().admin.get('/api/openapi.json');
    const { schemas } = document.components as { schemas: { [name: string]: Schema } };
    expect(schemas['Entry.orders.lines']).toMatchObject({
      type: 'object',
      properties: {
        item: { title: 'Item', type: 'string' },
        kind: { enum: ['goods', 'work'] },
        quantity: { type: 'integer', minimum: 1 },
        earlier: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/PopulatedRelate' }] },
      },
    });
    const operation = (document.paths as { [path: string]: { get: { responses: { [status: string]: Schema } } } })['/api/orders/{id}'];
    const check = createResponseChecks(document as Schema)(
      { method: 'get', path: '/api/orders/{id}', responses: operation?.get.responses ?? {} },
      200,
    );
    const made = await make({ lines: [{ item: 'Paint', kind: 'goods' }], delivery: { place: 'Yard' } });
    const { body } = await server().admin.get(`/api/orders/${made['_id'] as string}`);
    expect([check(body), check.errors]).toEqual([true, null]);
    expect(check({ ...body, lines: [{ item: 5 }] })).toBe(false);
    const { body: view } = await server().admin.get('/api/ss-modules/by-name/orders');
    expect((view.fields as JsonObject[]).find(({ fieldName }) => fieldName === 'lines')?.['entry']).toMatchObject({
      columns: expect.arrayContaining([{ fieldName: 'kind', label: 'Kind', inputType: 'Dropdown', dropdown: 'order_kind' }]) as unknown,
    });
    expect(view.dropdowns).toHaveProperty('order_kind');
  });

  it('keep the dropdowns and modules that their columns name', async () => {
    const { registry } = server().application;
    const removing = registry.publish({ author: undefined, changes: [{ kind: 'dropdown', id: 'order_kind', definition: null }] });
    await expect(removing).rejects.toMatchObject({ code: 'definition_in_use' });
  });
});

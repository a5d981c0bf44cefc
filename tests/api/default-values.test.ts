import { beforeAll, expect, it } from 'vitest';
import { addDays, addMonths } from '../../engine/model/field-types/date-types.ts';
import { zoneClock } from '#engine/model/time';
import { toText, type JsonObject } from '#engine/model/values';
import { createSetSetting } from '../support/set-setting.ts';
import { describeRules } from './each-store.ts';

/** The zone that is the furthest ahead: its day often differs from that of the machine. */
const ZONE = 'Pacific/Kiritimati';
const own = (name: string): JsonObject => ({ var: `record.${name}` });

const FIELDS: readonly JsonObject[] = [
  { id: 'n_number', fieldName: 'number', label: 'Number', inputType: 'AutoIncrement', numberFormat: 'INV-{0000}', firstNumber: 41 },
  { id: 'n_issued', fieldName: 'issued', label: 'Issued', inputType: 'Date', defaultDate: 'Today' },
  { id: 'n_month', fieldName: 'month', label: 'Month', inputType: 'Date', defaultDate: 'First Day of Next Month' },
  { id: 'n_at', fieldName: 'remind_at', label: 'Remind at', inputType: 'DateTime', defaultDate: 'Tomorrow' },
  { id: 'n_due', fieldName: 'due', label: 'Due', inputType: 'Date', defaultFormula: { add_days: [own('issued'), 30] } },
  { id: 'n_phone', fieldName: 'dial', label: 'Dial', inputType: 'TextField', mask: '(000) 000-0000' },
  { id: 'n_net', fieldName: 'net', label: 'Net', inputType: 'Currency' },
  { id: 'n_taxed', fieldName: 'taxed', label: 'Taxed', inputType: 'Checkbox' },
  {
    id: 'n_gross',
    fieldName: 'gross',
    label: 'Gross',
    inputType: 'Currency',
    visibleWhen: { '==': [own('taxed'), true] },
    defaultFormula: { '*': [own('net'), 1.2] },
  },
  { id: 'n_owner', fieldName: 'owner', label: 'Owner', inputType: 'Relate', ref: 'users' },
  { id: 'n_payer', fieldName: 'payer', label: 'Payer', inputType: 'Relate', ref: 'users', defaultFormula: own('owner') },
];

describeRules('Default values', (server) => {
  const admin = () => server().admin;
  const setSetting = createSetSetting(server);
  const create = async (fields: JsonObject): Promise<JsonObject> => {
    const { status, body } = await admin().post('/api/invoices', fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as JsonObject;
  };
  const today = () => zoneClock(ZONE).dayOf(Date.now());
  let moduleId = '';

  beforeAll(async () => {
    await setSetting('time_zone', ZONE);
    const { status, body } = await admin().post('/api/ss-modules', {
      name: 'invoices',
      label: 'Invoices',
      labelSingular: 'Invoice',
      name_template: 'Invoice {number}',
      fields: FIELDS,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    moduleId = String(body._id);
  });

  it('are days in the time zone of the company, and follow from other defaults', async () => {
    const before = today();
    const made = await create({});
    expect([before, today()]).toContain(made['issued']);
    const issued = toText(made['issued']);
    expect(made['month']).toBe(`${addMonths(issued, 1).slice(0, 8)}01`);
    expect(made['due']).toBe(addDays(issued, 30));
    expect(zoneClock(ZONE).dayOf(Date.parse(toText(made['remind_at'])))).toBe(addDays(issued, 1));
    expect(toText(made['remind_at']).slice(16)).toBe(':00.000Z');
  });

  it('give way to a value, and to an empty one', async () => {
    expect(await create({ issued: '2026-01-31', due: null })).toMatchObject({ issued: '2026-01-31' });
    expect(await create({ issued: '2026-01-31' })).toMatchObject({ due: '2026-03-02' });
    expect((await create({ due: null }))['due'] ?? null).toBeNull();
    expect((await create({ issued: null }))['due'] ?? null).toBeNull();
  });

  it('are worked out from other fields only while the field is shown', async () => {
    expect((await create({ net: 10.05 }))['gross'] ?? null).toBeNull();
    expect(await create({ net: 10.05, taxed: true })).toMatchObject({ gross: 12.06 });
    expect(await create({ net: 10, taxed: true, gross: 11 })).toMatchObject({ gross: 11 });
  });

  it('copy a record, and can be searched by', async () => {
    const { data } = (await admin().post('/api/users/search', { pageSize: 1 })).body as { data: { _id: string }[] };
    const owner = data[0]?._id ?? '';
    const made = await create({ owner });
    expect(made['payer']).toBe(owner);
    const found = await admin().post('/api/invoices/search', { searchTerms: { payer: owner } });
    expect(found.body.data.map(({ _id }: { _id: string }) => _id)).toContain(made['_id']);
  });

  it('number records from the first number on, each once, and name them by it', async () => {
    const made = await Promise.all(Array.from({ length: 25 }, () => create({})));
    const numbers = made.map((one) => Number(one['number']));
    expect(new Set(numbers).size).toBe(25);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(41);
    for (const one of made) expect(one['name']).toBe(`Invoice INV-${Number(one['number']).toFixed(0).padStart(4, '0')}`);
    expect(await create({ name: 'By hand' })).toMatchObject({ name: 'By hand' });
    const sorted = await admin().post('/api/invoices/search', { sortField: 'number', sortOrder: 'asc', pageSize: 100 });
    const order = sorted.body.data.map((one: JsonObject) => Number(one['number'])) as number[];
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order[0]).toBe(41);
  });

  it('goes on above the numbers that were used when the first number is changed', async () => {
    const last = Number((await create({}))['number']);
    const change = async (firstNumber: number) => {
      const { body } = await admin().get(`/api/ss-modules/${moduleId}`);
      const fields = (body.definition.fields as JsonObject[]).map((one) => (one['fieldName'] === 'number' ? { ...one, firstNumber } : one));
      const { status } = await admin().put(`/api/ss-modules/${moduleId}`, { fields });
      expect(status).toBe(200);
    };
    await change(1);
    expect((await create({}))['number']).toBe(last + 1);
    await change(5000);
    expect(await create({})).toMatchObject({ number: 5000, name: 'Invoice INV-5000' });
  });

  it('has texts in the form of their mask, and refuses others', async () => {
    expect(await create({ dial: '4045550142' })).toMatchObject({ dial: '(404) 555-0142' });
    expect(await create({ dial: '404-555-0142' })).toMatchObject({ dial: '(404) 555-0142' });
    const { status, body } = await admin().post('/api/invoices', { dial: '404-555' });
    expect(status).toBe(422);
    expect(body.details).toEqual([{ field: 'dial', code: 'does_not_match_mask', message: 'Type it in the form (000) 000-0000.' }]);
  });

  it('are in the description that forms are made from, unless they read a field that the user may not see', async () => {
    const { body } = await admin().get('/api/ss-modules/by-name/invoices');
    const view = (name: string) => (body.fields as JsonObject[]).find(({ fieldName }) => fieldName === name);
    expect(view('issued')).toMatchObject({ defaultDate: 'Today' });
    expect(view('due')).toMatchObject({ defaultFormula: { add_days: [own('issued'), 30] } });
    expect(view('number')).toMatchObject({ numberFormat: 'INV-{0000}' });
  });

  it('number records above every number that was entered, also at the same time and in one import', async () => {
    const last = Number((await create({}))['number']);
    expect((await create({ number: last + 500 }))['number']).toBe(last + 500);
    expect((await create({}))['number']).toBe(last + 501);
    const { records } = server().application;
    const imported = await records.createMany(
      { kind: 'system' },
      { module: 'invoices', records: [{ number: last + 600 }, {}, { number: last + 599 }, {}] },
    );
    expect(imported.refused).toEqual([]);
    const entered = Array.from({ length: 20 }, (_, index) => last + 1_000 * (index + 1));
    await Promise.all(entered.flatMap((number) => [create({ number }), create({})]));
    await records.update(
      { kind: 'system' },
      { module: 'invoices', id: toText((await create({}))['_id']), fields: { number: last + 100_000 } },
    );
    const next = await Promise.all(Array.from({ length: 10 }, () => create({})));
    expect(Math.min(...next.map((one) => Number(one['number'])))).toBeGreaterThan(last + 100_000);
    const { data } = (await admin().post('/api/invoices/search', { pageSize: 500, fields: ['number'] })).body as { data: JsonObject[] };
    const numbers = data.map((one) => Number(one['number']));
    expect(numbers.length - new Set(numbers).size).toBe(0);
    const tooLarge = await admin().post('/api/invoices', { number: 9_007_199_254_740_991 });
    expect([tooLarge.status, JSON.stringify(tooLarge.body)]).toEqual([422, expect.stringContaining('at most 15 digits')]);
  });
});

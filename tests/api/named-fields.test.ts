import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeRules } from './each-store.ts';

const field = (fieldName: string, inputType: string, more: JsonObject = {}): JsonObject => ({
  id: `named_${fieldName}`,
  fieldName,
  label: fieldName,
  inputType,
  ...more,
});
const LISTS = [
  field('subject', 'Module'),
  field('columns', 'ListField', { fieldsOf: 'subject' }),
  field('terms', 'Object', { filterOf: 'subject' }),
  field('presets', 'Object', { propertiesOf: 'subject' }),
  field('rows', 'Array', { entry: { columns: [{ fieldName: 'by', label: 'By', inputType: 'TextField', fieldsOf: 'subject' }] } }),
];
const CHARTS = [
  field('list', 'Relate', { ref: 'namedLists' }),
  field('other', 'Module'),
  field('group', 'TextField', { fieldsOf: 'list', fieldsElseOf: 'other' }),
  field('kind', 'TextField'),
  field('of', 'TextField', { fieldsOf: 'list', visibleWhen: { '==': [{ var: 'record.kind' }, 'sum'] } }),
];

describeRules('Names of fields in records', (server) => {
  const admin = () => server().admin;
  const must = async (request: Promise<{ status: number; body: JsonObject }>): Promise<JsonObject> => {
    const { status, body } = await request;
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body;
  };
  const make = async (fields: JsonObject, path = 'named-lists'): Promise<string> =>
    (await must(admin().post(`/api/${path}`, { name: 'One', ...fields })))['_id'] as string;
  /** The problems of a refused save: 'field: message'. */
  const refuse = async (request: Promise<{ status: number; body: JsonObject }>): Promise<readonly string[]> => {
    const { status, body } = await request;
    expect([status, body['code']], JSON.stringify(body)).toEqual([422, 'validation_failed']);
    const details = body['details'] as unknown as readonly { field: string; message: string }[];
    return details.map(({ field: at, message }) => `${at}: ${message}`);
  };
  const publish = (name: string, label: string, fields: readonly JsonObject[], more: object = {}) =>
    must(admin().post('/api/ss-modules', { name, label, labelSingular: label, fields, ...more }));
  let gears: string;

  beforeAll(async () => {
    const own = [
      field('size', 'Number'),
      field('price', 'Currency'),
      field('maker', 'Relate', { ref: 'makers' }),
      field('site', 'Address'),
    ];
    gears = (await publish('namedGears', 'Gears', own))['_id'] as string;
    await publish('namedLists', 'Lists', LISTS);
    await publish('namedCharts', 'Charts', CHARTS);
  });

  it('are refused when the module has no such field, with the name and the field of each', async () => {
    const wrong = {
      subject: 'namedGears',
      columns: ['size', 'prise'],
      terms: { and: [{ weight: 1 }, { size: 2 }, { maker: { related: { nothing: 1 } } }] },
      presets: { size: 1, colour: 'red' },
      rows: [{ by: 'size' }, { by: 'age' }],
    };
    const problems = await refuse(admin().post('/api/named-lists', { name: 'Wrong', ...wrong }));
    expect(problems).toEqual([
      'columns: There is no field prise in Gears. Did you mean price?',
      expect.stringMatching(/^terms: There is no field weight in Gears\./u),
      expect.stringMatching(/^terms: There is no field nothing in Makers\./u),
      expect.stringMatching(/^presets: There is no field colour in Gears\./u),
      expect.stringMatching(/^rows\.1\.by: There is no field age in Gears\./u),
    ]);
    const right = {
      columns: ['size', 'name', 'createdAt', '_id', 'maker.name', 'site.city'],
      terms: { or: [{ size: { gte: 2 } }, { maker: { related: { name: 'A' } } }] },
    };
    await make({ ...wrong, ...right, presets: { price: 2 }, rows: [{ by: 'price' }] });
  });

  it('are of the module of a related record, or of a second field while that is empty; a hidden value is not checked', async () => {
    const list = await make({ subject: 'namedGears' });
    const create = (fields: JsonObject) => admin().post('/api/named-charts', { name: 'Chart', ...fields });
    expect(await refuse(create({ list, group: 'nothing' }))).toEqual([expect.stringMatching(/^group: .* nothing in Gears/u)]);
    expect(await refuse(create({ other: 'makers', group: 'price' }))).toEqual([expect.stringMatching(/^group: .* in Makers/u)]);
    await must(create({ list, group: 'size', kind: 'count', of: 'nothing' }));
    expect(await refuse(create({ list, group: 'size', kind: 'sum', of: 'nothing' }))).toEqual([expect.stringMatching(/^of: /u)]);
    // While it names no module, anything can be typed.
    await must(create({ group: 'anything' }));
  });

  it('stay accepted when their field is gone, while the module and the name are the same; others are refused', async () => {
    const id = await make({ subject: 'namedGears', columns: ['size', 'price'], terms: { price: { gte: 1 } } });
    const { definition } = (await must(admin().get(`/api/ss-modules/${gears}`))) as { readonly definition?: JsonObject };
    const fields = (definition?.['fields'] ?? []) as readonly JsonObject[];
    await must(admin().put(`/api/ss-modules/${gears}?values=clear`, { fields: fields.filter(({ fieldName }) => fieldName !== 'price') }));
    const update = (changes: JsonObject) => admin().put(`/api/named-lists/${id}`, changes);
    await must(update({ description: 'Other', columns: ['size', 'price'] }));
    await must(update({ columns: ['price', 'size', 'name'] }));
    await must(update({ terms: { and: [{ price: { gte: 2 } }, { size: 1 }] } }));
    expect(await refuse(update({ columns: ['price', 'weight'] }))).toEqual([expect.stringMatching(/^columns: There is no field weight/u)]);
    expect(await refuse(update({ subject: 'makers' }))).toContainEqual(expect.stringMatching(/^columns: .* size in Makers/u));
    await must(update({ columns: ['name'], terms: {} }));
    expect(await refuse(update({ columns: ['price'] }))).toEqual([expect.stringMatching(/^columns: There is no field price/u)]);
  });

  it('that a user may not read are refused like those that no field has', async () => {
    const role = {
      name: 'Lister',
      module_access: {
        namedLists: { access: true, create: true, view: 'All', edit: 'All' },
        namedGears: { access: true, view: 'All' },
      },
      field_access: { namedGears: { maker: 'none' } },
    };
    await must(admin().post('/api/roles', role));
    const clerk = await createSignedInUser(server(), 'lister@muster.test', ['Lister']);
    const create = (columns: readonly string[]) => clerk.post('/api/named-lists', { name: 'Mine', subject: 'namedGears', columns });
    const [hidden] = await refuse(create(['maker']));
    expect(hidden?.replaceAll('maker', 'x')).toBe((await refuse(create(['xxxxx'])))[0]?.replaceAll('xxxxx', 'x'));
    await must(create(['size']));
  });
});

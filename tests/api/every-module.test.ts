import { beforeAll, expect, it } from 'vitest';
import { fillTerms } from '#engine/model/filter';
import { getFinderMethod, type FinderDefinition } from '#engine/model/definitions';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';
import type { TestResponse, ApiClient } from '../support/api-client.ts';
import { upload } from '../support/upload.ts';
import { loadShipped } from '../registry/load-shipped.ts';
import { describeOnEachStore } from './each-store.ts';
import { makeFields, makeWrongType, makeTerms, makeInvalid, writableFields, type ValueTargets } from './record-values.ts';

/** The fields of plugins are tested too; the rules of their hooks have tests of their own. */
const plugins = ENABLED_PLUGINS.map(({ hooks: _, ...plugin }) => plugin);
const snapshot = await loadShipped();
/** Roles are definitions: their endpoints are tested in `definition-endpoints.test.ts`. */
const modules = [...snapshot.modules.values()].filter(({ definition }) => definition.mirrors === undefined);

/** Numbers of the generated records: the first of each module, the tested one, and its changed values. */
const [FIRST, TESTED, CHANGED] = [11, 2, 3];

/** The fields that the first value of a dropdown requires. */
function listRequiredAtFirst({ definition, dropdown }: CompiledField): readonly string[] {
  const { transitionRequirements = [], default: value = dropdown?.options[0]?.value } = definition;
  return transitionRequirements.filter(({ to }) => to.some((one) => one === value)).flatMap(({ requires }) => requires);
}

describeOnEachStore(
  'Every module',
  (server) => {
    let admin: ApiClient;
    const firsts = new Map<string, Promise<string>>();
    const files = new Map<number, string>();

    /**
     * Returns the first record of a module, with only its required fields. There are several users, because some modules allow
     * one record each.
     */
    const first = (name: string, number: number): Promise<string> => {
      const place = name === 'users' ? FIRST + number : FIRST;
      const key = `${name} ${place}`;
      const known = firsts.get(key) ?? (name === 'roles' ? Promise.resolve([...snapshot.roles.keys()][0] ?? '') : makeFirst(name, place));
      firsts.set(key, known);
      return known;
    };
    const makeFirst = async (name: string, number: number): Promise<string> => {
      const module = snapshot.module(name) as CompiledModule;
      const fields = writableFields(module);
      const needed = new Set(['name', ...fields.flatMap(listRequiredAtFirst)]);
      const { status, body } = await admin.post(
        module.path,
        await fill(
          fields.filter((field) => needed.has(field.name) || field.definition.required === true),
          number,
        ),
      );
      expect(status, `the first of ${name}: ${JSON.stringify(body)}`).toBe(201);
      return body._id;
    };
    /** Creates valid values for fields, and first the records that they refer to. */
    const fill = async (fields: readonly CompiledField[], number: number): Promise<JsonObject> => {
      const ids = new Map<string, string>();
      for (const field of fields.flatMap((one) => [one, ...one.columns]))
        for (const to of field.type.comparison === 'exact' || field.type.comparison === 'flex' ? [field.refs[0] ?? 'leads'] : [])
          if (isRelating(field)) ids.set(to, await first(to, number % FIRST));
      const targets: ValueTargets = { idOf: (module) => ids.get(module) ?? '', fileOf: (one) => files.get(one) ?? '' };
      return makeFields(fields, number, targets);
    };

    beforeAll(async () => {
      admin = server().admin;
      for (const number of [FIRST, TESTED, CHANGED])
        files.set(number, (await upload(admin, { name: `${number}.txt`, content: `File ${number}` })).body.path);
      for (const { name } of modules) await first(name, 0);
    });

    it.each(modules.map((module) => [module.name, module] as const))(
      '%s: every field is stored as sent and refuses invalid values; search, finders, update and deletion work',
      async (_, module) => {
        const fields = writableFields(module);
        const sent = await fill(fields, TESTED);
        const made = await admin.post(module.path, sent);
        expect(made.status, JSON.stringify(made.body)).toBe(201);
        const path = `${module.path}/${made.body._id}`;
        expectStored((await admin.get(path)).body, sent);
        expectNumbered(module, made.body);

        expectRefused(await admin.put(path, fieldsOf(fields, makeWrongType)), fields);
        const strict = fields.filter((field) => makeInvalid(field) !== undefined);
        expectRefused(await admin.put(path, fieldsOf(strict, makeInvalid)), strict);
        expectStored((await admin.get(path)).body, sent);

        await expectFound(module, made.body._id, fields, sent);
        const changed = await fill(fields, CHANGED);
        const updated = await admin.put(path, changed);
        expect(updated.status, JSON.stringify(updated.body)).toBe(200);
        expectStored(updated.body, changed);
        await expectFound(module, made.body._id, fields, changed);
        await expectLost(module, made.body._id, fields, { was: sent, is: changed });
        await expectClosed(module, path);
        for (const finder of module.finders) await expectFinderResult(module, made.body._id, finder);

        expect((await admin.put(`${module.path}/mark-deleted/${made.body._id}`)).body).toMatchObject({
          success: true,
          deleted: [made.body._id],
        });
        expect((await admin.post(`${module.path}/search`, { searchTerms: { _id: made.body._id } })).body.total).toBe(0);
        expect((await admin.put(`${module.path}/delete-forever/by-array`, { ids: [made.body._id] })).body).toMatchObject({
          success: true,
          deleted: [made.body._id],
        });
        expect((await admin.get(path)).status).toBe(404);
      },
    );

    it('refuses a setup that is neither W2 nor 1099 with the error text of the specification', async () => {
      const path = '/api/credentialing-setups';
      const refusal = {
        code: 'validation_failed',
        error: 'You must have W2 or 1099 set on this record!',
        details: [{ field: 'provider_type', code: 'required', message: 'You must have W2 or 1099 set on this record!' }],
      };
      expect((await admin.post(path, { name: 'Neither', core_or_managed: 'Core', provider_type: [] })).body).toMatchObject(refusal);
      const made = await admin.post(path, { name: 'Either', core_or_managed: 'Core', provider_type: ['W2'] });
      expect((await admin.put(`${path}/${made.body._id}`, { provider_type: null })).body).toMatchObject(refusal);
    });

    it('returns the comments of some conversations that a user has not seen', async () => {
      const make = async (path: string, fields: object): Promise<string> => (await admin.post(path, fields)).body._id;
      const [one, two, other] = await Promise.all(['One', 'Two', 'Other'].map((name) => make('/api/social-conversations', { name })));
      const [me, you] = [await first('users', 1), await first('users', 2)];
      const comment = (conversation: string | undefined, viewed_by: readonly string[] | null): Promise<string> =>
        make('/api/social-comments', { comment: 'Well done', socialConversations_socialComments: conversation, viewed_by });
      const unseen = [await comment(one, null), await comment(one, []), await comment(two, [you])];
      for (const [conversation, viewers] of [
        [one, [me]],
        [two, [you, me]],
        [other, []],
      ] as const)
        await comment(conversation, viewers);
      const { body } = await admin.post('/api/social-comments/by-conversations-and-not-viewed-by', {
        conversationIds: [one, two],
        userId: me,
      });
      expect((body.data as { readonly _id: string }[]).map(({ _id }) => _id).sort()).toEqual([...unseen].sort());
      expect(
        (await admin.post('/api/social-comments/by-conversations-and-not-viewed-by', { conversationIds: [one, two] })).body,
      ).toMatchObject({ code: 'parameter_invalid', details: [{ field: 'userId' }] });
    });

    it.each(['/api/account-calendar-events', '/api/calendar-events'])(
      '%s requires the hours of an early release, and of no other event',
      async (path) => {
        const event = { title: 'Before the holidays', start: '2026-12-18T12:00:00.000Z', end: '2026-12-18T15:00:00.000Z' };
        const { title: _, ...untitled } = event;
        const fields = path === '/api/calendar-events' ? event : untitled;
        const refuse = async (sent: object, details: readonly object[]): Promise<void> =>
          expect((await admin.post(path, { ...fields, ...sent })).body).toMatchObject({ code: 'validation_failed', details });
        const field = 'number_of_hours';
        for (const event_type of ['Early Release', 'Delayed Start']) {
          await refuse({ event_type }, [{ field, code: 'required', message: 'Type the number of hours.' }]);
          const message = `Type the number of hours of the ${event_type}.`;
          await refuse({ event_type, number_of_hours: 0 }, [{ field, code: 'rule_broken', message }]);
        }
        expect((await admin.post(path, { ...fields, event_type: 'Early Release', number_of_hours: 2 })).status).toBe(201);
        expect((await admin.post(path, fields)).status).toBe(201);
      },
    );

    it('requires a hire date in the past of a Standard user only', async () => {
      const person = { email: 'later@muster.test', first_name: 'La', last_name: 'Ter' };
      const save = (userType: string, hire_date: string) => admin.post('/api/users', { ...person, userType, hire_date });
      const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      expect((await save('Standard', later)).body).toMatchObject({
        code: 'validation_failed',
        details: [{ field: 'hire_date', code: 'rule_broken', message: 'Type a hire date in the past.' }],
      });
      const made = await save('Admin', later);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const path = `/api/users/${made.body._id}`;
      expect((await admin.put(path, { userType: 'Standard' })).body.details).toMatchObject([{ field: 'hire_date', code: 'rule_broken' }]);
      expect((await admin.put(path, { userType: 'Standard', hire_date: '2020-02-03' })).status).toBe(200);
    });

    /** Searches with all terms at once; one by one only to find the field that fails. */
    const expectFound = async (module: CompiledModule, id: string, fields: readonly CompiledField[], record: JsonObject): Promise<void> => {
      const terms = fields.map((field) => makeTerms(field, record[field.name] ?? null));
      const search = async (searchTerms: object): Promise<readonly string[]> => {
        const { body } = await admin.post(`${module.path}/search`, { searchTerms: { ...searchTerms, _id: id }, idsOnly: true });
        return body.data ?? [body.error];
      };
      if (JSON.stringify(await search(Object.assign({}, ...terms) as object)) === JSON.stringify([id])) return;
      for (const one of terms) expect(await search(one), JSON.stringify(one)).toEqual([id]);
    };

    /** No field is found by its earlier value, unless the search terms of both values are equal. */
    const expectLost = async (
      module: CompiledModule,
      id: string,
      fields: readonly CompiledField[],
      { was, is }: { readonly was: JsonObject; readonly is: JsonObject },
    ): Promise<void> => {
      const terms = fields.flatMap((field) => {
        const [before, after] = [was, is].map((document) => makeTerms(field, document[field.name] ?? null));
        return before === undefined || JSON.stringify(before) === JSON.stringify(after) ? [] : [before];
      });
      const { status, body } = await admin.post(`${module.path}/search`, { searchTerms: { or: terms, _id: id }, idsOnly: true });
      expect([status, body.data], JSON.stringify(body.error ?? terms)).toEqual([200, []]);
    };

    /** Fields that the product itself sets cannot be changed, but may be sent back as they were read. */
    const expectClosed = async (module: CompiledModule, path: string): Promise<void> => {
      const names = [...module.fields.values()]
        .filter(({ system, definition }) => system || definition.readOnly === true || definition.inputType === 'AutoIncrement')
        .filter(({ definition }) => definition.internal !== true)
        .map(({ name }) => name);
      const refused = await admin.put(path, Object.fromEntries(names.map((name) => [name, 'something else'])));
      expect([refused.status, refused.body.code], JSON.stringify(refused.body)).toEqual([403, 'field_not_writable']);
      expect((refused.body.details as { readonly field: string }[]).map(({ field }) => field).sort()).toEqual([...names].sort());
      const record = (await admin.get(path)).body as JsonObject;
      expect((await admin.put(path, Object.fromEntries(names.map((name) => [name, record[name] ?? null])))).status).toBe(200);
    };

    /** Calls a finder after the record was updated to match the finder's fixed terms. */
    const expectFinderResult = async (module: CompiledModule, id: string, finder: FinderDefinition): Promise<void> => {
      const { path, terms, result, nextNumberOf, relation } = finder;
      if (relation !== undefined) {
        const { status, body } = await admin.post(`${module.path}${path}`, {});
        expect([status, Array.isArray(body.data)], path).toEqual([200, true]);
        return;
      }
      if (nextNumberOf !== undefined) {
        const number = (await admin.get(`${module.path}/${id}`)).body[nextNumberOf] as number;
        const { status, body } = await admin.get(`${module.path}${path}`);
        expect([status, typeof body[nextNumberOf]], path).toEqual([200, 'number']);
        expect(body[nextNumberOf], path).toBeGreaterThan(number);
        return;
      }
      const fixed = Object.entries(terms ?? {}).flatMap(([name, term]) => fixedValue(module, name, term as JsonValue));
      if (fixed.length > 0) expect((await admin.put(`${module.path}/${id}`, Object.fromEntries(fixed))).status, path).toBe(200);
      const record = (await admin.get(`${module.path}/${id}`)).body as JsonObject;
      const parts = listParts(module, terms as JsonObject, record);
      const url = `${module.path}${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(parts.get(name))))}`;
      const call = (): Promise<TestResponse> => callFinder(admin, url, finder, Object.fromEntries(parts));
      if (result === 'deletion') {
        expect((await call()).body.deleted, url).toContain(id);
        expect((await admin.put(`${module.path}/restore/by-array`, { ids: [id] })).body.restored, url).toEqual([id]);
        return;
      }
      const { status, body } = await call();
      expect(status, `${url} ${JSON.stringify(body)}`).toBe(200);
      if (result === 'page')
        expect(
          (body.data as { readonly _id: string }[]).map(({ _id }) => _id),
          url,
        ).toContain(id);
      else expect(body, url).toMatchObject({ _id: expect.any(String) });
    };
  },
  { plugins },
);

function isRelating({ definition: { inputType } }: CompiledField): boolean {
  return ['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate'].includes(inputType);
}

function fieldsOf(fields: readonly CompiledField[], make: (field: CompiledField) => JsonValue | undefined): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, make(field) ?? null]));
}

/** Expects the values as they were sent; an entry of a message list also has its author and time. */
function expectStored(record: JsonObject, sent: JsonObject): void {
  expect(Object.fromEntries(Object.keys(sent).map((name) => [name, record[name]]))).toMatchObject(sent);
}

function expectNumbered(module: CompiledModule, record: JsonObject): void {
  for (const field of module.fields.values())
    if (field.definition.inputType === 'AutoIncrement') expect(Number.isInteger(record[field.name]), field.name).toBe(true);
}

function expectRefused({ status, body }: TestResponse, fields: readonly CompiledField[]): void {
  expect([status, body.code], JSON.stringify(body)).toEqual([422, 'validation_failed']);
  const named = new Set((body.details as { readonly field: string }[]).map(({ field }) => field.split('.')[0]));
  expect(fields.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
}

/** The value of a term that is not a parameter. */
function fixedValue(module: CompiledModule, name: string, term: JsonValue): readonly (readonly [string, JsonValue])[] {
  const value = typeof term === 'object' && term !== null ? ((term as JsonObject)['equals'] ?? null) : term;
  if (value === null || typeof value === 'object' || (typeof value === 'string' && value.startsWith(':'))) return [];
  return writableFields(module).some((field) => field.name === name) ? [[name, value]] : [];
}

/** The parameters with which a finder finds the record: its own values, and another user for a `not` term. */
function listParts(module: CompiledModule, { not, ...terms }: JsonObject, record: JsonObject): ReadonlyMap<string, JsonValue> {
  const parts = new Map<string, JsonValue>();
  fillTerms(terms, module, ({ name, field, member }) => {
    const current = field === undefined ? record['_id'] : record[field.name];
    const [one = null] = Array.isArray(current) ? (current as readonly JsonValue[]) : [current];
    const value = typeof one === 'object' && one !== null ? (one as JsonObject)[member ?? ''] : one;
    parts.set(name, member === 'in' ? [value ?? null] : (value ?? null));
    return name;
  });
  fillTerms((not ?? {}) as JsonObject, module, ({ name }) => {
    parts.set(name, 'somebody else');
    return name;
  });
  return parts;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function callFinder(client: ApiClient, url: string, finder: FinderDefinition, parts: JsonObject): Promise<TestResponse> {
  const body = Object.fromEntries(Object.entries(parts).filter(([name]) => !finder.path.split('/').includes(`:${name}`)));
  switch (getFinderMethod(finder)) {
    case 'GET':
      return client.get(url);
    case 'DELETE':
      return client.delete(url);
    case 'POST':
      return client.post(url, body);
    case 'PUT':
      return client.put(url, body);
  }
}

import { expect, it } from 'vitest';
import { definePlugin, type PluginManifest } from '#engine';
import type { FieldDefinition } from '#engine/model/definitions';
import type { RefinedFieldType } from '#engine/model/field-types';
import { createPluginHost } from '../../engine/plugin-host/index.ts';
import { loadSnapshot } from '../../engine/registry/index.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Two letters, a hyphen and digits, stored in upper case; throws for one of the values. */
const serial: RefinedFieldType = {
  name: 'serial',
  inputType: 'TextField',
  schema: { pattern: '^[A-Z]{2}-\\d+$' },
  normalize(value) {
    const text = typeof value === 'string' ? value.toUpperCase() : '';
    if (text === 'XX-0') throw new TypeError('Nobody thought of XX-0.');
    return /^[A-Z]{2}-\d+$/.test(text)
      ? { ok: true, value: text }
      : { ok: false, problems: [{ code: 'not_a_serial', message: 'Type two letters, a hyphen and a number, such as AB-12.' }] };
  },
};

const field = (more: Partial<FieldDefinition>): FieldDefinition => ({
  id: 'tools_mark',
  fieldName: 'mark',
  label: 'Mark',
  inputType: 'TextField',
  ...more,
});
const makePlugin = (more: Partial<PluginManifest> = {}, fields = [field({ fieldType: 'serial' })]): PluginManifest =>
  definePlugin({
    name: 'serials',
    version: '1.0.0',
    engine: '*',
    fieldTypes: [serial],
    definitions: { extensions: [{ module: 'tools', fields }] },
    ...more,
  });
const host = (...plugins: readonly PluginManifest[]) =>
  createPluginHost({ plugins, engineVersion: '0.1.0', pluginsFolder: 'nowhere', log });

describeOnEachStore(
  'A field type that a plugin adds',
  (server) => {
    const make = (value: unknown) => server().admin.post('/api/tools', { name: 'Saw', mark: value });

    it('stores values in its normalized form, finds them by it, and rejects others with an error at their field', async () => {
      const made = await make('ab-12');
      expect([made.status, made.body.mark]).toEqual([201, 'AB-12']);
      expect((await server().admin.post('/api/tools/search', { searchTerms: { mark: 'AB-12' } })).body.total).toBe(1);
      expect((await make('12')).body).toMatchObject({
        code: 'validation_failed',
        details: [{ field: 'mark', code: 'not_a_serial', message: 'Type two letters, a hyphen and a number, such as AB-12.' }],
      });
      expect((await make('a'.repeat(2000))).body.details[0].field).toBe('mark');
      expect((await make('')).body.mark).toBeUndefined();
    });

    it('is included in the module definition and in the OpenAPI document', async () => {
      const { body } = await server().admin.get('/api/ss-modules/by-name/tools');
      expect(body.fields.find((one: { readonly fieldName: string }) => one.fieldName === 'mark')).toMatchObject({
        inputType: 'TextField',
        fieldType: 'serial',
      });
      expect(JSON.stringify((await server().admin.get('/api/openapi.json')).body.components.schemas['tools.record'])).toContain(
        '^[A-Z]{2}-',
      );
    });

    it('that throws is reported as a failure of its plugin, and nothing is saved', async () => {
      const { status, body } = await make('xx-0');
      expect([status, body.code, body.error]).toEqual([503, 'plugin_failed', 'The plugin serials failed. Nothing was saved.']);
    });
  },
  { ...WORKSHOP, plugins: [makePlugin()] },
);

it('is rejected when two plugins define it, when its input type is unknown, and when definitions name an unknown one', async () => {
  expect(() => host(makePlugin(), makePlugin({ name: 'others' }))).toThrow('Its field type serial is already that of the plugin serials.');
  expect(() => host(makePlugin({ fieldTypes: [{ ...serial, name: 'Serial' }] }))).toThrow('lower case letters');
  expect(() => host(makePlugin({ fieldTypes: [{ name: 'x', inputType: 'Star' as never }] }))).toThrow(
    'Its field type x refines Star, which is no input type.',
  );
  const load = (one: Partial<FieldDefinition>) =>
    loadSnapshot(WORKSHOP.definitionFolders ?? [], host(makePlugin({}, [field(one)])).definitions).catch(
      (error: { readonly details: unknown }) => error.details,
    );
  expect(JSON.stringify(await load({ fieldType: 'stars' }))).toContain('No plugin has the field type stars.');
  expect(JSON.stringify(await load({ inputType: 'Number', fieldType: 'serial' }))).toContain('A serial is a TextField, not a Number.');
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { applyExport } from '../../engine/application/index.ts';
import type { DropdownDefinition, WorkflowDefinition } from '#engine/model/definitions';
import { must } from '../support/record-helpers.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const OPTIONS = ['red', 'blue'].map((value) => ({ value, label: value }));

describeRules(
  'An edited export that is applied',
  (server) => {
    const admin = () => server().admin;

    it('has the values of a removed option replaced, without the schedule of the job', async () => {
      await must(admin().post('/api/dropdowns', { name: 'hull_colour', options: OPTIONS }), 201);
      const colour = { fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'hull_colour' };
      await must(admin().post('/api/ss-modules', { name: 'hulls', label: 'Hulls', labelSingular: 'Hull', fields: [colour] }), 201);
      const { _id } = await must(admin().post('/api/hulls', { name: 'One', colour: 'red' }), 201);
      const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-applied-'));
      try {
        const { application } = server();
        await application.registry.exportDefinitions(folder);
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
        const file = files.find((one) => one.endsWith('.json') && readFileSync(one, 'utf8').includes('"name": "hull_colour"')) ?? '';
        const dropdown = JSON.parse(readFileSync(file, 'utf8')) as DropdownDefinition;
        writeFileSync(file, JSON.stringify({ ...dropdown, options: OPTIONS.slice(1) }));
        expect(await applyExport(application, folder, { kind: 'clear' })).toMatchObject({ changes: 1 });
        const timeout = 30_000 * inject('timeoutFactor');
        await expect.poll(async () => (await must(admin().get(`/api/hulls/${_id}`))).colour ?? null, { timeout }).toBeNull();
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('has its workflows in files of their own, and an edited one is published', async () => {
      const conditions = [{ id: 'c', type: 'field-changes', field: 'state' }];
      const { _id } = await must(admin().post('/api/workflows', { name: 'Exported', module: 'tools', conditions }), 201);
      const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-applied-'));
      try {
        const { application } = server();
        expect(await application.registry.exportDefinitions(folder)).toContain(`workflows/${_id}.json`);
        const file = path.join(folder, 'workflows', `${_id}.json`);
        const workflow = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
        expect(workflow).toMatchObject({ id: _id, name: 'Exported', module: 'tools', active: false, conditions });
        writeFileSync(file, JSON.stringify({ ...workflow, active: true, module: 'toolz' }));
        await expect(applyExport(application, folder, undefined)).rejects.toMatchObject({ code: 'definition_invalid' });
        writeFileSync(file, JSON.stringify({ ...workflow, active: true }));
        expect(await applyExport(application, folder, undefined)).toMatchObject({ changes: 1 });
        expect(await must(admin().get(`/api/workflows/${_id}`))).toMatchObject({ active: true });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
  { ...WORKSHOP, background: 'manual' },
);

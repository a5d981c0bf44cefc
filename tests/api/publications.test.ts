import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DefinitionInput } from '../../engine/registry/index.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

/** Publications with all shipped modules, which are the longest work with definitions. */
describe('While definitions are published', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ store: 'sqlite' });
  });
  afterAll(() => server.stop());

  /** Sends one request after the other until the work ends, and returns the status of each that was answered before. */
  const requestUntil = async (work: Promise<unknown>, path: string): Promise<number[]> => {
    const statuses: number[] = [];
    let isOver = false;
    const end = (): void => void (isOver = true);
    work.then(end, end);
    for (;;) {
      const { status } = await server.admin.get(path);

      if (isOver) return statuses;
      statuses.push(status);
    }
  };

  it('requests are answered between the slices, by the definitions before', async () => {
    const { registry } = server.application;
    const before = registry.current();
    // Every module that is not locked changes, and one so that the publication is rejected at its end: it does not even wait for the disk.
    const changes = [...before.modules.values()]
      .filter(({ definition }) => definition.locked !== true)
      .map(({ definition }): DefinitionInput => {
        const fields = definition.fields.map((field) =>
          definition.name === 'leads' && field.fieldName === 'lead_status' ? { ...field, inputType: 'MultiSelect' } : field,
        );
        return { kind: 'module', id: definition.id, definition: { ...definition, fields, labelSingular: `${definition.labelSingular}!` } };
      });
    await server.admin.get('/api/health');
    const publishing = registry.publish({ author: undefined, changes });
    const statuses = await requestUntil(publishing, '/api/health');
    await expect(publishing).rejects.toMatchObject({ code: 'definition_invalid' });
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(registry.current()).toBe(before);
  });

  it('two in a row are both active, and all requests are answered', async () => {
    const { modules } = server.application.registry.current();
    const [leads, jobs] = [modules.get('leads')!, modules.get('jobs')!];
    const publishing = Promise.all([
      server.admin.put(`/api/ss-modules/${leads.id}`, { label: 'Prospects' }),
      server.admin.put(`/api/ss-modules/${jobs.id}`, { label: 'Vacancies' }),
    ]);
    const statuses = await requestUntil(publishing, '/api/leads?pageSize=1');
    expect((await publishing).map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const after = server.application.registry.current();
    expect([after.module('leads')?.label, after.module('jobs')?.label]).toEqual(['Prospects', 'Vacancies']);
    expect(after.module('users')).toBe(modules.get('users'));
  });

  it('the OpenAPI document is made in slices too', async () => {
    const making = server.admin.get('/api/openapi.json');
    const statuses = await requestUntil(making, '/api/health');
    expect((await making).body.info.description).toContain(`version ${server.application.registry.current().version}.`);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

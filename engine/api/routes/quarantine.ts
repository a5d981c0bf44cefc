import { assertSystemAdmin, parameterOf, type EndpointRouter } from '../request/request-context.ts';
import { writeDefinitions } from '../request/write-definitions.ts';

/**
 * `/api/quarantine`: removed fields and modules whose values stay for 30 days; `/{id}/restore` adds one again, with its values, and
 * DELETE removes its values now. System Admins only. Errors: `definition_not_found`, those of publishing.
 */
export function serveQuarantine({ on, services: { changeSets } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/quarantine' }, async (context) => {
    await assertSystemAdmin(context);
    const data = await changeSets.quarantine();
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/quarantine/:id/restore' }, (context) =>
    writeDefinitions(context, () => {
      const { changes, extraWrites, ...changeSet } = changeSets.restoration(parameterOf(context, 'id'));
      return {
        changes,
        changeSet,
        extraWrites,
        buildResponse: (snapshot) => ({ body: { success: true, _id: changeSet.id, definitionVersion: snapshot.version } }),
      };
    }),
  );
  on({ method: 'DELETE', url: '/api/quarantine/:id' }, (context) =>
    writeDefinitions(context, async () => {
      const { name, ...clearing } = await changeSets.clearing(parameterOf(context, 'id'));
      return { ...clearing, changeSet: { name }, buildResponse: () => ({ body: { success: true } }) };
    }),
  );
}

import { readValuesChoice } from '../../change-sets/index.ts';
import { assertSystemAdmin, parameterOf, type EndpointRouter } from '../request/request-context.ts';
import { wakeReplacements, writeDefinitions } from '../request/write-definitions.ts';
import { requesterOf } from './change-sets.ts';

/**
 * `/api/quarantine`: removed fields and modules whose values stay for 30 days, and removed options that records still have;
 * `/{id}/restore` adds a field or module again, with its values, or creates a draft that adds an option again, and DELETE removes the
 * values of a field, a module or an option now; those of an option become another one with `?values=move:<value>`. System Admins only.
 * Errors: `definition_not_found`, `parameter_invalid`, those of publishing.
 */
export function serveQuarantine({ on, services: { changeSets } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/quarantine' }, async (context) => {
    await assertSystemAdmin(context);
    const data = await changeSets.quarantine();
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/quarantine/:id/restore' }, async (context) => {
    const draft = await changeSets.restoreOption(await requesterOf(context), parameterOf(context, 'id'));
    if (draft !== undefined)
      return { body: { success: true, _id: draft._id, definitionVersion: draft.definitionVersion, state: draft.state } };
    return writeDefinitions(context, () => {
      const { changes, extraWrites, ...changeSet } = changeSets.restoration(parameterOf(context, 'id'));
      return {
        changes,
        changeSet,
        extraWrites,
        buildResponse: (snapshot) => ({ body: { success: true, _id: changeSet.id, definitionVersion: snapshot.version } }),
      };
    });
  });
  on({ method: 'DELETE', url: '/api/quarantine/:id' }, async (context) => {
    const response = await writeDefinitions(context, async () => {
      const choice = readValuesChoice(context.query['values']);
      const { id, name, ...clearing } = await changeSets.clearing(parameterOf(context, 'id'), choice);
      return { ...clearing, changeSet: { id, name }, buildResponse: () => ({ body: { success: true } }) };
    });
    return wakeReplacements(context, response);
  });
}

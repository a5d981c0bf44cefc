import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { WebhookInput } from '#engine/model/wire';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { WebhookContext } from './webhook-context.ts';

/**
 * Checks the changed parts of a webhook before it is saved, so that an existing webhook can be switched off even if its other parts have
 * become invalid. Errors: `webhook_address_refused`, `module_not_found`, `filter_invalid`, `unknown_field`, `webhook_filter_of_many`.
 */
export async function assertValidWebhook(
  context: WebhookContext,
  actor: Actor,
  input: WebhookInput,
  given: Partial<WebhookInput>,
): Promise<void> {
  if (given.modules !== undefined || given.filter !== undefined) await assertModules(context, actor, input);
  const reason = given.url === undefined ? undefined : await context.http.findProblem(given.url);
  if (reason === undefined) return;
  throw new MusterError('webhook_address_refused', {
    values: { reason },
    details: [{ field: 'url', code: 'webhook_address_refused', message: `This address cannot be called: ${reason}.` }],
  });
}

/** A webhook has no user: a filter variable of the requester would silently match nothing. */
function assertNoPersonalVariables({ userVariables }: DefinitionSnapshot, filter: WebhookInput['filter']): void {
  const text = JSON.stringify(filter);
  const name = ['me', 'my_teams', 'my_roles', ...userVariables.map((variable) => variable.name)].find((one) =>
    text.includes(`"$":"${one}"`),
  );
  if (name === undefined) return;
  const reason = `${name} refers to a user, and a webhook is not a user`;
  throw new MusterError('filter_invalid', {
    values: { path: 'the top', reason },
    details: [{ field: 'filter', code: 'filter_invalid', message: reason }],
  });
}

async function assertModules({ access, matcher }: WebhookContext, actor: Actor, { modules, filter }: WebhookInput): Promise<void> {
  const scope = await access.scope(actor);
  const unknown = modules.filter((name) => !scope.snapshot.modules.has(name));
  if (unknown.length > 0)
    throw new MusterError('module_not_found', {
      details: unknown.map((name) => ({ field: 'modules', code: 'module_not_found', message: `There is no module ${name}.` })),
    });
  if (Object.keys(filter).length === 0) return;
  const module = scope.snapshot.modules.get(modules[0] ?? '');
  if (module === undefined || modules.length !== 1)
    throw new MusterError('webhook_filter_of_many', {
      details: [{ field: 'filter', code: 'webhook_filter_of_many', message: 'Choose one module for the filter.' }],
    });
  assertNoPersonalVariables(scope.snapshot, filter);
  matcher.assertFilter(scope, module, filter);
}

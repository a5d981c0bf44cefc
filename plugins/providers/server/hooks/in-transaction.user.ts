import { MusterError, type InTransactionContext } from '#engine';
import type { JsonValue } from '#engine/model';
import { getPrimaryEmail } from '../../shared/primary-email.ts';
import { refuseUser } from '../services/refuse-user.ts';

/** Name of both the role and the team of provider users. */
const NAME = 'Provider';

/** Fields of the user, with the provider's fields they are filled from. */
const SOURCE_FIELDS = new Map([
  ['email', 'email_addresses'],
  ['name', 'first_name'],
]);

async function fieldsOfUser({ record, unit }: InTransactionContext<'providers'>): Promise<{ readonly [field: string]: JsonValue }> {
  const [roles, teams] = await Promise.all([
    unit.find('roles', { name: NAME }, { limit: 1 }),
    unit.find('teams', { name: NAME }, { limit: 1 }),
  ]);
  return {
    _id: record.related_user ?? null,
    first_name: record.first_name ?? null,
    last_name: record.last_name ?? null,
    email: getPrimaryEmail(record.email_addresses) ?? null,
    userType: 'Provider',
    active: true,
    roles: roles.map(({ _id }) => _id),
    teams: teams.map(({ _id }) => _id),
  };
}

/** Creates the user that the save assigned to the provider, unless a user with that id exists. Both are saved or neither. */
export async function createUser(context: InTransactionContext<'providers'>): Promise<void> {
  const { event, record, unit } = context;
  if (event.changeSource === 'undo' || !event.changed().has('related_user') || record.related_user === undefined) return;
  if ((await unit.get('users', record.related_user)) !== undefined) return;
  try {
    await context.create('users', await fieldsOfUser(context));
  } catch (error) {
    if (!(error instanceof MusterError) || error.code !== 'validation_failed') throw error;
    refuseUser(
      context,
      error.details.map(({ field, message }) => ({ field: SOURCE_FIELDS.get(field) ?? field, message })),
    );
  }
}

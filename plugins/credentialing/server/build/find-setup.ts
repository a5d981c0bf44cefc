import type { PreSaveContext } from '#engine';
import { isListed, type RecordOf } from '#engine/model';

type Context = Pick<PreSaveContext, 'unit' | 'setting'>;

/** Whether the placements of an account are managed: the setting lists accounts by name or id. */
async function isManaged({ unit, setting }: Context, account: string | undefined): Promise<boolean> {
  if (account === undefined) return false;
  const found = await unit.get('accounts', account);
  return isListed(setting('managed_accounts'), [account, found?.name]);
}

/** The setup for a provider at an account: that of the account before the general one, the oldest first. Undefined: there is none. */
export async function findSetup(
  context: Context,
  provider: RecordOf<'providers'>,
  account: string | undefined,
): Promise<RecordOf<'credentialingSetup'> | undefined> {
  if (provider.provider_type === undefined) return undefined;
  const setups = await context.unit.find('credentialingSetup', {
    provider_type: { equals: provider.provider_type },
    core_or_managed: (await isManaged(context, account)) ? 'Managed' : 'Core',
    active: true,
  });
  return setups.find(({ account_specific: own }) => own !== undefined && own === account) ?? setups.find(isGeneral);
}

function isGeneral({ account_specific }: RecordOf<'credentialingSetup'>): boolean {
  return account_specific === undefined;
}

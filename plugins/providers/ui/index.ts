import { createLazySlot, defineUiContribution } from '#ui';

const dialogs = () => import('./invite-dialogs.tsx');

/**
 * The plugin's UI contributions: the areas of users who see their own records instead of the pages of the staff, and the invite of a
 * provider, from the page of users and from the record.
 */
export const providersUi = defineUiContribution({
  plugin: 'providers',
  areas: [
    { path: '/provider', userTypes: ['Provider'], home: '/provider/dashboard', hasRecords: true },
    { path: '/dashboard', userTypes: ['Dashboard'] },
  ],
  accountActions: [
    {
      id: 'invite-provider',
      label: 'Invite a provider',
      permission: 'providers.invite',
      component: createLazySlot(async () => (await dialogs()).InviteProviderDialog),
    },
  ],
  recordActions: [
    {
      id: 'invite-provider',
      label: 'Invite to the provider area',
      icon: 'user-round',
      modules: ['providers'],
      permission: 'providers.invite',
      isShown: ({ record }) => record['deleted'] !== true && (record['related_user'] ?? null) === null,
      component: createLazySlot(async () => (await dialogs()).InviteThisProvider),
    },
  ],
});

import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contributions: the page of a campaign, and the choice of its saved view. */
export const campaignsUi = defineUiContribution({
  plugin: 'campaigns',
  recordBodies: { campaigns: createLazySlot(async () => (await import('./campaign-page.tsx')).CampaignPage, 'place') },
  fields: { 'campaigns.audience_view': createLazySlot(async () => (await import('./view-choice.tsx')).ViewInput, 'place') },
});

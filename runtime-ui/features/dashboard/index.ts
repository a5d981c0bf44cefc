import { loadHomePageTexts } from '../../kit/index.ts';

export { DashboardPage } from './dashboard-page.tsx';

/** Loads the widgets of the product, with their texts. */
export const loadHomeWidgets = async () =>
  (await Promise.all([import('./widgets/home-widgets.tsx'), loadHomePageTexts()]))[0].createHomeWidgets();

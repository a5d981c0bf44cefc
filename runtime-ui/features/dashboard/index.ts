export { DashboardPage } from './dashboard-page.tsx';

/** Loads the widgets of the product. */
export const loadHomeWidgets = async () => (await import('./widgets/home-widgets.tsx')).HOME_WIDGETS;

import { defineUiContribution } from '#ui';

const TITLE = 'Pay Raise Calculator';

const loadPages = () => import('./pay-calculator-page.tsx');

/** The plugin's UI contributions: the calculator in the frame, and without a session. */
export const payCalculatorUi = defineUiContribution({
  plugin: 'pay-calculator',
  routedPages: [
    {
      route: '/app/pay-calculator',
      title: TITLE,
      load: async () => (await loadPages()).PayCalculatorPage,
      icon: 'calculator',
      searchableFor: 'staff',
    },
    { route: '/test', title: TITLE, load: async () => (await loadPages()).PublicPayCalculatorPage },
  ],
});

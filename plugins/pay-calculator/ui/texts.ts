import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tPay = createPluginTexts('pay-calculator', {
  title: 'Pay Raise Calculator',
  rate: 'Current Pay Rate',
  period: 'Pay Period',
  hours: 'Weekly Hours',
  raise: 'Pay Raise',
  calculate: 'Calculate',
  results: 'Pay before and after the raise',
  current: 'Current Pay',
  next: 'New Pay',
  difference: 'Difference',
  percentage: 'Percentage Raise',
  periods: {
    hourly: 'Hourly',
    weekly: 'Weekly',
    biWeekly: 'Bi-Weekly',
    biMonthly: 'Bi-Monthly',
    monthly: 'Monthly',
    annually: 'Annually',
  },
  rows: {
    hourly: 'Hourly',
    weekly: 'Weekly',
    biWeekly: 'Every 2 Weeks',
    biMonthly: 'Twice a Month',
    monthly: 'Monthly',
    annually: 'Annually',
  },
});

import { definePlugin } from '#engine';

/** The pay raise calculator: two pages, without rules on the server. */
export const payCalculatorPlugin = definePlugin({ name: 'pay-calculator', version: '1.0.0', engine: '^0.1.0' });
